// race_records.c - who touched which bytes of a sector, and whether the next one races with them. (race_blocks.h)
//
// A page holds the records of 4 KB of memory. Of a granule that was only accessed as a whole, by one block or only
// read, it has up to two entries; any other access turns them into lists, for each sector a list of accessors, those of
// lower blocks first. Per byte and kind of access, the accessors of the two lowest blocks are kept.
#include "../../system/grow.h"
#include "../../system/hash.h"
#include "race_blocks.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define PAGE_SHIFT 12
#define PAGE_GRANULES (1u << (PAGE_SHIFT - GRANULE_SHIFT))
#define GRANULE_SECTORS (1u << (GRANULE_SHIFT - SECTOR_SHIFT))
#define PAGE_SECTORS (PAGE_GRANULES * GRANULE_SECTORS)
#define ACCESSORS_MOST 60000u // of a page
#define LIST_MOST 48          // of a sector
#define UNSETTLED UINT32_MAX
#define PAGES_LOOKED_AT 64        // of an access whose lanes lie far apart
#define BYTES_MOST (128ull << 20) // of a launch's records; what comes after is not compared
_Static_assert(PAGE_SECTORS *LIST_MOST < ACCESSORS_MOST && ACCESSORS_MOST < UINT16_MAX, "16 bits name an accessor");

// Consecutive threads of a block that touched all bytes of a granule.
typedef struct {
    uint32_t block, location, fences;
    uint16_t thread;
    uint8_t step; // 0: there is no such access
    uint8_t touch;
} WholeAccess;

struct RacePage {
    uint64_t number;           // address >> PAGE_SHIFT
    uint32_t settled, highest; // how many sectors are, and the highest block that ever settled one
    uint32_t count;
    size_t capacity;
    Accessor *accessors; // [0] is not used
    uint16_t first[PAGE_SECTORS];
    WholeAccess whole[PAGE_GRANULES][2]; // two: both read, and the first one's block is lower
};

// Bytes of one sector, part of a piece.
typedef struct {
    uint64_t sector;
    uint32_t mask;
    const uint8_t *values; // that are written there, NULL: not known
    const uint8_t *memory; // what is there now
} SectorPiece;

// ---- pages -----------------------------------------------------------------------------------------------------

static bool within_budget(RaceBlocks *races, uint64_t bytes) {
    if (atomic_load_explicit(&races->bytes, memory_order_relaxed) + bytes > BYTES_MOST) return false;
    atomic_fetch_add_explicit(&races->bytes, bytes, memory_order_relaxed);
    return true;
}

static uint32_t place_of(const Stripe *stripe, uint64_t number) {
    assert(stripe->count < stripe->places && (stripe->places & (stripe->places - 1)) == 0);
    uint32_t place;
    HASH_SEARCH(place, (uint32_t)(hash_mixed(0, number) >> 32), stripe->places - 1,
                !stripe->pages[place] || stripe->pages[place]->number == number);
    return place;
}

static bool stripe_grow(Stripe *stripe) {
    Stripe larger = *stripe;
    larger.places = stripe->places ? 2 * stripe->places : 16;
    larger.pages = calloc(larger.places, sizeof *larger.pages);
    if (!larger.pages) return false;
    for (uint32_t n = 0; n < stripe->places; n++)
        if (stripe->pages[n]) larger.pages[place_of(&larger, stripe->pages[n]->number)] = stripe->pages[n];
    free(stripe->pages);
    stripe->pages = larger.pages;
    stripe->places = larger.places;
    return true;
}

static RacePage *page_of(RaceBlocks *races, Stripe *stripe, uint64_t number) {
    if (2 * stripe->count >= stripe->places && !stripe_grow(stripe)) return NULL;
    RacePage **page = &stripe->pages[place_of(stripe, number)];
    if (*page || !within_budget(races, sizeof **page)) return *page;
    *page = calloc(1, sizeof **page);
    if (!*page) return NULL;
    (*page)->number = number;
    (*page)->count = 1;
    stripe->count++;
    return *page;
}

