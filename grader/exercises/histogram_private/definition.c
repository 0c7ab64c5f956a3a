// definition.c - chapter 09, histogram_private: counts of byte values, in histograms of blocks that are merged once.
#include "../definition.h"

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

// A byte takes a load, an addition to its bin, and eight for addresses and the loop.
static double plain_steps(const CaseSpec *spec) { return 10 * (double)spec->size[COUNT] / 32; }

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    uint8_t *values = case_file_add(input, "in", CASE_UINT8, CASE_IN, count);
    if (!values) return false;
    uint8_t common = (uint8_t)random_below(&random, 250);
    for (uint64_t i = 0; i < count; i++) values[i] = value_of(&random, spec->size[KIND], common);
    return input_size(input, "count", spec->size[COUNT]) && output_announce(input, "bins", CASE_UINT32, BINS);
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
}

static double thousands(const CaseSpec *spec) { return (double)spec->size[COUNT] / 1024; }

// Local memory lies where global memory does. A thread that counts in an array of its own stores there for each byte,
// and as the lanes of a warp have different bytes, they share no sector: 32 sectors are stored for 32 bytes, whether by
// one request or by 32. They count as one turn. A thread that only keeps its bytes in an array, in words, stores 4
// sectors for 128 bytes, which is one turn for 1,024.
static double local_updates(const DeviceReport *report) { return report_counter(report, "local_store_sectors") / 32; }
// Four requests of warps to another block's shared memory cost as much as an addition to global memory (sum_atomic).
static double cluster_updates(const DeviceReport *report) { return report_counter(report, "cluster_requests") / 4; }
static double updates(const DeviceReport *report, const CaseSpec *spec) {
    double elsewhere = fmax(local_updates(report), cluster_updates(report));
    return fmax(report_updates(report, ATOMIC_TURNS), elsewhere) / thousands(spec);
}
static const char *counted_elsewhere(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return local_updates(report) > report_updates(report, ATOMIC_TURNS)
               ? "An array of a thread that is indexed by a byte's value lies in local memory, which is as far away as "
                 "global memory: let each block count in shared memory"
               : NULL;
}

// A block merges whether its bytes are all there or not, and one block may have none. A grid as large as the GPU, two
// blocks on each of 132 multiprocessors (chapter 09), merges with 8 requests a block whatever the count is: 2.06
// requests for 1,024 of the fewest bytes that are measured.
static void addition_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->slack = fmax(slack_of_blocks((double)spec->size[COUNT], 4096), 2 * 132 * 8 / thousands(spec) - 2);
}
static double sectors(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, (double)spec->size[COUNT]);
}

static const CaseSpec timed = {.label = "268,435,456 bytes", .size = {[COUNT] = 1 << 28}};
static const CaseSpec estimated = {.label = "67,108,864 bytes", .size = {[COUNT] = 1 << 26}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "histogram_private.text.h"
