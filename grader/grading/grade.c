// grade.c - what the inputs of visible cases are drawn from on this machine.
#include "grade.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static uint64_t inputs_read(const char *path) {
    char *kept = file_read(path, 32, NULL, NULL);
    uint64_t inputs = kept ? strtoull(kept, NULL, 16) : 0;
    free(kept);
    return inputs;
}

// Several gradings may be the first at once: the file gets its name with its contents, and whoever is second takes
// them.
static void inputs_keep(const char *path, uint64_t inputs) {
    char own[PATH_BYTES + 32], text[32];
    int length = snprintf(text, sizeof text, "%" PRIx64 "\n", inputs);
    snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
    bool written = file_write(own, text, (size_t)length, NULL);
    if (written && link(own, path) && !inputs_read(path)) rename(own, path); // what was there is no number
    unlink(own);
}

uint64_t grade_inputs(const Paths *paths) {
    char path[PATH_BYTES];
    uint64_t inputs;
    snprintf(path, sizeof path, "%.900s/inputs.seed", paths->build);
    uint64_t kept = inputs_read(path);
    if (kept || getrandom(&inputs, sizeof inputs, 0) < 0) return kept;
    inputs_keep(path, inputs);
    kept = inputs_read(path);
    return kept ? kept : inputs; // if it cannot be stored, every run has another one
}
