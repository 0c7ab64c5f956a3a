// clock.h - time in seconds.
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

static inline double clock_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Of a clock that nobody sets.
static inline double seconds_now(void) { return clock_seconds(CLOCK_MONOTONIC); }

#endif
