// exact_use.c - which bytes of each allocation a launch reads, writes and changes atomically, for the order of streams.
//
// Nobody asks (Launch.notes_use) unless a program has several streams, or memory that it shares with the device.
// Kernels and the host signal to each other by ordered accesses (volatile, relaxed, acquire) and by atomics of the
// system's scope. Atomics of the GPU's scope, which is the usual one, do not see what the host does.
#include "exact_use.h"
#include "../base/bits.h"
#include "meters.h"
#include <assert.h>
#include <stdlib.h>

static uint64_t *bits_of(Allocation *allocation, MemoryUse use) {
    uint64_t *known = __atomic_load_n(&allocation->used[use], __ATOMIC_ACQUIRE), *new = NULL;
    if (known) return known;
    new = calloc(bits_words(allocation->size) + 1, sizeof *new);
    if (!new ||
        __atomic_compare_exchange_n(&allocation->used[use], &known, new, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return new;
    free(new);
    return known;
}

static void note(Allocation *allocation, MemoryUse use, uint64_t lowest, uint64_t highest) {
    uint64_t *bits = allocation ? bits_of(allocation, use) : NULL;
    assert(!bits || (lowest >= allocation->base && highest <= allocation->base + allocation->size));
    if (bits) bits_set(bits, lowest - allocation->base, highest - 1 - allocation->base);
}

void exact_use_note(const Launch *launch, Allocation *allocation, MemoryUse use, uint64_t lowest, uint64_t highest) {
    if (launch->notes_use) note(allocation, use, lowest, highest);
}

static MemoryUse use_of(const Access *access) {
    if (access_is_ordered(access)) return USE_SIGNAL;
    bool of_system = access->instruction && access->instruction->of_system;
    if (access_is_atomic(access)) return of_system ? USE_SIGNAL : USE_ATOMIC;
    return access->kind == ACCESS_LOAD ? USE_READ : USE_WRITE;
}

void exact_use_meter(const Warp *warp, const Access *access) {
    const Launch *launch = warp->block->launch;
    if (access->allocation && access->pattern & (UNIFORM | CONSECUTIVE)) {
        note(access->allocation, use_of(access), access->lowest, access->highest);
        return;
    }
    for (uint32_t left = access->mask; left; left &= left - 1) {
        uint64_t address = access->address[__builtin_ctz(left)];
        note(memory_find(launch->memory, address), use_of(access), address, address + access->bytes);
    }
}
