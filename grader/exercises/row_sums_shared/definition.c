// definition.c - chapter 04, row_sums_shared: a block a row, partial sums in shared memory, a tree.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS, COLUMNS, THREADS }; // CaseSpec.size
enum { WARP = 32 };

#define ROWS_CASE(rows, columns, threads, ...)                                                                         \
    { .label = #rows " x " #columns ", " #threads " threads", .size = {rows, columns, threads}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    ROWS_CASE(1, 1, 1),
    ROWS_CASE(20, 100, 32),
    ROWS_CASE(10, 37, 256),
    ROWS_CASE(30, 500, 100),
    ROWS_CASE(40, 1024, 256, .measured = true),
    ROWS_CASE(40, 960, 96),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[ROWS] = random_between(&random, 5, 60);
    spec->size[COLUMNS] = spec->measured ? 32 * random_between(&random, 20, 40) : random_odd_size(&random, 20, 1500);
    spec->size[THREADS] = spec->measured ? random_odd_size(&random, 400, 1000) : random_between(&random, 1, 1024);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " x %" PRId64 ", %" PRId64 " threads", spec->size[ROWS],
             spec->size[COLUMNS], spec->size[THREADS]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    return input_size(input, "rows", spec->size[ROWS]) && input_size(input, "columns", spec->size[COLUMNS]) &&
           input_size(input, "threads", spec->size[THREADS]) &&
           input_floats(input, "A", &random, (uint64_t)(spec->size[ROWS] * spec->size[COLUMNS])) &&
           output_announce(input, "sums", CASE_FLOAT32, (uint64_t)spec->size[ROWS]);
}

// What a tree makes of a row that halves an odd number of partial sums rounding down: the last one is lost.
static double halved_down(const float *row, int64_t columns, int64_t threads) {
    double partial[1024] = {0};
    for (int64_t i = 0; i < columns; i++) partial[i % threads] += row[i];
    for (int64_t left = threads; left > 1; left /= 2)
        for (int64_t t = 0; t < left / 2; t++) partial[t] += partial[t + left / 2];
    return partial[0];
}

static void name_halving(const Outcome *outcome, const Expected *sums, CaseResult *result) {
    int64_t rows = outcome->spec->size[ROWS], columns = outcome->spec->size[COLUMNS];
    const float *a = case_file_find(outcome->input, "A")->data;
    double *mistaken = calloc((size_t)rows, sizeof *mistaken);
    if (!mistaken) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < rows; i++)
        mistaken[i] = halved_down(a + i * columns, columns, outcome->spec->size[THREADS]);
    name_cause(outcome, sums, mistaken,
               "a partial sum is lost where their number is odd: half of it must be rounded up", result);
    free(mistaken);
}

static void check(const Outcome *outcome, CaseResult *result) {
    int64_t rows = outcome->spec->size[ROWS], columns = outcome->spec->size[COLUMNS];
    const float *a = case_file_find(outcome->input, "A")->data;
    double *expected = calloc((size_t)rows, sizeof *expected);
    if (!expected) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < rows * columns; i++) expected[i / columns] += a[i];
    Expected sums = {.name = "sums",
                     .type = CASE_FLOAT32,
                     .rank = 1,
                     .dims = {(uint64_t)rows},
                     .terms = (uint64_t)columns,
                     .expected = expected};
    compare_output(outcome, &sums, result);
    if (!result->passed) name_halving(outcome, &sums, result);
    free(expected);
}

// ---- limits ----

static double rows_of(const CaseSpec *spec) { return (double)spec->size[ROWS]; }
static double warps_of(const CaseSpec *spec) { return ceil((double)spec->size[THREADS] / WARP); }

static double threads_of_a_row(const DeviceReport *report, const CaseSpec *spec) {
    return (double)report_threads(report) / (rows_of(spec) * (double)spec->size[THREADS]);
}

// Sectors of a row: in each trip every warp touches those of its lanes, and one more where it does not begin at a
// sector's beginning, which is so if the block is no multiple of 8 threads.
static double sectors_of_a_row(const CaseSpec *spec) {
    double sectors = 0;
    int64_t threads = spec->size[THREADS];
    for (int64_t first = 0; first < spec->size[COLUMNS]; first += threads)
        for (int64_t lane = 0; lane < threads; lane += WARP) {
            int64_t begin = first + lane, end = first + (lane + WARP < threads ? lane + WARP : threads);
            if (end > spec->size[COLUMNS]) end = spec->size[COLUMNS];
            if (begin < end) sectors += (double)((end - 1) / 8 - begin / 8 + 1);
        }
    return sectors;
}
static double sectors_of_rows(const CaseSpec *spec) { return rows_of(spec) * sectors_of_a_row(spec); }

// A warp loads once per iteration. A warp that does the work of others loads more often.
static void trip_bounds(const CaseSpec *spec, Bounds *bounds) { bounds->plain = fmax(2, warps_of(spec)); }
static double trips_of_a_warp(const DeviceReport *report, const CaseSpec *spec) {
    return report_launch_most(report, NULL, REPORT_BUSIEST_WARP_LOADS) /
           ceil((double)spec->size[COLUMNS] / (double)spec->size[THREADS]);
}

// A partial sum for each warp at the very least; the lesson's tree at most. One thread that adds up all partial sums
// reads each of them in a pass of its own.
static void pass_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = warps_of(spec);
    bounds->most = 4 * warps_of(spec) + 3 * ceil(log2((double)spec->size[THREADS])) + 1;
    bounds->plain = warps_of(spec) + (double)spec->size[THREADS];
}

