// definition.c - chapter 09, histogram_private: counts of byte values, in histograms of blocks that are merged once.
#include "../definition.h"
#include "../../device/system/text.h"

#include <math.h>

enum { COUNT, KIND };                   // CaseSpec.size
enum { ANY_VALUES, ONE_VALUE, SKEWED }; // KIND
enum { BINS = 256 };

static const CaseSpec cases[] = {
    {.label = "1 byte", .size = {[COUNT] = 1}},
    {.label = "5,000 bytes", .size = {[COUNT] = 5000}},
    {.label = "10,007 equal bytes", .size = {[COUNT] = 10007, [KIND] = ONE_VALUE}},
    {.label = "1,048,576 bytes", .size = {[COUNT] = 1 << 20}, .measured = true},
    {.size = {[KIND] = ANY_VALUES}, .hidden = true},
    {.size = {[KIND] = SKEWED}, .hidden = true},
    {.size = {[KIND] = SKEWED}, .hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? random_between(&random, 1 << 20, 3 << 19) : random_odd_size(&random, 5000, 50000);
    label_sizes(spec, "# bytes");
}

// Skewed: three of four bytes are one of four values, as in a picture with much sky.
static uint8_t value_of(Random *random, int64_t kind, uint8_t common) {
    uint64_t bits = random_next(random);
    if (kind == ONE_VALUE) return common;
    if (kind == SKEWED && bits >> 32 & 3) return (uint8_t)(common + (bits >> 40 & 3));
    return (uint8_t)bits;
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    uint8_t *values = case_file_add(input, "in", CASE_UINT8, CASE_IN, count);
    if (!values) return false;
    uint8_t common = (uint8_t)random_below(&random, 250);
    for (uint64_t i = 0; i < count; i++) values[i] = value_of(&random, spec->size[KIND], common);
    return input_size(input, "count", spec->size[COUNT]) && output_announce(input, "bins", CASE_UINT32, BINS);
}

// How many are counted in all, of as many bytes as there are.
static void name_total(const Outcome *outcome, CaseResult *result) {
    CaseResult ignored;
    const uint32_t *got = output_array(outcome, "bins", CASE_UINT32, BINS, &ignored);
    int64_t total = 0, count = outcome->spec->size[COUNT];
    for (unsigned v = 0; got && v < BINS; v++) total += got[v];
    if (!got || count < BINS) return;
    if (total == count)
        result_cause(result, "all bytes are counted, but in wrong bins: a byte belongs to the bin of its value");
    else if (total > count)
        text_format(result->kind, sizeof result->kind,
                    "more is counted than there are bytes: count each byte once, also those behind the last whole "
                    "vector or block, and clear what is added to");
    else
        text_format(result->kind, sizeof result->kind,
                    "not all bytes are counted: a loop leaves some out, or counts that blocks, warps or threads "
                    "kept for themselves are not added to bins");
}

static void check(const Outcome *outcome, CaseResult *result) {
    const uint8_t *in = case_file_find(outcome->input, "in")->data;
    double expected[BINS] = {0};
    for (int64_t i = 0; i < outcome->spec->size[COUNT]; i++) expected[in[i]]++;
    Expected bins = {.name = "bins", .type = CASE_UINT32, .rank = 1, .dims = {BINS}, .expected = expected};
    compare_output(outcome, &bins, result);
    double added[BINS]; // to what bins held, which is the largest number where nothing was written: one less
    for (unsigned v = 0; v < BINS; v++) added[v] = expected[v] > 0 ? expected[v] - 1 : UINT32_MAX;
    for (unsigned v = 0; v < BINS / sizeof(uint32_t); v++) added[v] = expected[v];
    name_cause(outcome, &bins, added, "a quarter of bins is 0 before it is added to: cudaMemset counts bytes", result);
    if (!result->passed && !result->cause[0] && !result->unwritten) name_total(outcome, result);
}

static double thousands(const CaseSpec *spec) { return (double)spec->size[COUNT] / 1024; }

static double sectors(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, (double)spec->size[COUNT]);
}

static const CaseSpec timed = {.label = "268,435,456 bytes", .size = {[COUNT] = 1 << 28}};
static const CaseSpec estimated = {.label = "67,108,864 bytes", .size = {[COUNT] = 1 << 26}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "histogram_private.text.h"
