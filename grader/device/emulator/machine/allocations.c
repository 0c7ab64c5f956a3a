// allocations.c - allocations of the emulated GPU, their contents, and the marks of what was written and touched.
//
// An allocation is one private mapping: its contents, then its marks, each beginning on a page of its own. The
// contents are poisoned without touching them: their pages are copied on write from a small file of poison that
// is mapped again and again. Host memory maps the program's file instead and keeps only sector marks; so does managed
// memory, unless the program gets single pages of it (memory_lend_pages): then its contents are the device's own.
#include "allocations.h"
#include "../../system/grow.h"
#include "../base/bits.h"
#include "../base/checked.h"
#include "../base/pages.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOT_COUNT (GLOBAL_SPAN / SLOT_BYTES)
#define SLOT_SECTORS (SLOT_BYTES / SECTOR_BYTES)
#define POISON_BYTE 0xff // as float, double or half: NaN; as integer: -1
_Static_assert(GLOBAL_SPAN % SLOT_BYTES == 0 && SLOT_BYTES % PAGE_BYTES == 0,
               "slots are whole pages and fill the span");
_Static_assert(SLOT_SECTORS % 64 == 0, "a slot's sectors have words of their own");
_Static_assert(SECTOR_BYTES == TOLD_UNIT, "a sector is what the program is known to have changed");
_Static_assert(GLOBAL_SPAN >> WRITTEN_PAGE_SHIFT <= UINT32_MAX, "two numbers of pages fit into a word");
_Static_assert(SHARED_WINDOW + WINDOW_BYTES <= LOCAL_WINDOW && LOCAL_WINDOW + WINDOW_BYTES <= CONST_WINDOW &&
                   CONST_WINDOW + WINDOW_BYTES <= GLOBAL_BASE,
               "a generic address is in one space");

struct Memory {
    uint64_t limit, in_use, peak;
    _Atomic uint64_t *together; // bytes in use by all memories that share the limit; NULL: it is this one's
    uint64_t next_slot;
    Allocation **slots;       // SLOT_COUNT, pages appear as they are used
    Allocation **allocations; // in address order
    size_t count;
    uint64_t heap_uses, heap_limit, heap_in_use;
    bool heap_began;                  // a kernel has asked for some of it
    bool origins, lends, all_written; // all_written: memory_count_as_written()
    int poison;                       // file that fresh contents show, for pages_fill
};

static uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

Memory *memory_create(uint64_t limit, _Atomic uint64_t *together) {
    Memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) return NULL;
    memory->limit = limit;
    memory->heap_limit = HEAP_DEFAULT;
    memory->together = together;
    memory->next_slot = 1; // the first slot stays empty: nothing lies just below the first allocation
    memory->poison = NO_FILE;
    memory->slots = pages_map(SLOT_COUNT * sizeof *memory->slots);
    if (memory->slots == NULL) {
        free(memory);
        return NULL;
    }
    return memory;
}

void memory_keep_origins(Memory *memory) { memory->origins = true; }
bool memory_keeps_origins(const Memory *memory) { return memory->origins; }
void memory_lend_pages(Memory *memory) { memory->lends = true; }
bool memory_lends(const Memory *memory) { return memory->lends; }
uint64_t memory_heap_uses(const Memory *memory) { return memory->heap_uses; }

bool memory_limit_heap(Memory *memory, uint64_t bytes) {
    if (memory->heap_began) return false;
    memory->heap_limit = bytes;
    return true;
}

static bool heap_has_room(Memory *memory, uint64_t size) {
    memory->heap_began = true;
    return size <= memory->heap_limit && round_up(size, HEAP_UNIT) <= memory->heap_limit - memory->heap_in_use;
}

static bool has_room(const Memory *memory, uint64_t size) {
    uint64_t in_use = memory->together ? *memory->together : memory->in_use;
    return size <= memory->limit && in_use <= memory->limit - size;
}

static void take_room(Memory *memory, uint64_t size) {
    memory->in_use += size;
    if (memory->together) *memory->together += size;
    assert(memory->in_use <= memory->limit);
    if (memory->in_use > memory->peak) memory->peak = memory->in_use;
}

static void give_room(Memory *memory, uint64_t size) {
    assert(size <= memory->in_use && (!memory->together || size <= *memory->together));
    memory->in_use -= size;
    if (memory->together) *memory->together -= size;
}