static bool page_grow(RaceBlocks *races, RacePage *page) {
    if (page->count < page->capacity) return true;
    size_t capacity = page->capacity ? 2 * page->capacity : 32, more = capacity - page->capacity;
    if (page->count >= ACCESSORS_MOST || !within_budget(races, more * sizeof *page->accessors)) return false;
    return ARRAY_RESERVE(page->accessors, page->capacity, capacity);
}

// ---- a sector --------------------------------------------------------------------------------------------------

static bool is_plain(const Accessor *accessor) { return accessor->touch == TOUCH_WRITE; }

// A plain store after a fence, to what others look at with atomics: a flag, or the end of a lock.
static bool is_signal(const Accessor *writer, const Accessor *other) {
    return writer->fences != 0 && (other->touch == TOUCH_ATOMIC || other->touch == TOUCH_PEEK);
}

static bool conflict(const Accessor *a, const Accessor *b) {
    if (is_plain(a)) return !is_signal(a, b);
    if (is_plain(b)) return !is_signal(b, a);
    return (a->touch == TOUCH_READ && b->touch == TOUCH_ATOMIC) || (a->touch == TOUCH_ATOMIC && b->touch == TOUCH_READ);
}

// Of the bytes that the piece writes those that have another value now.
static uint32_t changed_bytes(const SectorPiece *piece) {
    unsigned first = (unsigned)__builtin_ctz(piece->mask), count = (unsigned)__builtin_popcount(piece->mask);
    assert(first + count == 32 - (unsigned)__builtin_clz(piece->mask)); // one run of bytes
    uint32_t changed = 0;
    if (!piece->values) return piece->mask;
    for (unsigned n = 0; n < count; n++) changed |= (uint32_t)(piece->memory[n] != piece->values[n]) << (first + n);
    return changed;
}

static void compare(RaceBlocks *races, const RacePage *page, const Block *block, const SectorPiece *piece,
                    const Accessor *me) {
    for (uint16_t n = page->first[piece->sector % PAGE_SECTORS]; n; n = page->accessors[n].next) {
        const Accessor *other = &page->accessors[n];
        uint32_t common = other->mask & me->mask;
        if (!common) continue;
        if (other->block == me->block) {
            if (me->touch == TOUCH_ATOMIC && other->touch == TOUCH_READ) race_looks_ahead(races, other->location);
            continue;
        }
        if (!conflict(other, me)) continue;
        if (is_plain(other) && is_plain(me)) common &= changed_bytes(piece);
        if (common && race_unordered(races, block, other)) race_found(races, piece->sector, common, me, other);
    }
}

// Whether the block's records say all that this accessor adds for these bytes.
static bool covers(const Accessor *known, const Accessor *me, uint32_t *left) {
    if (known->block != me->block || known->touch != me->touch || known->fences != me->fences) return false;
    *left &= ~known->mask;
    return *left == 0;
}

// The thread that the accessor names for a byte.
static uint32_t thread_at(const Accessor *accessor, unsigned byte) {
    return accessor->thread + (accessor->step ? (byte - (unsigned)__builtin_ctz(accessor->mask)) / accessor->step : 0);
}

// One accessor can stand for both: what came after a fence for what came before it, the same thread, or threads in a
// row.
static bool join(Accessor *known, const Accessor *me) {
    if (known->block != me->block || known->touch != me->touch) return false;
    if (known->fences < me->fences && !(known->mask & ~me->mask)) {
        uint16_t next = known->next;
        *known = *me;
        known->next = next;
        return true;
    }
    if (known->fences != me->fences || known->location != me->location || known->mask & me->mask) return false;
    unsigned ours = (unsigned)__builtin_popcount(known->mask), mine = (unsigned)__builtin_popcount(me->mask);
    bool alone = (known->step == 0 || ours <= known->step) && mine <= me->step;
    if (alone && known->thread == me->thread) {
        known->mask |= me->mask;
        known->step = 0; // all of the one thread
        return true;
    }
    unsigned end = 32 - (unsigned)__builtin_clz(known->mask), first = (unsigned)__builtin_ctz(me->mask);
    if (!known->step || known->step != me->step || end != first || thread_at(known, first) != me->thread) return false;
    known->mask |= me->mask;
    return true;
}

