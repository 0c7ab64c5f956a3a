// counts.c - counters of a launch, counted in its machine code.
//
// What an executed instruction adds to them is said by the instruction alone. Comparing these with the counters of the
// same launch shows whether the rules of assembled/ still say what ptxas makes of the PTX.
#include "counts.h"
#include <string.h>

static void count_access(uint64_t *value, uint8_t space, uint8_t access) {
    if (space == UNIT_SHARED) {
        value[COUNTER_shared_load_instructions] += access == SASS_LOAD;
        value[COUNTER_shared_store_instructions] += access == SASS_STORE;
        value[COUNTER_shared_atom_instructions] += access == SASS_ATOMIC || access == SASS_REDUCTION;
    }
    if (space != UNIT_GLOBAL) return;
    value[COUNTER_global_load_requests] += access == SASS_LOAD || access == SASS_COPY;
    value[COUNTER_global_store_requests] += access == SASS_STORE;
    value[COUNTER_global_red_requests] += access == SASS_REDUCTION;
    value[COUNTER_global_atom_requests] += access == SASS_ATOMIC;
}

// Each word of a lane is a request of its own (counters/local.c).
static void count_local(uint64_t *value, const Sass *in) {
    unsigned words = in->bytes > 4 ? in->bytes / 4 : 1;
    value[in->access == SASS_LOAD ? COUNTER_local_load_requests : COUNTER_local_store_requests] += words;
}

static void count_operation(uint64_t *value, const char *name, uint32_t mask) {
    static const struct {
        const char *name;
        Counter counter;
    } operations[] = {{"FFMA", COUNTER_ffma}, {"FADD", COUNTER_fadd}, {"FMUL", COUNTER_fmul},
                      {"DFMA", COUNTER_dfma}, {"DADD", COUNTER_dadd}, {"DMUL", COUNTER_dmul}};
    for (size_t n = 0; n < sizeof operations / sizeof *operations; n++)
        if (!strcmp(name, operations[n].name)) value[operations[n].counter] += (uint64_t)__builtin_popcount(mask);
}

void sass_count(Counters *counters, const SassWarp *warp, const Sass *in, uint32_t mask) {
    uint64_t *value = counters->value;
    if (!mask) return; // its guard let no lane do it: in the PTX, a branch around it
    switch (in->unit) {
    case UNIT_LOCAL: count_local(value, in); break;
    case UNIT_GLOBAL:
    case UNIT_SHARED: count_access(value, warp->space, in->access); break;
    case UNIT_FMA:
    case UNIT_DOUBLE: count_operation(value, in->name, mask); break;
    default: break;
    }
}
