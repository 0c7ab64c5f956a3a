// definition.c - chapter 00, first_map: every value doubled by a thread of its own, in one block.
#include "../definition.h"

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "8 values", .size = {[COUNT] = 8}},
    {.label = "256 values", .size = {[COUNT] = 256}, .measured = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = random_between(&random, 20, 250);
    label_sizes(spec, "# values");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "in", &random, count) &&
           output_announce(input, "out", CASE_FLOAT32, count);
}

static double bytes(const CaseSpec *spec) { return 4 * (double)spec->size[COUNT]; }

static double twice(const Outcome *outcome, uint64_t i) { return 2 * input_float(outcome, "in", i); }
static double copied(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }
static double squared(const Outcome *outcome, uint64_t i) {
    return input_float(outcome, "in", i) * input_float(outcome, "in", i);
}
static double first_doubled(const Outcome *outcome, uint64_t i) {
    (void)i;
    return 2 * input_float(outcome, "in", 0);
}
static double index_doubled(const Outcome *outcome, uint64_t i) {
    (void)outcome;
    return 2 * (double)i;
}

static const Mistaken mistakes[] = {
    {copied, "out is a copy of in: multiply each value by 2"},
    {squared, "each value is multiplied by itself: multiply it by 2"},
    {first_doubled, "every thread doubles in[0]: read in[i], the thread's own element"},
    {index_doubled, "twice the index is stored: read the value in[i] and double it"},
    {0},
};

static void check(const Outcome *outcome, CaseResult *result) {
    Expected out = {
        .name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}, .terms = 1};
    compare_elements(outcome, &out, twice, mistakes, result);
}

#include "first_map.text.h"