// Each of its bytes was touched in the same way by two lower blocks.
static bool is_superfluous(const RacePage *page, uint16_t first, const Accessor *me) {
    uint32_t once = 0, twice = 0, of_block = 0, block = UINT32_MAX;
    for (uint16_t n = first; n; n = page->accessors[n].next) {
        const Accessor *other = &page->accessors[n];
        if (other->block >= me->block) break;
        if (other->touch != me->touch) continue;
        if (other->block != block) {
            twice |= once & of_block;
            once |= of_block;
            of_block = 0;
            block = other->block;
        }
        of_block |= other->mask;
    }
    twice |= once & of_block;
    return !(me->mask & ~twice);
}

static uint32_t settled_by(const RacePage *page, uint16_t first) {
    uint32_t once = 0, twice = 0, of_block = 0, block = UINT32_MAX;
    for (uint16_t n = first; n; n = page->accessors[n].next) {
        const Accessor *other = &page->accessors[n];
        if (other->touch != TOUCH_READ) return UNSETTLED;
        if (other->block != block) {
            once |= of_block;
            of_block = 0;
            block = other->block;
        }
        of_block |= other->mask;
        twice |= once & of_block;
    }
    return ~twice == 0 ? block : UNSETTLED;
}

static void insert(RaceBlocks *races, RacePage *page, uint64_t sector, const Accessor *me) {
    uint16_t *first = &page->first[sector % PAGE_SECTORS], before = 0;
    uint32_t left = me->mask, length = 0;
    for (uint16_t n = *first; n; n = page->accessors[n].next, length++) {
        Accessor *known = &page->accessors[n];
        if (covers(known, me, &left)) return;
        if (known->block <= me->block) before = n;
    }
    for (uint16_t n = *first; n; n = page->accessors[n].next)
        if (join(&page->accessors[n], me)) return;
    if (length >= LIST_MOST || is_superfluous(page, *first, me) || !page_grow(races, page)) return;
    assert(page->count < page->capacity && page->count <= UINT16_MAX);
    assert(!before || page->accessors[before].block <= me->block);
    uint16_t new = (uint16_t)page->count++;
    page->accessors[new] = *me;
    page->accessors[new].next = before ? page->accessors[before].next : *first;
    if (before) page->accessors[before].next = new;
    else *first = new;
}

// ---- settled sectors -------------------------------------------------------------------------------------------

static Settled *settled_create(const Allocation *allocation) {
    uint64_t pages = (allocation->size >> PAGE_SHIFT) + 1, sectors = pages * PAGE_SECTORS;
    Settled *settled = calloc(1, sizeof *settled + (sectors + pages) * sizeof *settled->sectors);
    if (settled) settled->pages = settled->sectors + sectors;
    return settled;
}

static Settled *settled_of(RaceBlocks *races, Allocation *allocation) {
    if (allocation->settled) return allocation->settled;
    lock_take(&races->lock);
    if (!allocation->settled && ARRAY_GROW(races->settled, races->settled_count)) {
        Settled *settled = settled_create(allocation);
        if (settled) races->settled[races->settled_count++] = allocation;
        __atomic_store_n(&allocation->settled, settled, __ATOMIC_RELEASE);
    }
    lock_release(&races->lock);
    return allocation->settled;
}

