// race_blocks.h - races between blocks of a launch in global memory: what its parts share.
//
// Blocks run one after another here, or a few at a time; on hardware in any order and at once. Two of them race if both
// access a byte, one writes, not both are atomic, and nothing orders them. For each 32-byte sector it is remembered
// which blocks accessed which of its bytes, how, and where in the source. That would cost much for what is only read,
// so loads are looked at only where the launch can write: in allocations that its stores can reach from its parameters
// (written_roots.c), there between the addresses that follow from the launch's shape (launch_addresses.c), and in any
// other allocation from its first store on. Where nothing follows, an allocation may hold inputs and outputs. Then most
// loads concern sectors that two lower blocks have read and nobody has written: a table of the allocation says so
// (Allocation.settled), and nothing more is done about them.
//
// Most warps access whole rows. So what is noted is a granule of two sectors, a row of 16 floats, and as long as all
// accesses to it were of the whole granule and can be told in two entries, no lists are made (race_records.c).
//
// What is remembered does not depend on the order in which blocks came: of many readers (or writers) of a byte those of
// the lowest blocks stay, and two are enough, since whoever comes is another block than one of them. So what is
// reported does not depend on it either, unless blocks synchronise.
//
// Blocks order each other by a fence and then something atomic (a release), and something atomic that comes after it
// (an acquire). Any two such count, whatever their addresses: a few races are missed that way, and nothing is reported
// that is none. (race_order.c)
#ifndef RACE_BLOCKS_H
#define RACE_BLOCKS_H

#include "../base/threads.h"
#include "../decode/launch_addresses.h"
#include "../machine/access.h"

#define SECTOR_SHIFT 5
#define GRANULE_SHIFT 6

// How a block touches bytes. An ordered (volatile, relaxed, acquire) load PEEKs, such a store is ATOMIC.
typedef enum { TOUCH_READ, TOUCH_PEEK, TOUCH_WRITE, TOUCH_ATOMIC } Touch;

// What orders the accesses of one block. A Block uses its own for one block of the grid after another.
typedef struct BlockOrder {
    uint32_t generation; // of what the worker's cache holds of this block since its last fence
    uint32_t fences;     // after which something was accessed before
    uint32_t published;  // fences that a release has made known
    uint64_t acquired;   // releases of the launch that an acquire may have seen
    bool touched;        // memory, since the last fence
    bool acquires;       // `acquired` is to be brought up to date at the next access
} BlockOrder;

// Bytes of one granule that lanes touch one after another.
typedef struct {
    uint64_t granule;       // address >> GRANULE_SHIFT
    uint64_t mask;          // of its bytes
    uint32_t thread;        // that touches the first of them
    uint32_t step;          // bytes of each thread
    const uint8_t *values;  // that are written there, NULL: not known
    Allocation *allocation; // which holds them
} Piece;

// Who touched bytes of a sector: one block, in one way, at one place of the source.
typedef struct {
    uint32_t block, location, mask;
    uint32_t fences; // of the block before
    uint16_t thread, next;
    uint8_t step, touch;
} Accessor;

typedef struct RaceBlocks RaceBlocks;
typedef struct RacePage RacePage;

// What a worker remembers during a launch: what its blocks have touched lately.
#define TOUCHED_PLACES 2048
typedef struct RaceMemory {
    struct {
        uint64_t key; // granule, and how
        uint64_t mask;
        uint32_t generation;
    } touched[TOUCHED_PLACES];
} RaceMemory;

// grid.c: NULL if there is nothing to look for (or no memory). addresses: NULL if nothing is known.
RaceBlocks *race_blocks_begin(const Launch *launch, const LaunchAddresses *addresses);
// Hands the launch's races to its list of faults. last_block: blocks after it do not count.
void race_blocks_end(RaceBlocks *races, Launch *launch, uint32_t last_block);

void race_memory_free(RaceMemory *memory);

