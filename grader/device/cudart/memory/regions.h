// regions.h - memory that the program and the device both see, by its address.
#ifndef REGIONS_H
#define REGIONS_H

#include "../base/api.h"

typedef enum { MEMORY_UNKNOWN, MEMORY_DEVICE, MEMORY_HOST, MEMORY_MANAGED, MEMORY_REGISTERED } MemoryKind;
typedef struct {
    MemoryKind kind;
    uint64_t base, size, device;
    unsigned flags;
} Region;
typedef struct {
    Region region;
    void *mapping; // whole pages
    size_t mapped;
} Mapped;

// What an address is: device memory by its range, shared memory by what was allocated.
MemoryKind memory_kind(const void *pointer, Region *region);
// Where the program has registered memory that the device knows by this address; other addresses are returned as they
// are.
const void *memory_of_program(const void *pointer);
bool regions_existed(void);     // any, ever
bool region_add(Mapped mapped); // false: out of memory
// Takes the region that begins at the address out of the table. Its mapping stays.
bool region_take(uint64_t address, Mapped *taken);
bool region_overlaps(uint64_t from, uint64_t to); // whether there is one with pages in [from, to)
// Maps bytes that the device shares at their device address. Closes fd.
cudaError_t region_map(MemoryKind kind, uint64_t address, uint64_t size, uint64_t mapped, int fd, unsigned flags);
void regions_forget(void); // before a reset: unmaps all

#endif
