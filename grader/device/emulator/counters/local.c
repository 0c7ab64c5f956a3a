// local.c - local memory: requests, sectors and bytes.
//
// A lane's consecutive words lie 128 bytes apart, so that each word of a warp's access is a request of its own, with
// any addresses and any lanes active. Between them lie the same words of the other lanes, eight in a sector: lanes that
// ask for one word of their memory share sectors, others do not. All of this was measured on an H200
// (tests/golden/access_patterns.csv). A kernel whose machine code has no stack keeps its local arrays in registers, and
// touches no local memory at all.
#include "meters.h"

#define WORD_BYTES 4
#define SECTOR_LANES (SECTOR_BYTES / WORD_BYTES)

// Sectors of one word of each lane in `mask`.
static unsigned sectors_of(const Access *access, uint32_t mask) {
    unsigned sectors = 0;
    while (mask != 0) {
        unsigned first = (unsigned)__builtin_ctz(mask), end = (first / SECTOR_LANES + 1) * SECTOR_LANES;
        uint64_t word = access->address[first] / WORD_BYTES;
        for (unsigned lane = first; lane < end; lane++)
            if (access->address[lane] / WORD_BYTES == word) mask &= ~(1u << lane);
        sectors++;
    }
    return sectors;
}

void local_meter(const Warp *warp, const Access *access) {
    (void)warp;
    unsigned words = access->bytes <= WORD_BYTES ? 1 : access->bytes / WORD_BYTES;
    access->counts->requests += words;
    access->counts->sectors += words * sectors_of(access, access->mask);
    access->counts->bytes += (uint64_t)__builtin_popcount(access->mask) * access->bytes;
}
