// lane_view.c - the bytes at a generic address of one lane, for what is no load or store.
#include "lane_view.h"
#include "../base/checked.h"
#include "../checks/checks.h"
#include "../machine/value_watch.h"
#include <string.h>

uint8_t *lane_view(const Warp *warp, unsigned lane, uint64_t address, uint64_t bytes) {
    const Launch *launch = warp->block->launch;
    const uint64_t own_shared = SHARED_WINDOW + SHARED_BASE + warp->block->cluster_bits;
    uint64_t local = address - LOCAL_WINDOW, shared = address - own_shared, constant = address - CONST_WINDOW;
    if (local < WINDOW_BYTES && checked_inside(local, bytes, launch->local_bytes))
        return warp->local + lane * launch->local_bytes + local;
    if (shared < WINDOW_BYTES && checked_inside(shared, bytes, launch->shared_bytes))
        return warp->block->shared + shared;
    if (constant < WINDOW_BYTES && checked_inside(constant, bytes, launch->constant_bytes))
        return (uint8_t *)(uintptr_t)(launch->constant + constant);
    Allocation *allocation = memory_range(launch->memory, address, bytes);
    return allocation ? allocation->data + (address - allocation->base) : NULL;
}

bool lane_write(Warp *warp, unsigned lane, uint64_t address, const void *value, size_t bytes) {
    uint8_t *to = address - CONST_WINDOW < WINDOW_BYTES ? NULL : lane_view(warp, lane, address, bytes);
    if (!to) return false;
    memcpy(to, value, bytes);
    Allocation *allocation = memory_range(warp->block->launch->memory, address, bytes);
    if (allocation) {
        memory_mark(allocation, address - allocation->base, bytes);
        memory_mark_computed(allocation, address - allocation->base, bytes);
    } else if (address - SHARED_WINDOW < WINDOW_BYTES)
        shared_mark(warp->block, (uint64_t)(to - warp->block->shared), bytes);
    const ValueWatch *watch = warp->block->launch->values;
    if (watch && address - LOCAL_WINDOW < WINDOW_BYTES)
        watch->write(warp, lane, (uint32_t)(address - LOCAL_WINDOW), (uint32_t)bytes);
    return true;
}
