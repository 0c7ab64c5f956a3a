// local_meter.c - local memory: requests and bytes. How its words lie in sectors is the compiler's business.
#include "access.h"

void local_meter(const Warp *warp, const Access *access) {
    (void)warp;
    access->counts->requests++;
    access->counts->bytes += (uint64_t)__builtin_popcount(access->mask) * access->bytes;
}
