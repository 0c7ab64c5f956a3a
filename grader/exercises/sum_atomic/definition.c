// definition.c - chapter 10, sum_atomic: a sum whose blocks meet at one address, called twice.
#include "../definition.h"

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    {.label = "1,000 elements", .size = {[COUNT] = 1000}},
    {.label = "70,001 elements", .size = {[COUNT] = 70001}},
    {.label = "1,048,576 elements", .size = {[COUNT] = 1 << 20}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? random_between(&random, 1 << 20, 3 << 19) : random_odd_size(&random, 300, 60000);
    label_sizes(spec, "# elements");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "first", &random, count) &&
           input_floats(input, "second", &random, count) && output_announce(input, "first_sum", CASE_FLOAT32, 1) &&
           output_announce(input, "second_sum", CASE_FLOAT32, 1);
}

// Whether a sum is that of a tree which leaves out the step with this distance: the upper half of each 2 * distance
// elements is missing, if the threads of a warp take neighbours.
static bool step_is_missing(const float *values, uint64_t count, uint64_t distance, double got) {
    double sum = 0, all = 0;
    for (uint64_t i = 0; i < count; i++) {
        all += fabs((double)values[i]);
        if (i % (2 * distance) < distance) sum += values[i];
    }
    return fabs(got - sum) <= 1e-6 * all;
}

static unsigned bits_set(uint64_t number) {
    unsigned bits = 0;
    for (; number; number &= number - 1) bits++;
    return bits;
}

// In a tree of 256 cells that halves, a thread's value ends in its own sum and in that of as many other cells as its
// number has bits. Whether all cells were added, and not only cell 0.
static bool all_cells_added(const float *values, uint64_t count, double got) {
    double sum = 0, all = 0;
    for (uint64_t i = 0; i < count; i++) {
        sum += (1 + bits_set(i % 256)) * (double)values[i];
        all += fabs((double)values[i]);
    }
    return fabs(got - sum) <= 1e-6 * all;
}

static void name_step(const float *values, uint64_t count, CaseResult *result) {
    if (count >= 256 && all_cells_added(values, count, result->got))
        result_cause(result,
                     "all threads add their cell of the tree to out: only cell 0 has the sum of the block, so let "
                     "thread 0 alone add");
    for (uint64_t distance = 1; distance <= 128 && count >= 256 && !result->cause[0]; distance *= 2)
        if (step_is_missing(values, count, distance, result->got))
            result_cause(result,
                         "the step of the tree with distance %d is missing: let its loop run for this distance, too",
                         (int)distance);
}

static void check_sum(const Outcome *outcome, const char *in, const char *out, CaseResult *result) {
    const float *values = case_file_find(outcome->input, in)->data;
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    double expected = 0;
    for (uint64_t i = 0; i < count; i++) expected += values[i];
    // Signs are mixed, so partial sums stay below a few times sqrt(count); their roundings are far below one element.
    uint64_t terms = count < 4096 ? count : 4096;
    compare_output(
        outcome,
        &(Expected){.name = out, .type = CASE_FLOAT32, .rank = 1, .dims = {1}, .terms = terms, .expected = &expected},
        result);
    if (result->has_element) name_step(values, count, result);
}

static void check(const Outcome *outcome, CaseResult *result) {
    check_sum(outcome, "first", "first_sum", result);
    // Of both calls: if only the second one is wrong, what is loaded says nothing of it.
    if (!result->passed) name_loads(outcome, "in", 8 * (double)outcome->spec->size[COUNT], result);
    else check_sum(outcome, "second", "second_sum", result);
}

// Of both calls together.
static double warps(const CaseSpec *spec) { return 2 * (double)spec->size[COUNT] / 32; }
static double thousands(const CaseSpec *spec) { return 2 * (double)spec->size[COUNT] / 2048; }
// A lone lane of each block takes a turn of its own, so then it is the blocks that are too many.
static const char *added_in_turn(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    double blocks = report_launch_most(report, NULL, REPORT_GRID) * (double)report_launches(report);
    if (report_counter(report, ATOMIC_TURNS) <= blocks)
        return "Each block adds only one sum, but there are too many blocks: let each thread add up 16 elements in a "
               "register, and launch fewer blocks";
    return report_counter(report, ATOMIC_TURNS) > 2 * report_counter(report, ATOMIC_REQUESTS)
               ? "All lanes of a warp that add to out wait for each other: add up the block's elements in registers "
                 "and shared memory first, and let one of its threads add the sum"
               : NULL;
}
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 2 * 4.0 * (double)spec->size[COUNT]);
}

static const CaseSpec timed = {.label = "2 arrays of 67,108,864 elements", .size = {[COUNT] = 1 << 26}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "sum_atomic.text.h"
