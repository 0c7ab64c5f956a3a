// costs.c - the names of costs.
#include "costs.h"
#include <string.h>

_Static_assert(COST_COUNT <= 32, "a set of costs is a word of bits");

static const struct {
    const char *name, *words;
    bool by_line, roof;
} COSTS[] = {
#define COST(name, words, by_line, roof) {#name, words, by_line, roof},
#include "costs.def"
#undef COST
};

const char *cost_name(Cost cost) { return COSTS[cost].name; }
const char *cost_words(Cost cost) { return COSTS[cost].words; }
bool cost_is_by_line(Cost cost) { return COSTS[cost].by_line; }
bool cost_is_roof(Cost cost) { return COSTS[cost].roof; }

#define ROOF_WEIGHT 0.25

double cost_rank(Cost cost, double gain) { return cost_is_roof(cost) ? ROOF_WEIGHT * gain : gain; }

Cost cost_named(const char *name) {
    unsigned cost = 0;
    while (cost < COST_COUNT && strcmp(COSTS[cost].name, name) != 0) cost++;
    return (Cost)cost;
}
