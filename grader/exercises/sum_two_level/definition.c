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

// A sum of as many sums as a block has threads is that of the first elements, as many as 256 blocks of whole turns add.
// And a sum that is right to a float's digits went through one.
static void name_mistake(const Outcome *outcome, const double *in, const Expected *out, CaseResult *result) {
    double sum = 0, error = fabs(result->got - result->expected);
    Expected first = *out;
    first.expected = &sum;
    if (error <= 0x1p-20 * fmax(1, fabs(result->expected)))
        snprintf(result->cause, sizeof result->cause,
                 "out is right to the digits of a float only: something between in and out is no double");
    for (uint64_t i = 0; i < (uint64_t)outcome->spec->size[COUNT] && !result->cause[0]; i++) {
        if (i && i % (256 * 256) == 0 && output_equals(outcome, &first))
            snprintf(result->cause, sizeof result->cause,
                     "only the first 256 blocks' sums are added: let each thread go on in steps of blockDim.x until "
                     "all are added");
        sum += in[i];
    }
}

static void check(const Outcome *outcome, CaseResult *result) {
    const double *in = case_file_find(outcome->input, "in")->data;
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    long double sum = 0;
    for (uint64_t i = 0; i < count; i++) sum += in[i];
    double expected = (double)sum;
    Expected out = {.name = "out", .type = CASE_FLOAT64, .rank = 1, .dims = {1}, .terms = count, .expected = &expected};
    compare_output(outcome, &out, result);
    if (!result->passed && result->has_element) name_mistake(outcome, in, &out, result);
}

static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 8.0 * (double)spec->size[COUNT]);
}

static const Parameter parameters[] = {
    {"count", "1000000..9000000/50000"},
    {"each", "8,16,32"},
    {"step", "1,2,3,4"},
    {"warps", "11..97"},
};

static const Slip sums_slips[] = {
    {"ceil(count / 256)", "256 elements per block would leave that many, but each of its 256 threads adds {each}"},
    {"key - 1", "What is left over needs a block, too"},
    {"ceil(count / each)", "A block's 256 threads leave one sum together"},
};
static const Slip additions_slips[] = {
    {"1", "There are more sums than threads: a thread has to take another one when it has added its first"},
    {"key - 1", "The rest needs threads once more, thread 0 the first of them"},
    {"sums_of_blocks", "All threads of the block share the sums"},
};
static const Slip sectors_slips[] = {
    {"key / warps", "That is one warp: there are {warps}"},
    {"key / 2", "That is for floats: a double is twice as long"},
    {"32 * warps", "How many bytes lie between neighbouring lanes? Do some share a sector?"},
};

static const Question questions[] = {
    {.name = "sums_of_blocks",
     .asks = "sums that the first kernel leaves of {count} doubles, {each} per thread",
     .points = 3,
     .why = "How many elements does a block of 256 threads add, {each} per thread? Divide, and round up",
     SLIPS(sums_slips)},
    {.name = "sums_of_thread_0",
     .asks = "of these sums, those that thread 0 of the second kernel adds",
     .points = 3,
     .why = "Its block has 256 threads; thread 0 takes sum 0, then sum 256, and so on while there are any",
     SLIPS(additions_slips)},
    {.name = "sectors_of_doubles",
     .asks = "sectors of {warps} warps' loads of in[{step} * i], doubles",
     .points = 2,
     .unit = UNIT_SECTORS,
     .kernel = "load_doubles",
     .counter = "global_load_sectors",
     .per = "global_load_requests",
     .times = "warps",
     .why = "Count the bytes from lane to lane: a double has 8, a sector 32",
     SLIPS(sectors_slips)},
};

// 32 doubles are 8 sectors. A sixteenth more is left for the sums of blocks: one for at least 16 elements.
static const Part parts[] = {
    ANSWERS("predictions", 8),
    RIGHT_RESULTS(30),
    NO_FAULTS(12),
    {.label = "each element loaded once",
     .points = 25,
     .kind = PART_LIMIT,
     .symptom = "launches",
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = warps,
     .most = 8,
     .slack = 1 / 16.,
     .plain = 16,
     .paths = PATH_LOADS,
     .advice = "Let a block add thousands of elements and leave one sum, with neighbouring threads at neighbours"},
    {.label = "the whole GPU works",
     .points = 25,
     .kind = PART_LIMIT,
     .symptom = "bytes_in_flight",
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = 132 * 8 * 32 * 8,
     .plain = 132 * 32 * 8, // a warp for each multiprocessor
     .most = INFINITY,
     .paths = PATH_LOADS,
     .advice = "Launch the first kernel with blocks for all 132 multiprocessors, and let the second kernel need few "
               "iterations"},
};

static const CaseSpec timed = {.label = "33,554,432 elements", .size = {[COUNT] = 1 << 25}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise sum_two_level_exercise = {
    .name = "sum_two_level",
    .chapter = "10_kernels_and_transfers",
    .title = "A sum in two launches",
    .learnt = "the end of a kernel is the barrier for all blocks: a second launch adds what the first one left.",
    .checklist = "divergence,coarsening",
    .serves = "transfers",
    .interface = "sum_two_level",
    .must_define = "void sum_doubles(const double *in, double *out, int count)",
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
