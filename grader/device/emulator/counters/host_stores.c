// host_stores.c - counts stores to memory that the host can read, whatever the instruction: such a store transfers
// data without a copy. Also notes which bytes of all memory a kernel was the last to write.
#include "meters.h"

static bool host_sees(const Warp *warp, const Access *access, unsigned lane) {
    const Allocation *allocation = memory_find(warp->block->launch->memory, access->address[lane]);
    return allocation && allocation->host_visible;
}

void host_stores_meter(const Warp *warp, const Access *access) {
    if (access->allocation && !access->allocation->host_visible) return;
    unsigned lanes = 0;
    if (access->allocation) lanes = (unsigned)__builtin_popcount(access->mask);
    else
        for (uint32_t left = access->mask; left; left &= left - 1)
            lanes += host_sees(warp, access, (unsigned)__builtin_ctz(left));
    access->counts->to_host += (uint64_t)lanes * access->bytes;
}

void computed_meter(const Warp *warp, const Access *access) {
    Allocation *allocation = access->allocation;
    if (allocation && access->pattern & (UNIFORM | CONSECUTIVE)) {
        memory_mark_computed(allocation, access->lowest - allocation->base, access->highest - access->lowest);
        return;
    }
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint64_t address = access->address[__builtin_ctz(left)];
        allocation = memory_find(warp->block->launch->memory, address);
        memory_mark_computed(allocation, address - allocation->base, access->bytes);
    }
}
