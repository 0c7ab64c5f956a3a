// late.h - what lateness costs: the line `late` of the rules.
//
//     none     zero     20 %     20 %, once     5 points, once
//     10 % a day     1 % an hour, at most 50 %     2 points a day, at most 10 points
//     10 % after 1 h, 30 % after 1 d, zero after 3 d
#ifndef LATE_H
#define LATE_H

#include <stdbool.h>
#include <stdint.h>

#define MOST_STEPS 8
typedef struct {
    double share, points; // of which one is 0
} LateCost;
typedef struct {
    struct {
        LateCost cost;
        int64_t after; // seconds late: from here on it is this
    } steps[MOST_STEPS];
    unsigned step_count; // 0: lateness costs nothing
    int64_t every;       // the cost is for each such time begun; 0: it is the same whatever the time
    LateCost most;       // and no more than this; both 0: no more than all of it
} LatePolicy;

bool late_read(const char *text, LatePolicy *policy); // false: it is not understood
LateCost late_cost(const LatePolicy *policy, int64_t seconds);
// Whether a day less makes a difference.
bool late_is_graded(const LatePolicy *policy);

#endif
