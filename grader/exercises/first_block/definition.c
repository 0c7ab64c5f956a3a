// definition.c - chapter 00, first_block: each block reverses its own values, in place.
#include "../definition.h"

enum { COUNT };         // CaseSpec.size
enum { THREADS = 256 }; // of a block

static const CaseSpec cases[] = {
    {.label = "256 values", .size = {[COUNT] = 256}},
    {.label = "768 values", .size = {[COUNT] = 768}},
    {.hidden = true},
    {.hidden = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = THREADS * random_between(&random, 4, 20);
    label_sizes(spec, "# values");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    float *values = case_file_add(input, "values", CASE_FLOAT32, CASE_IN_OUT, (uint64_t)spec->size[COUNT]);
    if (!values) return false;
    random_fill(&random, values, (uint64_t)spec->size[COUNT]);
    return input_size(input, "count", spec->size[COUNT]);
}

static double reversed(const Outcome *outcome, uint64_t i) {
    return input_float(outcome, "values", i / THREADS * THREADS + (THREADS - 1 - i % THREADS));
}
static double unchanged(const Outcome *outcome, uint64_t i) { return input_float(outcome, "values", i); }
static double all_reversed(const Outcome *outcome, uint64_t i) {
    return input_float(outcome, "values", (uint64_t)outcome->spec->size[COUNT] - 1 - i);
}

static const Mistaken mistakes[] = {
    {unchanged, "each thread stores the value that it has loaded: read the mirrored cell, tile[THREADS - 1 - t]"},
    {all_reversed, "all of the array is reversed: each block reverses its own values and stores them in its own place"},
    {0},
};

static void check(const Outcome *outcome, CaseResult *result) {
    Expected values = {
        .name = "values", .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}};
    compare_elements(outcome, &values, reversed, mistakes, result);
}

#include "first_block.text.h"
