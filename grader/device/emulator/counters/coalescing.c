// coalescing.c - global memory: requests, the 32-byte sectors they touch, and the sectors a launch needs from DRAM.
//
// A request is a warp-level access with a lane active. Its sectors are the distinct ones of all lanes, however
// wide the access: vector accesses are no exception (measured on an H200). Accesses are aligned to their size, so
// a lane's bytes lie in one sector.
#include "../base/invariant.h"
#include "meters.h"

#include <assert.h>
#include <string.h>

#define NEAR_SECTORS 64 // a window whose sectors fit the bits of a word

static inline uint64_t sector_of(uint64_t address) { return address / SECTOR_BYTES; }

// Records the sectors for the launch's DRAM traffic. An atomic reads and writes.
static void touch(const Access *access, Allocation *allocation, uint64_t first, uint64_t sectors) {
    assert(sectors && sector_of(allocation->base) <= first);
    uint64_t offset = first - sector_of(allocation->base);
    if (access->kind != ACCESS_STORE) memory_touch(allocation, false, offset, sectors);
    if (access_writes(access)) memory_touch(allocation, true, offset, sectors);
}

// Bit i: sector first + i is touched.
static uint64_t near_sectors(const Access *access, uint64_t first) {
    uint64_t sectors = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) sectors |= 1ull << (sector_of(access->address[lane]) - first);
    return sectors;
}

// Distinct sectors of any pattern, each once in distinct[]: a table of twice as many places as lanes.
static unsigned far_sectors(const Access *access, uint64_t distinct[WARP_LANES]) {
    enum { PLACES = 2 * WARP_LANES };
    uint64_t table[PLACES];
    memset(table, 0xff, sizeof table); // no sector has this number
    unsigned count = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        uint64_t sector = sector_of(access->address[lane]);
        unsigned place = (unsigned)(sector * 0x9e3779b97f4a7c15ull >> 58);
        while (table[place] != sector && table[place] != UINT64_MAX) place = (place + 1) % PLACES;
        if (table[place] == sector) continue;
        table[place] = sector;
        invariant(count < WARP_LANES);
        distinct[count++] = sector;
    }
    return count;
}

// Halves of a warp that are regular and too far apart for one window, as rows of a 16-wide tile are.
static unsigned count_halves(const Access *access) {
    enum { HALF = WARP_LANES / 2 };
    uint64_t bytes = access->pattern & CONSECUTIVE_HALVES ? (uint64_t)HALF * access->bytes : access->bytes;
    unsigned count = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane += HALF) {
        uint64_t first = sector_of(access->address[lane]), span = sector_of(access->address[lane] + bytes - 1) - first;
        invariant(span < NEAR_SECTORS);
        touch(access, access->allocation, first, ~0ull >> (NEAR_SECTORS - 1 - span));
        count += (unsigned)span + 1;
    }
    return count;
}

static unsigned count_far(const Warp *warp, const Access *access) {
    if (access->allocation != NULL && access->pattern & REGULAR_HALVES) return count_halves(access);
    uint64_t distinct[WARP_LANES];
    unsigned count = far_sectors(access, distinct);
    for (unsigned i = 0; i < count; i++) {
        Allocation *allocation = access->allocation;
        if (allocation == NULL) allocation = memory_find(warp->block->launch->memory, distinct[i] * SECTOR_BYTES);
        if (allocation != NULL) touch(access, allocation, distinct[i], 1); // NULL: a merged part that faults by itself
    }
    return count;
}

// The number of distinct sectors of the access. Marks them as touched, for the traffic of the launch.
static unsigned count_sectors(const Warp *warp, const Access *access) {
    uint64_t first = sector_of(access->lowest), span = sector_of(access->highest - 1) - first;
    if (access->allocation == NULL || span >= NEAR_SECTORS) return count_far(warp, access);
    bool whole = access->pattern & (UNIFORM | CONSECUTIVE);
    uint64_t bits = whole ? ~0ull >> (NEAR_SECTORS - 1 - span) : near_sectors(access, first);
    touch(access, access->allocation, first, bits);
    return (unsigned)__builtin_popcountll(bits);
}

// The access that the assembler makes of this one and its neighbours.
static unsigned count_merged(const Warp *warp, const Access *access) {
    Access merged = *access;
    merged.bytes = access->instruction->merged_bytes;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        merged.address[lane] += (uint64_t)access->instruction->merged_from;
    access_shape(&merged);
    merged.allocation = NULL; // it may reach past the end of this part's
    return count_sectors(warp, &merged);
}

// What all lanes of a request ask for. Lanes that share bytes may ask for more than its sectors hold.
static uint64_t asked_bytes(const Access *access) {
    unsigned bytes = access->instruction->merged_bytes ? access->instruction->merged_bytes : access->bytes;
    return (uint64_t)__builtin_popcount(access->mask) * bytes;
}

void asked_meter(const Warp *warp, const Access *access) {
    (void)warp;
    unsigned used = (unsigned)__builtin_popcount(access->instruction->used_elements);
    uint64_t each = used ? used * access->instruction->bytes : access->bytes;
    access->counts->bytes += (uint64_t)__builtin_popcount(access->mask) * each;
}

static void count_request(Warp *warp, const Access *access) {
    SiteCounts *counts = access->counts;
    counts->requests++;
    unsigned sectors = access->instruction->merged_bytes ? count_merged(warp, access) : count_sectors(warp, access);
    assert(sectors >= 1);
    uint64_t asked = asked_bytes(access), held = (uint64_t)sectors * SECTOR_BYTES;
    counts->wasted += held > asked ? held - asked : 0; // where lanes share bytes, that makes up for no other's waste
    if (!access_is_atomic(access)) counts->sectors += sectors; // counters/atomics.c counts theirs
}

static void count_part(void *warp, const Access *part) { count_request(warp, part); }

void coalescing_meter(Warp *warp, const Access *access) {
    if (access->instruction->used_elements) access_each_part(access, count_part, warp);
    else count_request(warp, access);
}
