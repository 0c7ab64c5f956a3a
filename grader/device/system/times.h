// times.h - points in time as platforms write them; clocks.
#ifndef TIMES_H
#define TIMES_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

// "2026-11-22 15:54[:03[.5]]", with a T between or not, in the zone behind it (Z, UTC, +01:00, -0600) or, without one,
// in this machine's; "22 November 2026, 3:54 PM" and the like as Moodle writes in English. Seconds since 1970.
// false: it is no such text.
bool time_read(const char *text, int64_t *seconds);
// As "2026-11-22 15:54:03 +0100" in this machine's zone.
void time_write(int64_t seconds, char text[40]);
// "90 min", "2 h", "1.5 d" in seconds; a number alone is days. false: it is no such text.
bool duration_read(const char *text, int64_t *seconds);

static inline double clock_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// A monotonic clock.
static inline double seconds_now(void) { return clock_seconds(CLOCK_MONOTONIC); }

#endif
