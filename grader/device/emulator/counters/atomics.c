// atomics.c - sectors of global atomics: the sum over sectors of the largest number of lanes at one address.
//
// Lanes that meet at one word go one after another, lanes at different words of a sector together (measured on an
// H200 for 4- and 8-byte atomics and reductions of every kind). Sectors do not wait for each other, so the turns of a
// request are those of the sector that has most. A request of 32 lanes at one word has 32 turns, as 32 requests of a
// lane each have. Hardware has no counter of turns; of a request to a single sector they are its sectors.
#include "meters.h"
#include <assert.h>

#define BANKS 32
#define WORD_BYTES 4

static uint32_t lanes_at(const Access *access, uint32_t among, uint64_t address) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) lanes |= (uint32_t)(access->address[lane] == address) << lane;
    return lanes & among;
}

static uint32_t lanes_in_sector(const Access *access, uint32_t among, uint64_t sector) {
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        lanes |= (uint32_t)(access->address[lane] / SECTOR_BYTES == sector) << lane;
    return lanes & among;
}

static unsigned most_at_one_address(const Access *access, uint32_t lanes) {
    unsigned most = 0;
    while (lanes != 0) {
        uint32_t same = lanes_at(access, lanes, access->address[__builtin_ctz(lanes)]);
        unsigned count = (unsigned)__builtin_popcount(same);
        most = count > most ? count : most;
        lanes &= ~same;
    }
    return most;
}

static void count_turns(const Access *access, unsigned sectors, unsigned turns) {
    assert(turns >= 1 && turns <= sectors && sectors <= (unsigned)__builtin_popcount(access->mask));
    access->counts->sectors += sectors;
    access->counts->turns += turns;
}

void atomics_meter(const Warp *warp, const Access *access) {
    (void)warp;
    if (access->pattern & UNIFORM) {
        bool merged = access->instruction->flags & ATOMIC_MERGED;
        unsigned turns = merged ? 1 : (unsigned)__builtin_popcount(access->mask);
        count_turns(access, turns, turns);
        return;
    }
    unsigned sectors = 0, turns = 0;
    for (uint32_t left = access->mask; left != 0;) {
        uint32_t lanes = lanes_in_sector(access, left, access->address[__builtin_ctz(left)] / SECTOR_BYTES);
        unsigned most = most_at_one_address(access, lanes);
        sectors += most;
        turns = most > turns ? most : turns;
        left &= ~lanes;
    }
    count_turns(access, sectors, turns);
}

// Lanes whose compare-and-swap succeeds. 32 lanes go at once if they swap 4 bytes, 16 if 8: of them the first lane in
// each bank, unless those that went before have changed its word.
static uint32_t lanes_swapped(const Access *access) {
    unsigned bytes = access->bytes < WORD_BYTES ? WORD_BYTES : access->bytes, group_lanes = BANKS * WORD_BYTES / bytes;
    assert(access->mask && group_lanes && WARP_LANES % group_lanes == 0);
    uint32_t done = 0, tried = 0, before = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (lane % group_lanes == 0) tried = 0, before = done;
        if (!(access->mask >> lane & 1)) continue;
        uint32_t bank = 1u << access->address[lane] / bytes % group_lanes;
        bool changed = lanes_at(access, before, access->address[lane]) != 0;
        if (!(tried & bank) && !changed) done |= 1u << lane;
        tried |= bank;
    }
    assert(done && !(done & ~access->mask)); // somebody succeeds, so that the loop ends
    return done;
}

// Shared atomics that ptxas makes a loop of: each round loads and computes for the lanes that have not succeeded
// (measured on an H200). If other warps update the same addresses at the same time, hardware may need more rounds.
void atomic_loop_meter(const Warp *warp, const Access *access) {
    if (!(access->instruction->flags & ATOMIC_LOOP)) return;
    Access load = *access;
    load.kind = ACCESS_LOAD;
    load.counts = access->counts + 1;
    SiteCounts *computed = access->counts + 2;
    for (; load.mask != 0; load.mask &= ~lanes_swapped(&load)) {
        if (load.mask != access->mask) { // the main loop counted the first round
            access->counts->warps++;
            access->counts->threads += (unsigned)__builtin_popcount(load.mask);
        }
        load.counts->warps++;
        load.counts->threads += (unsigned)__builtin_popcount(load.mask);
        computed->warps++;
        computed->threads += (unsigned)__builtin_popcount(load.mask);
        assert(!(load.mask & ~access->mask));
        access_shape(&load);
        asked_meter(warp, &load);
        banks_meter(warp, &load);
    }
}
