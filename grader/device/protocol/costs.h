// costs.h - what a launch pays for with time, as the device process and the grader call it: the rows of costs.def.
#ifndef PROTOCOL_COSTS_H
#define PROTOCOL_COSTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define COST(name, words, by_line, roof) COST_##name,
#include "costs.def"
#undef COST
    COST_COUNT
} Cost;

typedef uint32_t CostSet; // of costs: bits

#define COST_BIT(cost) (UINT32_C(1) << (cost))
#define COST_LEAST_SHARE 0.03 // of a launch's time: a cost that gains less is never named
#define COST_LINES_MOST 3     // source lines whose part of a cost is tried

const char *cost_name(Cost cost); // "bank_conflicts"
const char *cost_words(Cost cost);
bool cost_is_by_line(Cost cost), cost_is_roof(Cost cost);
Cost cost_named(const char *name); // COST_COUNT: there is none of that name

// The order in which costs are named: what a cost gains, in any unit, a roof's at a quarter. So a cost that can be
// avoided comes first, unless it is small beside a limit of the hardware.
double cost_rank(Cost cost, double gain);

#endif