static uint64_t sector_count(uint64_t size) { return (size + SECTOR_BYTES - 1) / SECTOR_BYTES; }
static uint64_t slot_count(uint64_t size) { return (size + SLOT_BYTES - 1) / SLOT_BYTES; }
static bool is_shared(AllocationKind kind) { return kind == ALLOCATION_HOST || kind == ALLOCATION_MANAGED; }

// Bytes of each part of an allocation's mapping, and of all of it.
typedef struct {
    uint64_t contents, initialised, computed, sectors, touched, total;
} Layout;

static Layout layout_of(uint64_t size, bool in_file, bool origins) {
    assert(size);
    Layout layout = {
        .contents = in_file ? 0 : round_up(size, PAGE_BYTES),
        .initialised = in_file ? 0 : bits_words(size) * 8,
        .computed = origins ? bits_words(size) * 8 : 0,
        .sectors = bits_words(sector_count(size)) * 8,
        .touched = slot_count(size),
    };
    uint64_t marks = layout.initialised + layout.computed + 2 * layout.sectors + layout.touched;
    layout.total = round_up(layout.contents + marks, PAGE_BYTES);
    return layout;
}

// Whether the contents are a file's from the start.
static bool is_in_file(const Allocation *allocation) { return is_shared(allocation->kind) && !allocation->lent; }

static void unmap(Allocation *allocation) {
    assert(!allocation->freed && allocation->data);
    bool in_file = is_in_file(allocation);
    Layout layout = layout_of(allocation->size, in_file, allocation->computed);
    void *marks = allocation->computed ? allocation->computed : allocation->loaded; // of a file, the first ones
    pages_unmap(in_file ? marks : (void *)allocation->data, layout.total);
    if (in_file) pages_unmap(allocation->data, allocation->size);
    lent_destroy(allocation->lent);
    allocation->lent = NULL;
    allocation->data = NULL;
    allocation->initialised = allocation->computed = NULL;
    allocation->loaded = allocation->stored = NULL;
    allocation->touched = NULL;
}

void memory_destroy(Memory *memory) {
    if (memory == NULL) return;
    for (size_t i = 0; i < memory->count; i++) {
        if (!memory->allocations[i]->freed) unmap(memory->allocations[i]);
        for (unsigned use = 0; use < USE_COUNT; use++) free(memory->allocations[i]->used[use]);
        pages_close_file(memory->allocations[i]->file);
        free(memory->allocations[i]);
    }
    give_room(memory, memory->in_use);
    pages_unmap(memory->slots, SLOT_COUNT * sizeof *memory->slots);
    pages_close_file(memory->poison);
    free(memory->allocations);
    free(memory);
}

// Contents of the file, or of the allocation's own: poison, or zeros, whose pages may be lent to the program.
static bool fill(Memory *memory, Allocation *allocation, uint8_t *pages, const Layout *layout, int fd) {
    if (!is_shared(allocation->kind)) {
        allocation->data = pages;
        return pages_fill(pages, layout->contents, POISON_BYTE, &memory->poison);
    }
    allocation->file = pages_hold_file(fd);
    if (layout->contents) {
        allocation->data = pages;
        allocation->lent = lent_create(allocation->size, fd, true);
        return allocation->lent;
    }
    allocation->data = pages_map_file(fd, allocation->size);
    return allocation->data != NULL;
}

// Maps contents and marks. False: out of memory, nothing is left mapped.
static bool map_allocation(Memory *memory, Allocation *allocation, int fd) {
    bool lends = memory->lends && allocation->kind == ALLOCATION_MANAGED;
    Layout layout = layout_of(allocation->size, is_shared(allocation->kind) && !lends, memory->origins);
    uint8_t *pages = pages_map(layout.total);
    if (pages == NULL) return false;
    if (!fill(memory, allocation, pages, &layout, fd)) {
        pages_unmap(pages, layout.total);
        pages_close_file(allocation->file);
        return false;
    }
    if (layout.initialised) allocation->initialised = (uint64_t *)(void *)(pages + layout.contents);
    allocation->host_visible = is_shared(allocation->kind) && !lends;
    allocation->all_initialised = is_shared(allocation->kind) || memory->all_written;
    uint8_t *marks = pages + layout.contents + layout.initialised;
    if (memory->origins) allocation->computed = (uint64_t *)(void *)marks;
    allocation->loaded = (uint64_t *)(void *)(marks + layout.computed);
    allocation->stored = allocation->loaded + layout.sectors / 8;
    allocation->touched = (uint8_t *)(allocation->stored + layout.sectors / 8);
    return true;
}