// What blocks of a launch have settled of an allocation. A sector is settled if two blocks have read all of it and
// nobody has done anything else there: plain reads by blocks above the second one change nothing. Its entry is the
// complement of that block, 0: it is not settled. A page's entry is that of its sectors' highest block.
//
// It is looked at without a lock: a reader that misses a change came before it, and whoever made the change compares
// with the two lowest readers.
typedef struct Settled {
    uint32_t *pages;
    uint32_t sectors[];
} Settled;

// race_records.c
// True if all sectors, or all pages, of the allocation that [first, end) touches are settled by lower blocks.
bool race_records_settled(const Allocation *allocation, uint32_t block, uint64_t first, uint64_t end);
bool race_records_pages_settled(const Allocation *allocation, uint32_t block, uint64_t first, uint64_t end);
void race_records_note(RaceBlocks *races, const Block *block, const Piece *piece, Touch touch, uint32_t location);
void race_records_free(RaceBlocks *races);

// race_order.c: before the block's first instruction; before each access that is looked at.
bool race_order_create(Block *block); // false: out of memory
void race_order_begin(Block *block);
void race_order_before(Block *block);
// Nothing orders the accessor before what the block does now.
bool race_unordered(RaceBlocks *races, const Block *block, const Accessor *other);
void race_order_free(RaceBlocks *races);

// race_found.c: two accessors of the mask's bytes race. A block that loads words plainly and then changes them with an
// atomic only looks at them first, as before a compare-and-swap: no race of a load at that location is reported.
void race_found(RaceBlocks *races, uint64_t sector, uint32_t mask, const Accessor *a, const Accessor *b);
void race_looks_ahead(RaceBlocks *races, uint32_t location);

// ---- the state, for these files --------------------------------------------------------------------------------

enum { STRIPES = 64, FOUND_MOST = 256, COUNTED_PLACES = 1 << 14 };

typedef struct {
    Lock lock;
    RacePage **pages; // open addressing
    uint32_t count, places;
} Stripe;

typedef struct {
    Accessor a, b; // a writes plainly, or reads what b changes atomically
    uint64_t address;
    uint64_t words;
} FoundRace;

typedef struct {
    uint64_t key; // sector and race, 0: free
    uint32_t mask;
} Counted;

struct RaceBlocks {
    const Launch *launch;
    uint32_t blocks;
    bool everything; // stores reach memory that cannot be told before
    Stripe stripes[STRIPES];
    _Atomic uint64_t bytes; // that records take
    Lock lock;              // of what follows
    Allocation **settled;   // that have a table
    uint32_t settled_count;
    uint64_t releases; // so far
    struct Releases **of_block;
    FoundRace found[FOUND_MOST];
    uint32_t found_count;
    uint32_t *looking; // locations of loads that look ahead
    uint32_t looking_count;
    Counted *counted;
};

// What Allocation.watched is of memory that the launch writes.
static inline uint64_t race_blocks_mark(const Launch *launch) { return launch->number + 1; }

// Whether the launch may write to bytes of [low, high) of the allocation, as far as is known.
static inline bool race_blocks_watched(const Launch *launch, const Allocation *allocation, uint64_t low,
                                       uint64_t high) {
    return __atomic_load_n(&allocation->watched, __ATOMIC_ACQUIRE) == race_blocks_mark(launch) &&
           low < __atomic_load_n(&allocation->watched_high, __ATOMIC_RELAXED) &&
           high > __atomic_load_n(&allocation->watched_low, __ATOMIC_RELAXED);
}

// Whether the access can be one of a race, in its block or between blocks: not where threads are known to stay apart,
// and not a plain load of what the launch does not write, the most frequent by far.
static inline bool race_concerns(const Launch *launch, const Access *access) {
    const RaceBlocks *races = launch->races;
    bool plain_load = access->kind == ACCESS_LOAD && !access_is_ordered(access);
    if (launch->apart) return false;
    if (!races || !plain_load || !access->allocation || races->everything) return true;
    return race_blocks_watched(launch, access->allocation, access->lowest, access->highest);
}

#endif
