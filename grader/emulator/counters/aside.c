// aside.c - accesses to global memory that are no part of a kernel's work.
#include "aside.h"

#include "meters.h"

#include <string.h>

// The block's first thread arrives and polls, at the barrier's word.
bool aside_is_grid_barrier(const Warp *warp, const Access *access) {
    uint64_t word = warp->block->launch->grid_workspace + GRID_BARRIER_OFFSET;
    return access->lowest == word && access->highest == word + GRID_BARRIER_BYTES && access->mask == 1 &&
           warp->index == 0 && access->kind != ACCESS_STORE;
}

static const uint8_t *bytes_of(const Access *access, unsigned lane) {
    return access->allocation->data + (access->address[lane] - access->allocation->base);
}

// Fewer lanes may poll than before: the others know what they waited for.
bool aside_is_poll(const Warp *warp, const Access *access) {
    const OrderedLoad *last = &warp->ordered;
    if (access->kind != ACCESS_LOAD || last->instruction != access->instruction || access->mask & ~last->mask)
        return false;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (access->address[lane] != last->address[lane]) return false;
        if (memcmp(bytes_of(access, lane), last->bytes[lane], access->bytes) != 0) return false;
    }
    return true;
}

bool aside_is_parameter(const Access *access) {
    const Allocation *allocation = access->allocation;
    uint64_t offset = access->lowest - allocation->base;
    return access->kind == ACCESS_LOAD && !(allocation->computed && memory_computed(allocation, offset));
}

void ordered_meter(Warp *warp, const Access *access) {
    OrderedLoad *last = &warp->ordered;
    bool load = access->kind == ACCESS_LOAD && access_is_ordered(access);
    bool held = load && access->allocation && access->bytes <= sizeof last->bytes[0];
    last->instruction = held ? access->instruction : NULL;
    last->mask = access->mask;
    memcpy(last->address, access->address, sizeof last->address);
    for (uint32_t left = held ? access->mask : 0; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        memcpy(last->bytes[lane], bytes_of(access, lane), access->bytes);
    }
}
