// definition.c - chapter 10, sum_two_level: a sum in double precision by two kernels.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    {.label = "1,000 elements", .size = {[COUNT] = 1000}},
    {.label = "70,001 elements", .size = {[COUNT] = 70001}},
    {.label = "2,097,152 elements", .size = {[COUNT] = 1 << 21}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? random_between(&random, 1 << 20, 3 << 19) : random_odd_size(&random, 300, 60000);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " elements", spec->size[COUNT]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    double *values = case_file_add(input, "in", CASE_FLOAT64, CASE_IN, count);
    if (!values) return false;
    random_fill_doubles(&random, values, count);
    return input_size(input, "count", spec->size[COUNT]) && output_announce(input, "out", CASE_FLOAT64, 1);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const double *in = case_file_find(outcome->input, "in")->data;
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    long double sum = 0;
    for (uint64_t i = 0; i < count; i++) sum += in[i];
    double expected = (double)sum;
    compare_output(
        outcome,
        &(Expected){.name = "out", .type = CASE_FLOAT64, .rank = 1, .dims = {1}, .terms = count, .expected = &expected},
        result);
}

static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 8.0 * (double)spec->size[COUNT]);
}

// 32 doubles are 8 sectors. A sixteenth more is left for the sums of blocks: one for at least 16 elements.
static const Part parts[] = {
    RIGHT_RESULTS(35),
    NO_FAULTS(15),
    {.label = "each element loaded once",
     .points = 25,
     .kind = PART_LIMIT,
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = warps,
     .most = 8.5,
     .paths = PATH_LOADS,
     .advice = "Let a block add thousands of elements and leave one sum, with neighbouring threads at neighbours"},
    {.label = "the whole GPU works",
     .points = 25,
     .kind = PART_LIMIT,
     .counts = "bytes of in on their way together",
     .measure = in_flight,
     .least = 132 * 8 * 32 * 8,
     .most = INFINITY,
     .paths = PATH_LOADS,
     .advice = "The first kernel needs blocks for all 132 multiprocessors, the second one as few turns as it can"},
};

const Exercise sum_two_level_exercise = {
    .name = "sum_two_level",
    .chapter = "10_kernels_and_transfers",
    .title = "A sum in two launches",
    .checklist = "divergence,coarsening",
    .serves = "transfers",
    .interface = "sum_two_level",
    .must_define = "void sum_doubles(const double *in, double *out, int count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .draw = draw,
    .make = make,
    .check = check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .hints = {"Blocks cannot wait for each other within a kernel. What do you know of all blocks of a kernel when the "
              "next kernel "
              "of the same stream begins?",
              "Kernel 1: block b leaves its sum in sums[b], memory that you get with cudaMalloc. Kernel 2, one block: "
              "a thread "
              "adds sums[t], sums[t + THREADS], sums[t + 2 THREADS], ... and then the block adds its threads' sums.",
              "for (int i = threadIdx.x; i < blocks; i += THREADS) sum += sums[i]; sum = block_sum(sum); if "
              "(threadIdx.x == 0) "
              "*out = sum; launched as <<<1, THREADS>>> behind <<<blocks, THREADS>>>, with cudaFree(sums) at the end."},
};
