// host_stores.c - bytes that kernels store to memory that the program's side sees: a transfer without a copy.
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
