// definition.c - chapter 00, first_guard: any number of values squared, by many blocks.
#include "../definition.h"

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "256 values", .size = {[COUNT] = 256}},
    {.label = "1,024 values", .size = {[COUNT] = 1024}},
    {.label = "300 values", .size = {[COUNT] = 300}},
    {.label = "1,000 values", .size = {[COUNT] = 1000}},
    {.label = "7 values", .size = {[COUNT] = 7}},            // fewer than a block has threads
    {.label = "300,000 values", .size = {[COUNT] = 300000}}, // more than 256 blocks of 1,024 threads
    {.hidden = true},
    {.hidden = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = random_odd_size(&random, 1100, 5000);
    label_sizes(spec, "# values");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "in", &random, count) &&
           output_announce(input, "out", CASE_FLOAT32, count);
}

static double squared(const Outcome *outcome, uint64_t i) {
    return input_float(outcome, "in", i) * input_float(outcome, "in", i);
}

static void check(const Outcome *outcome, CaseResult *result) {
    Expected out = {
        .name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}, .terms = 1};
    compare_elements(outcome, &out, squared, NULL, result);
}

#include "first_guard.text.h"