static bool reserve_entry(Memory *memory) { return ARRAY_GROW(memory->allocations, memory->count); }

uint64_t memory_allocate(Memory *memory, uint64_t size, AllocationKind kind, int fd, const char *label) {
    if (size == 0) size = 1;
    if (kind == ALLOCATION_HEAP && !heap_has_room(memory, size)) return 0;
    if (!has_room(memory, size)) return 0;
    uint64_t slots = slot_count(size) + 1;
    if (slots > SLOT_COUNT - memory->next_slot || !reserve_entry(memory)) return 0;
    Allocation *allocation = calloc(1, sizeof *allocation);
    if (allocation == NULL) return 0;
    allocation->base = GLOBAL_BASE + memory->next_slot * SLOT_BYTES;
    allocation->size = size;
    allocation->kind = kind;
    allocation->file = NO_FILE;
    snprintf(allocation->label, sizeof allocation->label, "%s", label == NULL ? "" : label);
    if (!map_allocation(memory, allocation, fd)) {
        free(allocation);
        return 0;
    }
    for (uint64_t i = 0; i < slots; i++) memory->slots[memory->next_slot + i] = allocation;
    assert(!memory->count || memory->allocations[memory->count - 1]->base < allocation->base);
    memory->next_slot += slots;
    memory->allocations[memory->count++] = allocation;
    memory->heap_uses += kind == ALLOCATION_HEAP;
    if (kind == ALLOCATION_HEAP) memory->heap_in_use += round_up(size, HEAP_UNIT);
    take_room(memory, size);
    return allocation->base;
}

// The file's pages take the place of the allocation's own.
static bool map_file(Allocation *allocation, int fd) {
    if (!pages_show_file(allocation->data, allocation->size, fd)) return false;
    allocation->host_visible = true;
    return true;
}

bool memory_share(Memory *memory, uint64_t address, int fd, const uint8_t *initial) {
    Allocation *allocation = memory_find(memory, address);
    if (allocation == NULL || allocation->freed || allocation->base != address || is_shared(allocation->kind) ||
        allocation->host_visible || allocation->lent)
        return false;
    if (!memory->lends) {
        memory_mark(allocation, 0, allocation->size);
        return pages_write_file(allocation->data, allocation->size, fd) && map_file(allocation, fd);
    }
    if (!pages_write_file(initial, allocation->size, fd)) return false;
    allocation->file = pages_hold_file(fd);
    allocation->lent = lent_create(allocation->size, fd, false);
    return allocation->lent;
}

// ---- managed memory, page by page ---------------------------------------------------------------------------------

bool memory_lend(Memory *memory, uint64_t address, uint64_t *unseen) {
    Allocation *allocation = memory_range(memory, address, 1);
    if (!allocation || !allocation->lent || allocation->host_visible) return false;
    *unseen += lent_give(allocation->lent, allocation->data, address - allocation->base);
    return true;
}

static void take_back(Allocation *allocation, void *unused) {
    (void)unused;
    if (allocation->lent && !allocation->host_visible)
        lent_take_back(allocation->lent, allocation->data, allocation->computed);
}

void memory_take_back(Memory *memory) {
    if (memory->lends) memory_each(memory, take_back, NULL);
}

static void lend_for_good(Allocation *allocation, void *opaque) {
    uint64_t *unseen = opaque;
    if (!allocation->lent || allocation->host_visible || *unseen == UINT64_MAX) return;
    uint64_t news = lent_give_all(allocation->lent, allocation->data);
    *unseen = map_file(allocation, allocation->file) ? *unseen + news : UINT64_MAX;
}

bool memory_lend_for_good(Memory *memory, uint64_t *unseen) {
    uint64_t sum = 0;
    memory_each(memory, lend_for_good, &sum);
    memory->lends = false;
    *unseen += sum;
    return sum != UINT64_MAX;
}

