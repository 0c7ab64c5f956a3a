// definition.c - chapter 10, sum_atomic: a sum whose blocks meet at one address, called twice.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " elements", spec->size[COUNT]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "first", &random, count) &&
           input_floats(input, "second", &random, count) && output_announce(input, "first_sum", CASE_FLOAT32, 1) &&
           output_announce(input, "second_sum", CASE_FLOAT32, 1);
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
}

static void check(const Outcome *outcome, CaseResult *result) {
    check_sum(outcome, "first", "first_sum", result);
    if (result->passed) check_sum(outcome, "second", "second_sum", result);
}

// Of both calls together.
static double warps(const CaseSpec *spec) { return 2 * (double)spec->size[COUNT] / 32; }
static double thousands(const CaseSpec *spec) { return 2 * (double)spec->size[COUNT] / 2048; }
// A block adds its sum whether its elements are all there or not, and one block may have none.
static void atomic_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->slack = slack_of_blocks((double)spec->size[COUNT], 2048);
}
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 2 * 4.0 * (double)spec->size[COUNT]);
}

static const Parameter parameters[] = {
    {"thousands", "16..96/4"}, // of 1,024 elements
    {"each", "4,8,16,32"},
    {"ones", "30..120"},
    {"calls", "2..6"},
};

static const Slip element_slips[] = {
    {"thousands * 4", "That is the number of blocks: every warp of a block makes a request of its own"},
    {"1", "All add to one address, but each warp makes a request for it"},
};
static const Slip block_slips[] = {
    {"thousands * 4", "A block adds {each} elements per thread, so there are fewer blocks"},
    {"key * 8", "Each block has 8 warps, but only one thread of the block adds to out"},
    {"thousands * 1024 / each", "Only one thread of a block adds to out, whatever its threads have added up"},
};
static const Slip calls_slips[] = {
    {"ones", "The second call adds to what the first one has left"},
};

static const Question questions[] = {
    {.name = "requests_by_elements",
     .asks = "atomic requests, one addition for each of {1024 * thousands} elements",
     .points = 3,
     .unit = UNIT_REQUESTS,
     .kernel = "add_elements",
     .counter = "global_red_requests+global_atom_requests",
     .why = "A request is made by a warp, and carries the additions of its 32 lanes",
     SLIPS(element_slips)},
    {.name = "requests_by_blocks",
     .asks = "atomic requests, one addition per block, {each} elements per thread",
     .points = 3,
     .kernel = "add_blocks",
     .counter = "global_red_requests+global_atom_requests",
     .why = "How many blocks are there, if each of their 256 threads has {each} elements?",
     SLIPS(block_slips)},
    {.name = "after_calls",
     .asks = "*out after {calls} calls with {ones} ones, never cleared",
     .points = 2,
     .why = "An addition needs a number to add to: what does *out hold when the second call begins?",
     SLIPS(calls_slips)},
};

static const Part parts[] = {
    ANSWERS("predictions", 8),
    RIGHT_RESULTS(25),
    NO_FAULTS(7),
    {.label = "few atomics",
     .points = 35,
     .kind = PART_LIMIT,
     .symptom = "privatisation",
     .counts = "atomic requests in global memory per 2,048 elements",
     .counter = "global_red_requests+global_atom_requests",
     .per = thousands,
     .most = 1,
     .plain = 2048 / 32., // a request of each warp
     .bounds = atomic_bounds,
     .paths = PATH_ATOMICS,
     .advice = "Each block must add up its elements first, in registers and shared memory, and add one sum to out"},
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_LOADS,
     .after = "few atomics",
     .advice = "Let neighbouring threads load neighbouring elements, each element once"},
    {.label = "the whole GPU works",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "bytes_in_flight",
     .counts = "bytes of both arrays in flight together",
     .measure = in_flight,
     .least = 132 * 8 * 32 * 4,
     .plain = 132 * 32 * 4, // one warp of each block
     .most = INFINITY,
     .paths = PATH_LOADS,
     .after = "few atomics",
     .advice = "Few blocks, or few warps that load, leave most of the 132 multiprocessors idle: launch more blocks"},
};

static const CaseSpec timed = {.label = "67,108,864 elements", .size = {[COUNT] = 1 << 26}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise sum_atomic_exercise = {
    .name = "sum_atomic",
    .chapter = "10_kernels_and_transfers",
    .title = "A sum with one atomic a block",
    .learnt = "add up in registers and shared memory first, so that one atomic a block is left.",
    .checklist = "privatisation,coarsening",
    .serves = "",
    .interface = "sum_atomic",
    .must_define = "void sum_floats(const float *in, float *out, int count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = work,
    .draw = draw,
    .make = make,
    .check = check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Who sets *out to 0, and when? And how many of a block's threads have to add to it, if the block adds up "
         "first?",
         "cudaMemset(out, 0, sizeof *out) before the launch: 0 is all bits 0 for a float. In the kernel: 16 elements a "
         "thread in a register, a tree for the block, and then thread 0 alone uses atomicAdd.",
         "size_t i = (size_t)blockIdx.x * THREADS * 16 + e * THREADS + threadIdx.x for e = 0 .. 15; values[t] = sum; "
         "the tree "
         "of chapter 09; if (t == 0) atomicAdd(out, values[0]); a grid of ceil_div(count, THREADS * 16) blocks."},
};