// The sector is settled by that block from now on, or UNSETTLED.
static void settle(RaceBlocks *races, RacePage *page, Allocation *allocation, uint64_t sector, uint32_t block) {
    if (block == UNSETTLED && !page->settled) return;
    Settled *settled = settled_of(races, allocation);
    if (!settled) return;
    uint64_t place = sector - (allocation->base >> SECTOR_SHIFT);
    assert(place <= allocation->size >> SECTOR_SHIFT && page->settled <= PAGE_SECTORS);
    assert(page->settled || !settled->sectors[place]);
    if (settled->sectors[place]) page->settled--;
    if (block != UNSETTLED) page->settled++;
    if (block != UNSETTLED && block > page->highest) page->highest = block;
    __atomic_store_n(&settled->sectors[place], ~block, __ATOMIC_RELAXED);
    uint32_t all = page->settled == PAGE_SECTORS ? ~page->highest : 0;
    __atomic_store_n(&settled->pages[place / PAGE_SECTORS], all, __ATOMIC_RELAXED);
}

static bool all_above(const uint32_t *entries, uint64_t first, uint64_t last, uint32_t block) {
    for (uint64_t n = first; n <= last; n++)
        if (__atomic_load_n(&entries[n], __ATOMIC_RELAXED) <= ~block) return false;
    return true;
}

bool race_records_settled(const Allocation *allocation, uint32_t block, uint64_t first, uint64_t end) {
    const Settled *settled = __atomic_load_n(&allocation->settled, __ATOMIC_ACQUIRE);
    if (!settled) return false;
    uint64_t low = first - allocation->base, high = end - 1 - allocation->base;
    return all_above(settled->sectors, low >> SECTOR_SHIFT, high >> SECTOR_SHIFT, block);
}

bool race_records_pages_settled(const Allocation *allocation, uint32_t block, uint64_t first, uint64_t end) {
    const Settled *settled = __atomic_load_n(&allocation->settled, __ATOMIC_ACQUIRE);
    if (!settled) return false;
    uint64_t low = (first - allocation->base) >> PAGE_SHIFT, high = (end - 1 - allocation->base) >> PAGE_SHIFT;
    return high - low < PAGES_LOOKED_AT && all_above(settled->pages, low, high, block);
}

// ---- a granule -------------------------------------------------------------------------------------------------

static bool same_access(const WholeAccess *known, const Accessor *me) {
    return known->step && known->block == me->block && known->touch == me->touch && known->fences == me->fences;
}

static bool has_lists(const RacePage *page, uint64_t granule) {
    const uint16_t *first = &page->first[granule % PAGE_GRANULES * GRANULE_SECTORS];
    for (unsigned n = 0; n < GRANULE_SECTORS; n++)
        if (first[n]) return true;
    return false;
}

// Notes an access of the whole granule in its entries. false: they cannot tell it.
static bool note_whole(RaceBlocks *races, RacePage *page, const Piece *piece, const Accessor *me) {
    WholeAccess *known = page->whole[piece->granule % PAGE_GRANULES];
    if (same_access(&known[0], me) || same_access(&known[1], me)) return true;
    WholeAccess access = {me->block, me->location, me->fences, me->thread, me->step, me->touch};
    if (!known[0].step) {
        if (has_lists(page, piece->granule)) return false;
        known[0] = access;
        return true;
    }
    bool again = known[0].block == me->block || (known[1].step && known[1].block == me->block);
    if (me->touch != TOUCH_READ || known[0].touch != TOUCH_READ || again) return false;
    if (known[1].step && known[1].block < me->block) return true;
    bool lower = me->block < known[0].block;
    if (lower) known[1] = known[0];
    known[lower ? 0 : 1] = access;
    assert(known[0].block < known[1].block);
    for (unsigned n = 0; n < GRANULE_SECTORS; n++)
        settle(races, page, piece->allocation, piece->granule * GRANULE_SECTORS + n, known[1].block);
    return true;
}

