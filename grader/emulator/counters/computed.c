// computed.c - bytes of global memory that a kernel wrote last: what kernels store, whatever the instruction.
#include "../base/bits.h"
#include "meters.h"

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