static double blocks(const CaseSpec *spec) { return (double)spec->size[ROWS]; }

static const Part parts[] = {
    RIGHT_RESULTS(20),
    NO_FAULTS(10),
    {.label = "a block a row",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "waves",
     .counts = "threads launched, of rows * threads",
     .measure = threads_of_a_row,
     .least = 1,
     .most = 1,
     .plain = 2,
     .advice = "Launch one block for each row, of exactly as many threads as the argument says"},
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded, of those that neighbouring lanes need",
     .counter = LOAD_SECTORS,
     .per = sectors_of_rows,
     .most = 1,
     .plain = 2, // lanes two elements apart
     .paths = PATH_LOADS,
     .advice = "In each iteration let the threads of a block take neighbouring elements: a stride of blockDim.x"},
    {.label = "all warps add",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "divergence",
     .counts = "loads of the warp that loads most often, of those in its share of a row",
     .measure = trips_of_a_warp,
     .most = 1,
     .bounds = trip_bounds,
     .paths = PATH_LOADS,
     .after = "a block a row",
     .advice = "Let every thread add columns / threads elements of the row, so that no warp adds what others could"},
    {.label = "a tree",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "divergence",
     .counts = "passes through shared memory a row",
     .counter = SHARED_PASSES,
     .per = rows_of,
     .bounds = pass_bounds,
     .paths = PATH_SHARED,
     .after = "all warps add",
     .advice = "Add in a register first; then halve the number of partial sums in each step, lower half to upper half"},
    ANSWERS("questions", 20),
};

static const Parameter parameters[] = {
    {"rows", "11..97"}, // each with a tree of its own
    {"many", "130..1000"}, {"few", "33..127"}, {"step", "2,3,4"}, {"alone", "100..900"},
};

static const Slip many_slips[] = {
    {"key / rows", "That is one tree: there are {rows}"},
    {"(many - 1) * rows", "That is the number of additions: those of one step are made at the same time"},
    {"floor(many / 2) * rows", "That is the number of additions in the first step"},
    {"key - rows", "Half of an odd number of partial sums is rounded up"},
};
static const Slip few_slips[] = {
    {"key / rows", "That is one tree: there are {rows}"},
    {"(few - 1) * rows", "That is the number of additions: those of one step are made at the same time"},
    {"key - rows", "Half of an odd number of partial sums is rounded up"},
};
static const Slip adding_slips[] = {
    {"floor(many / 2)", "That is the first step"},
    {"step", "Count the threads that add, step by step"},
};
static const Slip alone_slips[] = {
    {"key / rows", "That is one row: there are {rows}"},
    {"ceil(alone / 32) * rows", "32 lanes read 32 words in one pass: here one lane reads"},
    {"rows", "A pass serves one request: a thread alone needs a request for each word"},
};

static const Question questions[] = {
    {.name = "steps_many",
     .asks = "steps of the trees of {rows} rows together, {many} partial sums each",
     .points = 5,
     .times = "rows",
     .why = "Each step leaves half of the partial sums, rounded up, until one is left",
     SLIPS(many_slips)},
    {.name = "steps_few",
     .asks = "steps of the trees of {rows} rows together, {few} partial sums each",
     .points = 5,
     .times = "rows",
     .why = "Each step leaves half of the partial sums, rounded up, until one is left",
     SLIPS(few_slips)},
    {.name = "adding_in_step",
     .asks = "threads that add in step {step} of one tree with {many} partial sums",
     .points = 5,
     .why = "How many partial sums are left before that step? Half of them, rounded down, are added",
     SLIPS(adding_slips)},
    {.name = "passes_alone",
     .asks = "passes for {rows} rows, with one thread each that reads {alone} partial sums",
     .points = 5,
     .kernel = "alone",
     .counter = "shared_load_wavefronts",
     .times = "rows",
     .why = "How many words does one request of it read?",
     SLIPS(alone_slips)},
};

static const CaseSpec timed = ROWS_CASE(8192, 8192, 256);
static double work(const CaseSpec *spec) { return (double)(spec->size[ROWS] * spec->size[COLUMNS]); }

const Exercise row_sums_shared_exercise = {
    .name = "row_sums_shared",
    .chapter = "04_tiling",
    .title = "Sums of rows: a block a row, and a tree",
    .learnt = "a block adds up in a tree: each step halves the sums, and a barrier stands between steps.",
    .checklist = "tiling,coalescing",
    .interface = "row_sums_shared",
    .must_define = "void row_sums(const float *A, float *sums, int rows, int columns, int threads)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = work,
    .draw = draw,
    .blocks = blocks,
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
        {"Write five partial sums side by side. In the first step number 0 takes number 3, number 1 takes number 4, "
         "and "
         "number 2 waits. Who adds in the second step, and how far apart are the two? What must all threads do before "
         "it?",
         "With `left` partial sums, half = ceil_div(left, 2): thread t adds partial[t + half] to partial[t] if t + "
         "half "
         "< left. Then left = half. With an odd number the middle one waits. All threads take part in the barriers.",
         "extern __shared__ float partial[]; partial[t] = sum; __syncthreads(); for (int left = blockDim.x; left > 1;) "
         "{ int half = ceil_div(left, 2); if (t + half < left) partial[t] += partial[t + half]; __syncthreads(); left "
         "= half; } if (t == 0) sums[blockIdx.x] = partial[0]; launched with threads * sizeof(float) bytes."},
};