uint64_t memory_unseen(const Allocation *allocation, uint64_t offset, uint64_t size) {
    assert(!allocation->freed && checked_inside(offset, size, allocation->size));
    if (allocation->host_visible) return 0;
    return allocation->lent ? lent_unseen(allocation->lent, allocation->data, offset, size) : size;
}

uint64_t memory_told(const Allocation *allocation, uint64_t offset, uint64_t size) {
    assert(!allocation->freed && checked_inside(offset, size, allocation->size));
    uint64_t sum = 0;
    if (allocation->host_visible) return size;
    if (!allocation->lent) return 0;
    for (uint64_t at = offset; at < offset + size; at++)
        sum += lent_told(allocation->lent, at / TOLD_UNIT) && !memory_computed(allocation, at);
    return sum;
}

// Takes the pages of a freed block from its file, for good. false: it may hold as many pages as before.
static bool file_emptied(Allocation *allocation) {
    bool emptied = pages_empty_file(allocation->file, allocation->size);
    allocation->file = NO_FILE;
    return emptied;
}

bool memory_free(Memory *memory, uint64_t address) {
    Allocation *allocation = memory_find(memory, address);
    if (allocation == NULL || allocation->freed || allocation->base != address) return false;
    unmap(allocation);
    allocation->freed = true;
    if (!is_shared(allocation->kind) || file_emptied(allocation)) give_room(memory, allocation->size);
    return true;
}

bool memory_free_heap(Memory *memory, uint64_t address) {
    const Allocation *allocation = memory_find(memory, address);
    bool freed = allocation && allocation->kind == ALLOCATION_HEAP && memory_free(memory, address);
    assert(!freed || round_up(allocation->size, HEAP_UNIT) <= memory->heap_in_use);
    if (freed) memory->heap_in_use -= round_up(allocation->size, HEAP_UNIT);
    return freed;
}

bool memory_renew(Memory *memory, uint64_t address) {
    Allocation *allocation = memory_find(memory, address);
    if (allocation == NULL || !allocation->freed || allocation->base != address || is_shared(allocation->kind))
        return false;
    if (!has_room(memory, allocation->size) || !map_allocation(memory, allocation, -1)) return false;
    allocation->freed = false;
    allocation->written_pages = 0;
    allocation->widest = 0;
    take_room(memory, allocation->size);
    return true;
}

Allocation *memory_find(const Memory *memory, uint64_t address) {
    uint64_t offset = address - GLOBAL_BASE; // wraps for addresses below: then it is past the span
    return offset < GLOBAL_SPAN ? memory->slots[offset >> SLOT_SHIFT] : NULL;
}

Allocation *memory_range(const Memory *memory, uint64_t address, uint64_t size) {
    Allocation *allocation = memory_find(memory, address);
    if (allocation == NULL || allocation->freed) return NULL;
    return checked_inside(address - allocation->base, size, allocation->size) ? allocation : NULL;
}

uint32_t *memory_condition(const Memory *memory, uint64_t handle) {
    Allocation *allocation = memory_range(memory, handle, sizeof(uint32_t));
    bool is_condition = allocation && allocation->base == handle && allocation->kind == ALLOCATION_VARIABLE &&
                        strcmp(allocation->label, CONDITION_LABEL) == 0;
    return is_condition ? (uint32_t *)(void *)allocation->data : NULL;
}

uint64_t memory_in_use(const Memory *memory) { return memory->in_use; }
uint64_t memory_limit(const Memory *memory) { return memory->limit; }
uint64_t memory_peak(const Memory *memory) { return memory->peak; }

void memory_each(const Memory *memory, void (*visit)(Allocation *, void *), void *context) {
    for (size_t i = 0; i < memory->count; i++)
        if (!memory->allocations[i]->freed) visit(memory->allocations[i], context);
}

static void count_as_written(Allocation *allocation, void *unused) {
    (void)unused;
    allocation->all_initialised = true;
}

void memory_count_as_written(Memory *memory) {
    memory->all_written = true;
    memory_each(memory, count_as_written, NULL);
}

