// regions.c - the table of memory that the program and the device both see.
//
// The device makes a memfd and gives its descriptor along with the device address; this side maps it at that same
// address, which the device's address range keeps free of anything else. So one pointer is good on both sides.
#define _GNU_SOURCE
#include "regions.h"
#include "../../protocol/addresses.h"
#include "../../system/grow.h"
#include "../base/lending.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Mapped *regions;
static size_t region_count;
static atomic_bool existed;

static Mapped *region_find(uint64_t address) {
    for (size_t i = 0; i < region_count; i++)
        if (address - regions[i].region.base < regions[i].region.size) return &regions[i];
    return NULL;
}

MemoryKind memory_kind(const void *pointer, Region *region) {
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    pthread_mutex_lock(&lock);
    const Mapped *found = region_find(address);
    *region = found ? found->region : (Region){.kind = MEMORY_UNKNOWN};
    pthread_mutex_unlock(&lock);
    if (!found && address - GLOBAL_BASE < GLOBAL_SPAN) region->kind = MEMORY_DEVICE;
    return region->kind;
}

const void *memory_of_program(const void *pointer) {
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < region_count; i++) {
        const Region *region = &regions[i].region;
        if (region->kind == MEMORY_REGISTERED && address - region->device < region->size)
            pointer = (const void *)(uintptr_t)(region->base + (address - region->device));
    }
    pthread_mutex_unlock(&lock);
    return pointer;
}

bool regions_existed(void) { return atomic_load(&existed); }

bool region_add(Mapped mapped) {
    assert(mapped.region.kind != MEMORY_UNKNOWN);
    atomic_store(&existed, true);
    pthread_mutex_lock(&lock);
    bool grown = ARRAY_GROW(regions, region_count);
    if (grown) regions[region_count++] = mapped;
    pthread_mutex_unlock(&lock);
    return grown;
}

bool region_take(uint64_t address, Mapped *taken) {
    pthread_mutex_lock(&lock);
    Mapped *found = region_find(address);
    if (found && found->region.base != address) found = NULL;
    if (found) {
        *taken = *found;
        lending_forget(address);
        *found = regions[--region_count];
    }
    pthread_mutex_unlock(&lock);
    return found;
}

bool region_overlaps(uint64_t from, uint64_t to) {
    bool overlaps = false;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < region_count; i++) {
        uint64_t low = (uint64_t)(uintptr_t)regions[i].mapping;
        overlaps |= low < to && from < low + regions[i].mapped;
    }
    pthread_mutex_unlock(&lock);
    return overlaps;
}

cudaError_t region_map(MemoryKind kind, uint64_t address, uint64_t size, uint64_t mapped, int fd, unsigned flags) {
    void *at = (void *)(uintptr_t)address, *mapping = MAP_FAILED;
    if (fd >= 0) mapping = mmap(at, mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);
    close(fd);
    if (mapping != MAP_FAILED && mapping != at) munmap(mapping, mapped); // a kernel without MAP_FIXED_NOREPLACE
    if (mapping != at) return cudaErrorMemoryAllocation;
    bool lent = kind == MEMORY_MANAGED && lending_is_on(), known = !lent || lending_add(address, mapped);
    if (known && region_add((Mapped){{kind, address, size, address, flags}, mapping, mapped})) return cudaSuccess;
    lending_forget(address);
    munmap(mapping, mapped);
    return cudaErrorMemoryAllocation;
}

void regions_forget(void) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < region_count; i++)
        if (regions[i].region.kind != MEMORY_REGISTERED) munmap(regions[i].mapping, regions[i].mapped);
    region_count = 0;
    pthread_mutex_unlock(&lock);
    lending_reset();
}
