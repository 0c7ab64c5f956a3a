// race_records.c - who touched which bytes of a sector, and whether the next one races with them. (race_blocks.h)
//
// A page holds the records of 4 KB of memory: for each sector a list of accessors, those of lower blocks first.
// For each byte and kind of access, the accessors of the two lowest blocks are kept.
#include "race_blocks.h"
#include <stdlib.h>
#include <string.h>

#define PAGE_SECTORS 128u
#define ACCESSORS_MOST 60000u // of a page
#define LIST_MOST 48          // of a sector
#define UNSETTLED UINT32_MAX
#define BYTES_MOST (128ull << 20) // of a launch's records; what comes after is not compared

struct RacePage {
    uint64_t number; // sector / PAGE_SECTORS
    uint32_t count, room;
    Accessor *accessors; // [0] is not used
    uint16_t first[PAGE_SECTORS];
    // The second block that has read all of a sector to which nothing else was done: plain reads by higher blocks
    // change nothing. UNSETTLED: there is no such block. Looked at without the lock: a reader that misses a change came
    // before it, and whoever made the change compares with the two lowest readers.
    _Atomic uint32_t settled[PAGE_SECTORS];
};

// ---- pages -----------------------------------------------------------------------------------------------------

static bool has_room(RaceBlocks *races, uint64_t bytes) {
    if (atomic_load_explicit(&races->bytes, memory_order_relaxed) + bytes > BYTES_MOST) return false;
    atomic_fetch_add_explicit(&races->bytes, bytes, memory_order_relaxed);
    return true;
}

static uint32_t place_of(const Stripe *stripe, uint64_t number) {
    uint32_t place = (uint32_t)(number * 0x9e3779b97f4a7c15ull >> 32) & (stripe->places - 1);
    while (stripe->pages[place] && stripe->pages[place]->number != number) place = (place + 1) & (stripe->places - 1);
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
    if (*page || !has_room(races, sizeof **page)) return *page;
    *page = calloc(1, sizeof **page);
    if (!*page) return NULL;
    (*page)->number = number;
    (*page)->count = 1;
    memset((*page)->settled, 0xff, sizeof(*page)->settled);
    stripe->count++;
    return *page;
}

static bool page_grow(RaceBlocks *races, RacePage *page) {
    if (page->count < page->room) return true;
    uint32_t room = page->room ? 2 * page->room : 32;
    if (page->count >= ACCESSORS_MOST || !has_room(races, (room - page->room) * sizeof *page->accessors)) return false;
    Accessor *larger = realloc(page->accessors, room * sizeof *larger);
    if (!larger) return false;
    page->accessors = larger;
    page->room = room;
    return true;
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
static uint32_t changed_bytes(const Piece *piece) {
    unsigned first = (unsigned)__builtin_ctz(piece->mask);
    uint32_t changed = 0;
    if (!piece->values) return piece->mask;
    for (unsigned n = 0; piece->mask >> first >> n & 1; n++) {
        changed |= (uint32_t)(piece->memory[n] != piece->values[n]) << (first + n);
        if (first + n == 31) break;
    }
    return changed;
}

// Writes the bytes now, for another block that runs at the same time may compare with them: the store comes later.
static void store_values(const Piece *piece) {
    unsigned first = (unsigned)__builtin_ctz(piece->mask);
    for (unsigned n = 0; first + n < 32 && piece->mask >> (first + n) & 1; n++) piece->memory[n] = piece->values[n];
}

static void compare(RaceBlocks *races, const RacePage *page, const Block *block, const Piece *piece,
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

static void insert(RaceBlocks *races, RacePage *page, const Piece *piece, const Accessor *me) {
    uint16_t *first = &page->first[piece->sector % PAGE_SECTORS], before = 0;
    uint32_t left = me->mask, length = 0;
    for (uint16_t n = *first; n; n = page->accessors[n].next, length++) {
        Accessor *known = &page->accessors[n];
        if (covers(known, me, &left)) return;
        if (known->block <= me->block) before = n;
    }
    for (uint16_t n = *first; n; n = page->accessors[n].next)
        if (join(&page->accessors[n], me)) return;
    if (length >= LIST_MOST || is_superfluous(page, *first, me) || !page_grow(races, page)) return;
    uint16_t new = (uint16_t)page->count++;
    page->accessors[new] = *me;
    page->accessors[new].next = before ? page->accessors[before].next : *first;
    if (before) page->accessors[before].next = new;
    else *first = new;
}

void race_records_note(RaceBlocks *races, const Block *block, const Piece *piece, Touch touch, uint32_t location) {
    Accessor me = {.block = block->index,
                   .location = location,
                   .mask = piece->mask,
                   .fences = block->order->fences,
                   .thread = (uint16_t)piece->thread,
                   .step = (uint8_t)piece->step,
                   .touch = (uint8_t)touch};
    uint64_t number = piece->sector / PAGE_SECTORS;
    Stripe *stripe = &races->stripes[number % STRIPES];
    lock_take(&stripe->lock);
    RacePage *page = page_of(races, stripe, number);
    if (page) {
        compare(races, page, block, piece, &me);
        insert(races, page, piece, &me);
        unsigned place = piece->sector % PAGE_SECTORS;
        page->settled[place] = touch == TOUCH_READ ? settled_by(page, page->first[place]) : UNSETTLED;
    }
    if (touch == TOUCH_WRITE && piece->values) store_values(piece);
    lock_release(&stripe->lock);
}

static const RacePage *page_known(RaceBlocks *races, RaceMemory *memory, uint64_t number) {
    const RacePage **kept = &memory->page[number % PAGES_KEPT];
    if (*kept && (*kept)->number == number) return *kept;
    Stripe *stripe = &races->stripes[number % STRIPES];
    lock_take(&stripe->lock);
    const RacePage *page = stripe->places ? stripe->pages[place_of(stripe, number)] : NULL;
    lock_release(&stripe->lock);
    if (page) *kept = page;
    return page;
}

bool race_records_settled(RaceBlocks *races, RaceMemory *memory, uint32_t block, uint64_t first, uint64_t end) {
    const RacePage *page = NULL;
    for (uint64_t sector = first >> SECTOR_SHIFT; sector <= (end - 1) >> SECTOR_SHIFT; sector++) {
        if (!page || sector % PAGE_SECTORS == 0) page = page_known(races, memory, sector / PAGE_SECTORS);
        if (!page) return false;
        if (block <= atomic_load_explicit(&page->settled[sector % PAGE_SECTORS], memory_order_relaxed)) return false;
    }
    return true;
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
}