// Adds written bytes to the known pages, which are in one piece: of two pieces apart the longer one stays known. One
// word holds both ends, so kernels whose threads come here at the same time lose at most what the other one added.
static void know_written(Allocation *allocation, uint64_t offset, uint64_t size) {
    uint64_t known = __atomic_load_n(&allocation->written_pages, __ATOMIC_RELAXED);
    uint64_t known_first = (uint32_t)known, known_end = known >> 32;
    uint64_t page = 1ull << WRITTEN_PAGE_SHIFT;
    uint64_t first = (offset + page - 1) >> WRITTEN_PAGE_SHIFT, end = (offset + size) >> WRITTEN_PAGE_SHIFT;
    assert(known_first <= known_end);
    if (first >= end) return;
    bool apart = first > known_end || end < known_first;
    if (apart && end - first <= known_end - known_first) return;
    if (!apart && known_first < first) first = known_first;
    if (!apart && known_end > end) end = known_end;
    __atomic_store_n(&allocation->written_pages, end << 32 | first, __ATOMIC_RELAXED);
}

static void mark_initialised(Allocation *allocation, uint64_t offset, uint64_t size) {
    if (size == 0 || allocation->all_initialised) return;
    assert(allocation->initialised && checked_inside(offset, size, allocation->size));
    bits_set(allocation->initialised, offset, offset + size - 1);
    know_written(allocation, offset, size);
    if (offset == 0 && size == allocation->size) allocation->all_initialised = true;
}

// What something else than a kernel writes.
static void forget_origin(Allocation *allocation, uint64_t offset, uint64_t size) {
    if (size && allocation->computed) bits_clear(allocation->computed, offset, offset + size - 1);
}

void memory_mark(Allocation *allocation, uint64_t offset, uint64_t size) {
    forget_origin(allocation, offset, size);
    mark_initialised(allocation, offset, size);
}

void memory_mark_computed(Allocation *allocation, uint64_t offset, uint64_t size) {
    assert(checked_inside(offset, size, allocation->size));
    if (size && allocation->computed) bits_set(allocation->computed, offset, offset + size - 1);
}

bool memory_computed(const Allocation *allocation, uint64_t offset) {
    assert(offset < allocation->size);
    return allocation->computed && allocation->computed[offset / 64] >> offset % 64 & 1;
}

void memory_unmark(Allocation *allocation, uint64_t offset, uint64_t size) {
    assert(checked_inside(offset, size, allocation->size));
    forget_origin(allocation, offset, size);
    if (size == 0 || allocation->initialised == NULL) return;
    if (allocation->all_initialised) bits_set(allocation->initialised, 0, allocation->size - 1);
    bits_clear(allocation->initialised, offset, offset + size - 1);
    allocation->all_initialised = false;
    allocation->written_pages = 0;
}

bool memory_initialised(const Allocation *allocation, uint64_t offset, uint64_t size, uint64_t *first) {
    if (size == 0 || allocation->all_initialised) return true;
    assert(allocation->initialised && checked_inside(offset, size, allocation->size));
    uint64_t end = offset + size, missing, unit = allocation->widest ? allocation->widest : 1;
    while (offset < end && !bits_all_set(allocation->initialised, offset, end - 1, &missing)) {
        uint64_t begin = missing / unit * unit, after = begin + unit;
        uint64_t last = after < allocation->size ? after - 1 : allocation->size - 1;
        if (first) *first = missing;
        if (!bits_any_set(allocation->initialised, begin, last)) return false;
        offset = after; // the rest of this unit is padding
    }
    return true;
}

// The `count` (at most 64) bits from `first` on, in the low bits.
static uint64_t bits_get(const uint64_t *words, uint64_t first, unsigned count) {
    assert(count >= 1 && count <= 64);
    unsigned shift = first % 64;
    uint64_t bits = words[first / 64] >> shift;
    if (shift + count > 64) bits |= words[first / 64 + 1] << (64 - shift);
    return count == 64 ? bits : bits & ((1ull << count) - 1);
}

// Copies bits as memmove copies bytes, a word of the target at a time.
static void bits_move(uint64_t *to, uint64_t to_first, const uint64_t *from, uint64_t from_first, uint64_t count) {
    bool backwards = to == from && to_first > from_first;
    for (uint64_t left = count; left;) {
        uint64_t at = to_first + (backwards ? left : count - left); // the end of the piece, or its beginning
        unsigned bits = !backwards ? 64 - at % 64 : at % 64 ? at % 64 : 64;
        if (bits > left) bits = (unsigned)left;
        if (backwards) at -= bits;
        assert(bits && at / 64 == (at + bits - 1) / 64);
        uint64_t mask = bits_mask(at / 64, at, at + bits - 1);
        uint64_t moved = bits_get(from, from_first + (at - to_first), bits) << at % 64;
        to[at / 64] = (to[at / 64] & ~mask) | moved;
        left -= bits;
    }
}