// Turns the entries of a granule into lists.
static void make_lists(RaceBlocks *races, RacePage *page, uint64_t granule) {
    WholeAccess *known = page->whole[granule % PAGE_GRANULES];
    for (unsigned n = 0; n < 2 && known[n].step; n++)
        for (unsigned part = 0; part < GRANULE_SECTORS; part++) {
            uint32_t threads = (part << SECTOR_SHIFT) / known[n].step; // before this sector
            Accessor accessor = {.block = known[n].block,
                                 .location = known[n].location,
                                 .mask = UINT32_MAX,
                                 .fences = known[n].fences,
                                 .thread = (uint16_t)(known[n].thread + threads),
                                 .step = known[n].step,
                                 .touch = known[n].touch};
            insert(races, page, granule * GRANULE_SECTORS + part, &accessor);
        }
    memset(known, 0, 2 * sizeof *known);
}

static void note_sectors(RaceBlocks *races, RacePage *page, const Block *block, const Piece *piece, Accessor me,
                         uint8_t *memory) {
    unsigned start = (unsigned)__builtin_ctzll(piece->mask);
    uint32_t thread = me.thread;
    for (unsigned part = 0; part < GRANULE_SECTORS; part++) {
        me.mask = (uint32_t)(piece->mask >> (part << SECTOR_SHIFT));
        if (!me.mask) continue;
        uint64_t sector = piece->granule * GRANULE_SECTORS + part;
        unsigned before = (part << SECTOR_SHIFT) + (unsigned)__builtin_ctz(me.mask) - start; // bytes of the piece
        me.thread = (uint16_t)(thread + before / me.step);
        const uint8_t *values = piece->values ? piece->values + before : NULL;
        compare(races, page, block, &(SectorPiece){sector, me.mask, values, memory + before}, &me);
        insert(races, page, sector, &me);
        bool reads = me.touch == TOUCH_READ;
        uint32_t settled_by_block = reads ? settled_by(page, page->first[sector % PAGE_SECTORS]) : UNSETTLED;
        settle(races, page, piece->allocation, sector, settled_by_block);
    }
}

void race_records_note(RaceBlocks *races, const Block *block, const Piece *piece, Touch touch, uint32_t location) {
    Accessor me = {.block = block->index,
                   .location = location,
                   .fences = block->order->fences,
                   .thread = (uint16_t)piece->thread,
                   .step = (uint8_t)piece->step,
                   .touch = (uint8_t)touch};
    uint64_t start = (piece->granule << GRANULE_SHIFT) + (unsigned)__builtin_ctzll(piece->mask);
    uint8_t *memory = piece->allocation->data + (start - piece->allocation->base);
    uint64_t number = piece->granule / PAGE_GRANULES;
    assert(piece->mask && piece->step && touch <= TOUCH_ATOMIC);
    assert(start >= piece->allocation->base && start < piece->allocation->base + piece->allocation->size);
    Stripe *stripe = &races->stripes[number % STRIPES];
    lock_take(&stripe->lock);
    RacePage *page = page_of(races, stripe, number);
    if (page && (piece->mask != UINT64_MAX || !note_whole(races, page, piece, &me))) {
        make_lists(races, page, piece->granule);
        note_sectors(races, page, block, piece, me, memory);
    }
    // The bytes are written now, for another block that runs at the same time may compare with them: the store comes
    // later.
    if (touch == TOUCH_WRITE && piece->values) memcpy(memory, piece->values, (size_t)__builtin_popcountll(piece->mask));
    lock_release(&stripe->lock);
}

void race_records_free(RaceBlocks *races) {
    for (unsigned s = 0; s < STRIPES; s++) {
        Stripe *stripe = &races->stripes[s];
        for (uint32_t n = 0; n < stripe->places; n++) {
            if (stripe->pages[n]) free(stripe->pages[n]->accessors);
            free(stripe->pages[n]);
        }
        free(stripe->pages);
    }
    for (uint32_t n = 0; n < races->settled_count; n++) {
        free(races->settled[n]->settled);
        races->settled[n]->settled = NULL;
    }
    free(races->settled);
}
