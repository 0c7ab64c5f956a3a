// counters.h - what one instruction's counts mean for the counters of a launch.
#ifndef COUNTERS_H
#define COUNTERS_H

#include "../machine/site_counts.h"

typedef enum {
#define COUNTER(name, unit, what) COUNTER_##name,
#include "counters.def"
#undef COUNTER
    COUNTER_COUNT
} Counter;

typedef struct {
    uint64_t value[COUNTER_COUNT];
} Counters;
const char *counter_name(Counter counter);
const char *counter_unit(Counter counter);
const char *counter_description(Counter counter);

// Counters that can be counted in machine code too, and the rule that derives them from PTX; NULL ends the list.
typedef struct {
    Counter counter;
    const char *rule;
} DerivedCounter;
extern const DerivedCounter derived_counters[];

// Adds the counts of one instruction of that InstructionClass. site_space says which space's entry of a memory
// instruction it is (SITE_GLOBAL, ...); other instructions have one entry, given as SITE_GLOBAL.
void counters_add_site(Counters *counters, const SiteCounts *counts, uint8_t class, int site_space);

// Adds all of `from` to `to`.
void counters_add(Counters *to, const Counters *from);

#endif
