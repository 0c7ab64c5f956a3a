// atomics_meter.c - sectors of global atomics: the sum over sectors of the largest number of lanes at one address.
//
// Lanes that meet at one word go one after another, lanes at different words of a sector together (measured on an
// H200 for 4- and 8-byte atomics and reductions of every kind).
#include "access.h"

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

void atomics_meter(const Warp *warp, const Access *access) {
    (void)warp;
    if (!access_is_atomic(access)) return;
    if (access->uniform) {
        access->counts->sectors += (unsigned)__builtin_popcount(access->mask);
        return;
    }
    for (uint32_t left = access->mask; left != 0;) {
        uint64_t sector = access->address[__builtin_ctz(left)] / SECTOR_BYTES;
        uint32_t lanes = lanes_in_sector(access, left, sector);
        access->counts->sectors += most_at_one_address(access, lanes);
        left &= ~lanes;
    }
}
