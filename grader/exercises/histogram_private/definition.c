// definition.c - chapter 09, histogram_private: counts of byte values, in histograms of blocks that are merged once.
#include "../definition.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " bytes", spec->size[COUNT]);
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

static const Parameter parameters[] = {
    {"bytes", "1024..9600/32"}, {"blocks", "5..40"}, {"bins", "64,96,100,128,160,200,250"},
    {"period", "2..15"},        {"warps", "20..60"},
};

static const Slip requests_slips[] = {
    {"bytes", "{bytes} threads add, but a request is a warp's: it carries 32 of them"},
    {"8", "That is one block's: there are {ceil(bytes / 256)} blocks of at most 256 threads"},
    {"256", "It does not matter how many bins there are: every warp adds for its 32 bytes"},
};
static const Slip additions_slips[] = {
    {"blocks", "Each block merges once, but every bin has to be added to its own place"},
    {"bins", "That is one block: there are {blocks}"},
    {"blocks * ceil(bins / 32)", "Those are requests of warps, and each carries 32 additions"},
};
static const Slip address_slips[] = {
    {"warps", "That is one lane of each warp: how many of its 32 lanes have a byte 0?"},
    {"32 * warps", "Only every byte whose i is a multiple of {period} is 0"},
    {"warps * floor(32 / period)", "Lane 0 of the array has a byte 0, too: count from it"},
};

static const Question questions[] = {
    {.name = "requests_shared_by_all",
     .asks = "atomic requests for {bytes} bytes",
     .points = 3,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_REQUESTS,
     .kernel = "count_global",
     .counter = "global_red_requests+global_atom_requests",
     .why = "Each thread counts one byte, and the 32 threads of a warp make one request",
     SLIPS(requests_slips)},
    {.name = "additions_merged",
     .asks = "additions when {blocks} blocks merge {bins} bins each",
     .points = 3,
     .kind = ANSWER_NUMBER,
     .why = "How many bins does each block add to the common ones?",
     SLIPS(additions_slips)},
    {.name = "at_one_address",
     .asks = "lanes that add to bin 0, in[i] = i % {period}, i = 0 to {32 * warps - 1}",
     .points = 2,
     .kind = ANSWER_NUMBER,
     .why = "A lane adds to bin 0 if its byte is 0. For which i is that so?",
     SLIPS(address_slips)},
};

static const Part parts[] = {
    ANSWERS("predictions", 8),
    RIGHT_RESULTS(17),
    NO_FAULTS(10),
    {.label = "few additions in global memory",
     .points = 40,
     .kind = PART_LIMIT,
     .symptom = "privatisation",
     .counts = "atomic requests in global memory per 1,024 bytes",
     .counter = "global_red_requests+global_atom_requests",
     .per = thousands,
     .most = 2,
     .plain = 32, // a histogram for all
     .bounds = addition_bounds,
     .paths = PATH_ATOMICS,
     .advice = "Count in shared memory, many bytes for a block, and add the block's 256 bins to bins once"},
    // A sector holds 32 bytes; a quarter more is left for partial histograms that a second kernel adds up.
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 bytes",
     .counter = LOAD_SECTORS,
     .per = sectors,
     .most = 1,
     .slack = 0.25,
     .plain = 32,
     .paths = PATH_LOADS,
     .after = "few additions in global memory",
     .advice = "Threads that each walk through a piece of their own read far apart: let a warp read neighbours"},
    // A byte at a time for each lane of 4 warps on each of 132 multiprocessors (chapter 07).
    {.label = "the whole GPU works",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "bytes_in_flight",
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = 32 * 4 * 132,
     .plain = 32 * 132, // a warp for each multiprocessor
     .most = INFINITY,
     .paths = PATH_LOADS,
     .after = "few additions in global memory",
     .advice = "Few blocks leave most of the 132 multiprocessors idle: launch more blocks, each with fewer bytes"},
};

static const CaseSpec timed = {.label = "268,435,456 bytes", .size = {[COUNT] = 1 << 28}};
static const CaseSpec estimated = {.label = "67,108,864 bytes", .size = {[COUNT] = 1 << 26}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise histogram_private_exercise = {
    .name = "histogram_private",
    .chapter = "09_divergence_and_privatisation",
    .title = "A histogram whose blocks count for themselves",
    .learnt = "let each block count for itself in shared memory and merge once: few threads then wait for each other.",
    .checklist = "privatisation,coarsening,coalescing",
    .interface = "histogram_private",
    .must_define = "void histogram(const unsigned char *in, unsigned *bins, int count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .estimated = &estimated,
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
        {"Atomics on shared memory are those of one block only, so fewer threads wait for each other. What has to "
         "happen before the first of them, and after the last?",
         "Clear the block's 256 bins, barrier; count, barrier; add the bins to the common ones. If a block counts "
         "only as many bytes as there are bins, the merge costs as much as it saves: give each thread 32 bytes.",
         "for (int e = 0; e < 32; e++) { i = (size_t)blockIdx.x * 256 * 32 + e * 256 + threadIdx.x; if (i < count) "
         "atomicAdd(&own[in[i]], 1u); } and after a barrier atomicAdd(&bins[threadIdx.x], own[threadIdx.x])."},
};