static void mark_copy_computed(Allocation *to, uint64_t to_offset, const Allocation *from, uint64_t from_offset,
                               uint64_t size) {
    if (!to->computed) return;
    if (from->host_visible || !from->computed) bits_clear(to->computed, to_offset, to_offset + size - 1);
    else bits_move(to->computed, to_offset, from->computed, from_offset, size);
}

void memory_mark_copy(Allocation *to, uint64_t to_offset, const Allocation *from, uint64_t from_offset, uint64_t size) {
    if (size == 0) return;
    assert(checked_inside(to_offset, size, to->size) && checked_inside(from_offset, size, from->size));
    if (from->all_initialised) mark_initialised(to, to_offset, size);
    mark_copy_computed(to, to_offset, from, from_offset, size);
    if (from->all_initialised || to->initialised == NULL) return;
    if (to->all_initialised) { // its marks were not kept up: make them true before some are taken back
        bits_set(to->initialised, 0, to->size - 1);
        to->all_initialised = false;
    }
    bits_move(to->initialised, to_offset, from->initialised, from_offset, size);
    to->written_pages = 0; // some of the bytes that were copied may not be written
}

void memory_touch(Allocation *allocation, bool is_store, uint64_t first, uint64_t sectors) {
    uint64_t *words = (is_store ? allocation->stored : allocation->loaded) + first / 64;
    unsigned shift = first % 64;
    uint64_t high = shift == 0 ? 0 : sectors >> (64 - shift);
    unsigned added = bits_or(words, sectors << shift);
    if (high != 0) added += bits_or(words + 1, high);
    if (added == 0) return;
    uint64_t last = first + 63 - (unsigned)__builtin_clzll(sectors);
    assert(last < sector_count(allocation->size));
    __atomic_store_n(&allocation->touched[first / SLOT_SECTORS], 1, __ATOMIC_RELAXED);
    __atomic_store_n(&allocation->touched[last / SLOT_SECTORS], 1, __ATOMIC_RELAXED);
}

static uint64_t count_and_clear(uint64_t *words, uint64_t first, uint64_t end) {
    uint64_t count = 0;
    for (uint64_t i = first; i < end; i++) {
        count += (unsigned)__builtin_popcountll(words[i]);
        if (words[i] != 0) words[i] = 0;
    }
    return count;
}

// Of sectors that a launch loaded in these words, those that the program may have written.
static uint64_t count_told(const Allocation *allocation, uint64_t first, uint64_t end) {
    uint64_t sum = 0;
    if (!allocation->lent || allocation->host_visible) return 0;
    for (uint64_t i = first; i < end; i++)
        for (uint64_t left = allocation->loaded[i]; left; left &= left - 1)
            sum += lent_told(allocation->lent, i * 64 + (unsigned)__builtin_ctzll(left));
    return sum;
}

static void footprint_of(Allocation *allocation, void *context) {
    assert(allocation->initialised || allocation->all_initialised);
    Footprint *sum = context;
    const uint64_t words_per_slot = SLOT_SECTORS / 64, words = bits_words(sector_count(allocation->size));
    uint64_t loaded = 0, stored = 0;
    for (uint64_t slot = 0; slot < slot_count(allocation->size); slot++) {
        if (!allocation->touched[slot]) continue;
        uint64_t first = slot * words_per_slot, end = first + words_per_slot;
        if (end > words) end = words;
        sum->from_host += count_told(allocation, first, end);
        loaded += count_and_clear(allocation->loaded, first, end);
        stored += count_and_clear(allocation->stored, first, end);
        allocation->touched[slot] = 0;
    }
    sum->loaded += loaded;
    sum->from_host += allocation->host_visible ? loaded : 0;
    sum->stored += stored;
    // A launch often completes an array: then later reads need not look at its marks.
    if (stored != 0 && !allocation->all_initialised)
        allocation->all_initialised = bits_all_set(allocation->initialised, 0, allocation->size - 1, NULL);
}

Footprint memory_footprint(Memory *memory) {
    Footprint sum = {0};
    memory_each(memory, footprint_of, &sum);
    return sum;
}
