// elements.c - oracles that say of each element what it must be, and what a common mistake makes of it.
#include "definition.h"

#include <math.h>
#include <stdlib.h>

#define LOADED_LEAST 65536 // bytes beside which flags and counts that each thread loads are few

const void *input_of(const Outcome *outcome, const char *name) { return case_file_find(outcome->input, name)->data; }

double input_float(const Outcome *outcome, const char *name, uint64_t i) {
    return ((const float *)input_of(outcome, name))[i];
}

void compare_elements(const Outcome *outcome, const Expected *like, Element *right, const Mistaken *mistakes,
                      CaseResult *result) {
    uint64_t total = 1;
    for (unsigned d = 0; d < like->rank; d++) total *= like->dims[d];
    double *values = malloc(total * sizeof *values);
    if (!values) abort(); // a few megabytes: the grader itself cannot work
    Expected expected = *like;
    expected.expected = values;
    for (uint64_t i = 0; i < total; i++) values[i] = right(outcome, i);
    compare_output(outcome, &expected, result);
    for (; mistakes && mistakes->makes && !result->passed; mistakes++) {
        for (uint64_t i = 0; i < total; i++) values[i] = mistakes->makes(outcome, i);
        name_cause(outcome, &expected, values, mistakes->says, result);
    }
    free(values);
}

void name_loads(const Outcome *outcome, const char *name, double bytes, CaseResult *result) {
    if (result->passed || result->cause[0] || !outcome->report || bytes < LOADED_LEAST) return;
    double loaded = report_counter(outcome->report, "global_load_bytes"),
           sectors = 32 * report_counter(outcome->report, "global_load_sectors"),
           different = 32 * report_counter(outcome->report, "dram_read_sectors");
    if (fmin(loaded, sectors) > 1.5 * bytes) // a word that all lanes of a warp load is one sector
        result_cause(result,
                     "threads load %.3g times as many bytes as %s has, so elements are added several times: let each "
                     "element be added by one thread",
                     loaded / bytes, name);
    else if (different < 0.95 * bytes)
        result_cause(result, "only %.0f %% of %s is ever loaded: let each element be added by a thread%s",
                     100 * different / bytes, name, loaded > 0.95 * bytes ? ", and none of them twice" : "");
}
