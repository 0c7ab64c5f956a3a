// cost_gains.h - what each cost of a launch is worth, as experiments found it (experiments.h).
#ifndef TIME_COST_GAINS_H
#define TIME_COST_GAINS_H

#include "../../protocol/costs.h"
#include <stddef.h>

#define COST_GAINS_MOST 8

// A cost's part at one source line.
typedef struct {
    const char *file; // owned by the program's code, as the compiler was given it
    uint32_t line;
    double gain; // microseconds, without the cost at this line alone
} CostLine;

typedef struct {
    Cost cost;
    double gain; // microseconds, without this cost alone
    CostLine lines[COST_LINES_MOST];
    uint32_t line_count;
} CostGain;

typedef struct {
    bool tried;
    CostGain gains[COST_GAINS_MOST]; // that gain COST_LEAST_SHARE of the time or more, by cost_rank(): the first leads
    uint32_t count;
    double most_of_others; // microseconds: no other cost that was tried and can be avoided gains more
    Cost hidden[2];        // two that hide each other: without both far more is gained than without either
    double hidden_gain;    // of both; 0: no two do
} CostGains;

// Puts a gain in its place; the one of the least rank is left out where there are too many.
void cost_gains_put(CostGains *gains, CostGain gain);
// A gain that gets no place of its own is one of the others.
void cost_gains_omit(CostGains *gains, const CostGain *gain);
// A cost that no experiment has found, of a launch that takes `all` microseconds with it.
void cost_gains_add(CostGains *gains, Cost cost, double microseconds, double all);

// "line 14's bank conflicts cost 0.34 of 0.475 ms; nothing else costs more than 0.03".
void cost_gains_say(const CostGains *gains, double microseconds, char *text, size_t size);

#endif
