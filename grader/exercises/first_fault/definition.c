// definition.c - chapter 00, first_fault: a mean of neighbours, whose skeleton reads outside the array.
#include "../definition.h"

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 value", .size = {[COUNT] = 1}},
    {.label = "256 values", .size = {[COUNT] = 256}},
    {.label = "1,000 values", .size = {[COUNT] = 1000}},
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

static double at(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }
static bool is_end(const Outcome *outcome, uint64_t i) {
    return i == 0 || i + 1 == (uint64_t)outcome->spec->size[COUNT];
}

static double smoothed(const Outcome *outcome, uint64_t i) {
    bool first = i == 0, last = i + 1 == (uint64_t)outcome->spec->size[COUNT];
    return (at(outcome, first ? i : i - 1) + at(outcome, i) + at(outcome, last ? i : i + 1)) / 3;
}
// What the ends become if they are copied, if the missing value counts as 0, or if it is left out of the mean.
static double ends_copied(const Outcome *outcome, uint64_t i) {
    return is_end(outcome, i) ? at(outcome, i) : smoothed(outcome, i);
}
static double ends_with_zeros(const Outcome *outcome, uint64_t i) {
    return smoothed(outcome, i) - (is_end(outcome, i) ? at(outcome, i) / 3 : 0);
}
static double ends_of_two(const Outcome *outcome, uint64_t i) {
    return is_end(outcome, i) ? ends_with_zeros(outcome, i) * 3 / 2 : smoothed(outcome, i);
}

static const Mistaken mistakes[] = {
    {ends_copied, "the first and the last value are copied: where a neighbour is missing, in[i] takes its place in the "
                  "mean of three"},
    {ends_with_zeros, "a missing neighbour counts as 0: in[i] takes its place"},
    {ends_of_two,
     "where a neighbour is missing, the mean is that of two values: in[i] takes its place, and counts twice"},
    {0},
};

static void check(const Outcome *outcome, CaseResult *result) {
    Expected out = {
        .name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}, .terms = 3};
    compare_elements(outcome, &out, smoothed, mistakes, result);
}

#include "first_fault.text.h"
