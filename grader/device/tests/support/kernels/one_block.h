// one_block.h - a block made by hand, without a kernel: for tests of what sees its accesses.
#ifndef ONE_BLOCK_H
#define ONE_BLOCK_H

#include "emulator/checks/checks.h"
#include "emulator/counters/meters.h"
#include "emulator/memory/observe.h"

typedef struct {
    Launch launch;
    Worker worker;
    Block block;
    Warp warps[32];
    SiteCounts counts;
    Instruction instructions[64]; // one at each source location
    uint32_t location;            // of the next access
    AccessOrder order;            // of the next access
} OneBlock;

// A block of 32 warps with that much shared memory, 1024 bytes of local and 64 of constant memory, and 1 GB of global
// memory; all checks on.
void one_block_begin(OneBlock *one, uint64_t shared_bytes);
void one_block_free(OneBlock *one);
// All threads pass a barrier of the block.
void one_block_barrier(OneBlock *one);

// One access by the lanes of mask; address[lane] as in Access. Stores and atomics move no bytes. Returns the
// lanes that may go on; counts gets what the meters count.
uint32_t one_block_access(OneBlock *one, unsigned warp, PtxSpace space, AccessKind kind, unsigned bytes, uint32_t mask,
                          const uint64_t address[WARP_LANES], const void *values);
// The same for address[lane] = start + lane * stride and the full mask. Stores put lane * 3 + 1 of 4 bytes.
uint32_t one_block_strided(OneBlock *one, unsigned warp, PtxSpace space, AccessKind kind, uint64_t start,
                           uint64_t stride);
// Ends the block and returns its faults.
const Fault *one_block_faults(OneBlock *one, size_t *count);

#endif
