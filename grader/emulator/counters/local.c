// local.c - local memory: requests and bytes.
//
// A lane's consecutive words lie 128 bytes apart, so that each word of a warp's access is a request of its own, with
// any addresses and any lanes active (measured on an H200: tests/golden/access_patterns.csv). A kernel whose machine
// code has no stack keeps its local arrays in registers, and touches no local memory at all.
#include "meters.h"

#define WORD_BYTES 4

void local_meter(const Warp *warp, const Access *access) {
    (void)warp;
    access->counts->requests += access->bytes <= WORD_BYTES ? 1 : access->bytes / WORD_BYTES;
    access->counts->bytes += (uint64_t)__builtin_popcount(access->mask) * access->bytes;
}
