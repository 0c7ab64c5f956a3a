// elements.c - oracles that say of each element what it must be, and what a common mistake makes of it.
#include "definition.h"

#include <stdlib.h>

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
