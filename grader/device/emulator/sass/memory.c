// memory.c - pages copied when they are written, by allocation.
#include "memory.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_SHIFT 12
#define PAGE_BYTES (1u << PAGE_SHIFT)
#define REGIONS_MOST 1024

typedef struct {
    uint64_t base, size;
    const uint8_t *bytes;
    uint8_t **pages; // copies, NULL where none was written; NULL: none at all
    bool read, atomics;
} Region;

struct SassMemory {
    SassFind find;
    void *context;
    Region *regions;
    uint32_t count;
    Region *last;
};

SassMemory *sass_memory_create(SassFind find, void *context) {
    SassMemory *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    *memory = (SassMemory){.find = find, .context = context, .regions = calloc(REGIONS_MOST, sizeof(Region))};
    if (memory->regions) return memory;
    free(memory);
    return NULL;
}

static uint64_t page_count(const Region *region) { return (region->size >> PAGE_SHIFT) + 1; }

void sass_memory_free(SassMemory *memory) {
    for (uint32_t n = 0; memory && n < memory->count; n++) {
        Region *region = &memory->regions[n];
        for (uint64_t p = 0; region->pages && p < page_count(region); p++) free(region->pages[p]);
        free(region->pages);
    }
    if (memory) free(memory->regions);
    free(memory);
}

// An access that is not aligned to its size may reach into the next page: on a GPU it is a fault.
static bool holds(const Region *region, uint64_t address, unsigned size) {
    bool in_one_page = (address & (PAGE_BYTES - 1)) + size <= PAGE_BYTES;
    return in_one_page && address - region->base < region->size && region->size - (address - region->base) >= size;
}

// The region that holds all of it, NULL: none does.
static Region *region_of(SassMemory *memory, uint64_t address, unsigned size) {
    if (memory->last && holds(memory->last, address, size)) return memory->last;
    for (uint32_t n = 0; n < memory->count; n++)
        if (holds(&memory->regions[n], address, size)) return memory->last = &memory->regions[n];
    Region found = {0};
    if (memory->count == REGIONS_MOST ||
        !memory->find(memory->context, address, &found.base, &found.size, &found.bytes))
        return NULL;
    if (!holds(&found, address, size)) return NULL;
    assert(found.base % PAGE_BYTES == 0); // a page of a region is one of addresses
    memory->regions[memory->count] = found;
    return memory->last = &memory->regions[memory->count++];
}

void sass_memory_read(SassMemory *memory, uint64_t address, void *to, unsigned size) {
    Region *region = region_of(memory, address, size);
    if (!region) {
        memset(to, 0, size);
        return;
    }
    uint64_t offset = address - region->base;
    const uint8_t *copy = region->pages ? region->pages[offset >> PAGE_SHIFT] : NULL;
    region->read |= !copy;
    memcpy(to, copy ? copy + (offset & (PAGE_BYTES - 1)) : region->bytes + offset, size);
}

void sass_memory_gather(SassMemory *memory, const uint64_t *address, uint32_t mask, unsigned size, uint8_t *to,
                        unsigned step) {
    Region *region = memory->last;
    for (uint32_t left = mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint8_t *out = to + lane * step;
        if (!region || !holds(region, address[lane], size)) region = region_of(memory, address[lane], size);
        if (!region) {
            memset(out, 0, size);
            continue;
        }
        uint64_t offset = address[lane] - region->base;
        const uint8_t *copy = region->pages ? region->pages[offset >> PAGE_SHIFT] : NULL;
        const uint8_t *from = copy ? copy + (offset & (PAGE_BYTES - 1)) : region->bytes + offset;
        region->read |= !copy;
        if (size == 4) memcpy(out, from, 4);
        else memcpy(out, from, size);
    }
}

static uint8_t *page_to_write(Region *region, uint64_t page) {
    if (!region->pages) region->pages = calloc(page_count(region), sizeof *region->pages);
    if (!region->pages) return NULL;
    uint8_t **copy = &region->pages[page];
    if (*copy) return *copy;
    *copy = malloc(PAGE_BYTES);
    assert(page < page_count(region));
    uint64_t at = page << PAGE_SHIFT, left = region->size - at;
    if (*copy) memcpy(*copy, region->bytes + at, left < PAGE_BYTES ? left : PAGE_BYTES);
    return *copy;
}

void sass_memory_write(SassMemory *memory, uint64_t address, const void *from, unsigned size) {
    Region *region = region_of(memory, address, size);
    if (!region) return;
    uint64_t offset = address - region->base;
    uint8_t *page = page_to_write(region, offset >> PAGE_SHIFT);
    if (page) memcpy(page + (offset & (PAGE_BYTES - 1)), from, size);
}

void sass_memory_note_atomic(SassMemory *memory, uint64_t address) {
    Region *region = region_of(memory, address, 1);
    if (region) region->atomics = true;
}

void sass_memory_uses(const SassMemory *memory, void (*visit)(void *context, const SassUse *use), void *context) {
    for (uint32_t n = 0; n < memory->count; n++) {
        const Region *region = &memory->regions[n];
        visit(context, &(SassUse){region->base, region->size, region->read, region->pages != NULL, region->atomics});
    }
}

void sass_memory_written(const SassMemory *memory,
                         void (*visit)(void *context, uint64_t address, const uint8_t *now, const uint8_t *device,
                                       uint64_t size),
                         void *context) {
    for (uint32_t n = 0; n < memory->count; n++) {
        const Region *region = &memory->regions[n];
        for (uint64_t page = 0; region->pages && page < page_count(region); page++) {
            uint64_t at = page << PAGE_SHIFT, left = region->size - at;
            if (region->pages[page])
                visit(context, region->base + at, region->pages[page], region->bytes + at,
                      left < PAGE_BYTES ? left : PAGE_BYTES);
        }
    }
}
