// owners.h - whose results are in memory: of each sector, the block that stored to it last (Allocation.writer).
//
// The blocks of a launch run in no order, so the one with the highest index counts as the last of those that stored to
// a sector. Nothing else decides it: the number of host threads does not, nor how often a block stores.
#ifndef OWNERS_H
#define OWNERS_H

#include "allocations.h"

// The block stores to these bytes; many threads may come here at once.
void owners_note(Allocation *allocation, uint64_t offset, uint64_t size, uint64_t writer);
// Something else than a kernel writes them.
void owners_forget(Allocation *allocation, uint64_t offset, uint64_t size);
// They are copied on the device: a sector has the writer of the sector in which its first copied byte was.
void owners_copy(Allocation *to, uint64_t to_offset, const Allocation *from, uint64_t from_offset, uint64_t size);

// Sectors that kernels stored to last, and those of them that wait for one block after another: of the block in each
// launch that has most of them. `writers` of sectors, which are sorted.
typedef struct {
    uint64_t sectors, busiest;
} Owned;
Owned owners_count(uint64_t *writers, uint64_t count);

#endif
