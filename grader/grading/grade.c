// grade.c - what the inputs of visible cases are drawn from on this machine.
#include "grade.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

uint64_t grade_inputs(const Paths *paths) {
    char path[PATH_BYTES], text[32], error[200];
    uint64_t inputs = 0;
    snprintf(path, sizeof path, "%.900s/inputs.seed", paths->build);
    char *kept = file_read(path, sizeof text, NULL, error);
    if (kept) inputs = strtoull(kept, NULL, 16);
    free(kept);
    if (inputs || getrandom(&inputs, sizeof inputs, 0) < 0) return inputs;
    int length = snprintf(text, sizeof text, "%" PRIx64 "\n", inputs);
    file_write(path, text, (size_t)length, error); // if it cannot be stored, every run has another one
    return inputs;
}
