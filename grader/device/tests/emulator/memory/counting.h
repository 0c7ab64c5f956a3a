// counting.h - two meters that only count the accesses they are shown, one without a fast form and one with.
#ifndef COUNTING_H
#define COUNTING_H

#include "emulator/machine/access.h"

typedef enum { COUNT_NOTHING, COUNT_GENERAL, COUNT_REGULAR } Counting;
extern Counting counting; // which of them is at work; kernels must run on one host thread

typedef struct {
    uint64_t of_space[SPACE_COUNT], of_fate[FATE_SORTED + 1], regular; // regular: by the fast form
} CountedAccesses;
extern CountedAccesses counted;

void count_general(const Warp *warp, const Access *access);
void count_regular(const Warp *warp, const Access *access);
void count_fast(const Warp *warp, const Access *access);

#endif
