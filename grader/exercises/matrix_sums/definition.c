// definition.c - chapter 02, matrix_sums: sums of rows and of columns, both coalesced.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS, COLUMNS }; // CaseSpec.size

#define MATRIX(rows, columns, ...)                                                                                     \
    { .label = #rows " x " #columns, .size = {rows, columns}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    MATRIX(1, 1),
    MATRIX(64, 64),
    MATRIX(300, 7),
    MATRIX(7, 1000),
    MATRIX(160, 192, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// A measured matrix has whole warps in both directions, and a thread for each row or column fills several blocks.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[ROWS] = spec->measured ? 32 * random_between(&random, 24, 32) : random_odd_size(&random, 30, 400);
    spec->size[COLUMNS] = spec->measured ? 32 * random_between(&random, 48, 64) : random_odd_size(&random, 30, 400);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " x %" PRId64, spec->size[ROWS], spec->size[COLUMNS]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t rows = (uint64_t)spec->size[ROWS], columns = (uint64_t)spec->size[COLUMNS];
    Random random = random_seeded(seed);
    return input_size(input, "rows", spec->size[ROWS]) && input_size(input, "columns", spec->size[COLUMNS]) &&
           input_floats(input, "A", &random, rows * columns) &&
           output_announce(input, "row_sums", CASE_FLOAT32, rows) &&
           output_announce(input, "column_sums", CASE_FLOAT32, columns);
}

// Sums that a warp adds up lose terms in two common ways.
static void name_lost_terms(const Outcome *outcome, const Expected *sums, int64_t sum_step, int64_t term_step,
                            CaseResult *result) {
    const float *a = case_file_find(outcome->input, "A")->data;
    int64_t count = (int64_t)sums->dims[0], terms = (int64_t)sums->terms;
    double *of_lane_0 = calloc((size_t)(2 * count), sizeof *of_lane_0), *of_whole_warps = of_lane_0 + count;
    if (!of_lane_0) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < count; i++)
        for (int64_t t = 0; t < terms; t++) {
            double term = a[i * sum_step + t * term_step];
            if (t % 32 == 0) of_lane_0[i] += term;
            if (t < terms / 32 * 32) of_whole_warps[i] += term;
        }
    name_cause(outcome, sums, of_lane_0, "what lane 0 added is stored alone: the sums of a warp's lanes must be added",
               result);
    name_cause(outcome, sums, of_whole_warps,
               "the rest behind the last whole 32 elements is not added: some lanes have one more to add", result);
    free(of_lane_0);
}

// One of the two outputs: `count` sums of `terms` elements each.
static void check_sums(const Outcome *outcome, const char *name, int64_t count, int64_t sum_step, int64_t terms,
                       int64_t term_step, CaseResult *result) {
    const float *a = case_file_find(outcome->input, "A")->data;
    double *expected = calloc((size_t)count, sizeof *expected);
    if (!expected) abort(); // some kilobytes: the grader itself cannot work
    for (int64_t i = 0; i < count; i++)
        for (int64_t t = 0; t < terms; t++) expected[i] += a[i * sum_step + t * term_step];
    Expected sums = {.name = name,
                     .type = CASE_FLOAT32,
                     .rank = 1,
                     .dims = {(uint64_t)count},
                     .terms = (uint64_t)terms,
                     .expected = expected};
    compare_output(outcome, &sums, result);
    if (!result->passed) name_lost_terms(outcome, &sums, sum_step, term_step, result);
    free(expected);
}

static void check(const Outcome *outcome, CaseResult *result) {
    int64_t rows = outcome->spec->size[ROWS], columns = outcome->spec->size[COLUMNS];
    check_sums(outcome, "row_sums", rows, columns, columns, 1, result);
    if (result->passed) check_sums(outcome, "column_sums", columns, 1, rows, columns, result);
}

// 32 elements for their row's sum and 32 for their column's, the mean of both.
static double twice_32_elements(const CaseSpec *spec) {
    return 2 * (double)spec->size[ROWS] * (double)spec->size[COLUMNS] / 32;
}

// Coalesced loads need 4 sectors for 32 elements, a thread a row 32: (32 + 4) / 2 = 18. One pass for both sums needs 2.
static const Part parts[] = {
    RIGHT_RESULTS(25),
    NO_FAULTS(10),
    {.label = "one of the two coalesces",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 elements of a sum",
     .counter = LOAD_SECTORS,
     .per = twice_32_elements,
     .most = 18,
     .slack = 1 / 64.,
     .plain = 32,
     .paths = PATH_LOADS,
     .advice = "Both sums load with a stride: let neighbouring lanes load neighbouring elements of a row"},
    {.label = "both coalesce",
     .points = 25,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 elements of a sum",
     .counter = LOAD_SECTORS,
     .per = twice_32_elements,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 18,
     .paths = PATH_LOADS,
     .advice = "Neighbouring lanes must load neighbouring elements of a row: let the 32 lanes of a warp share one row, "
               "and let each lane take every 32nd element"},
    ANSWERS("questions", 25),
};

#define HELD 8448 // warps by an H200

static const Parameter parameters[] = {
    {"rows", "96..320/32"},
    {"columns", "96..320/32"},
    {"order", "rows,columns"},
    {"many", "3200..29984/32"},
    {"cause", "0,1,2"},
    {"some", "120..900"},
    {"suspect", "the first use of the memory,the access pattern,the block size"},
};

static bool percent_filled(const KeyRun *run, char answer[64]) {
    return snprintf(answer, 64, "%.12g", 100 * key_counter(run, "many_columns", "global_store_requests") / HELD) > 0;
}

// What is out of the ordinary in the numbers that `cause` draws: 32 sectors per request, 31 conflicts per request, or
// fewer warps than an H200 holds.
static bool why_slow(const KeyRun *run, char answer[64]) {
    static const char *const causes[] = {"strided", "conflicts", "few_warps"};
    return snprintf(answer, 64, "%s", causes[(int)key_drawn(run, "cause") % 3]) > 0;
}

// No counter tells: an experiment varies what is suspected, and nothing else.
static bool experiment(const KeyRun *run, char answer[64]) {
    const char *suspect = key_word(run, "suspect");
    bool use = strstr(suspect, "use") != NULL, pattern = strstr(suspect, "pattern") != NULL;
    snprintf(answer, 64, "%s", use ? "second_run" : pattern ? "transposed" : "other_block");
    return true;
}

#define MATRIX_ASKED "{rows} x {columns}, stored by {order}"
static const Slip sector_slips[] = {
    {"rows * columns / 32", "Those are the requests: how many sectors does each of them touch?"},
    {"rows * columns / 8", "A request is 32 threads at one moment: are their elements neighbours in memory?"},
    {"rows * columns", "A request is 32 threads at one moment: are their elements a whole row or column apart?"},
};
static const Slip warps_slips[] = {
    {"many", "That is the number of threads"},
    {"8448", "That is how many fit; how many are there?"},
    {"many / 256", "Those are blocks of 256 threads"},
};
static const Slip filled_slips[] = {
    {"100 * many / 8448", "Those are threads: a warp has 32 of them"},
    {"100 - key", "That is the percentage that stays empty"},
};
#define SECTORS_OF(which) .unit = UNIT_SECTORS, .kernel = which, .counter = "global_load_sectors"

static const Question questions[] = {
    {.name = "sectors_thread_a_row",
     .asks = "sectors loaded, a thread a row, A of " MATRIX_ASKED,
     .points = 5,
     SECTORS_OF("thread_a_row"),
     .why = "How far apart in memory are elements of neighbouring rows?",
     SLIPS(sector_slips)},
    {.name = "sectors_thread_a_column",
     .asks = "sectors loaded, a thread a column, A of " MATRIX_ASKED,
     .points = 5,
     SECTORS_OF("thread_a_column"),
     .why = "How far apart in memory are elements of neighbouring columns?",
     SLIPS(sector_slips)},
    {.name = "warps",
     .asks = "warps of the kernel with a thread for each of {many} columns",
     .points = 4,
     .unit = UNIT_WARPS,
     .kernel = "many_columns",
     .counter = "global_store_requests",
     .why = "32 threads are a warp",
     SLIPS(warps_slips)},
    {.name = "percent_filled",
     .asks = "percentage of 8,448 warps that this kernel fills",
     .points = 4,
     .unit = UNIT_PERCENT,
     .key = percent_filled,
     .why = "Divide the warps of the kernel by those that the GPU holds",
     SLIPS(filled_slips)},
    {.name = "why_slow",
     .asks = "why a kernel is slow that touches {4 + 28 * floor(1 - cause / 2)} sectors per load request, has "
             "{31 * (cause % 2)} conflicts per shared request, and {some + 30000 * (1 - floor(cause / 2))} warps",
     .points = 3,
     .kind = ANSWER_WORD,
     .words = "strided,conflicts,few_warps",
     .key = why_slow,
     .why = "Compare each number with the best one: 4 sectors, no conflicts, and at least as many warps as the GPU "
            "holds"},
    {.name = "experiment",
     .asks = "which experiment tells whether {suspect} is the cause",
     .points = 4,
     .kind = ANSWER_WORD,
     .words = "other_block,second_run,transposed",
     .key = experiment,
     .why = "Vary what you suspect and nothing else"},
};

static const CaseSpec timed = MATRIX(8192, 8192);
static double work(const CaseSpec *spec) { return (double)(spec->size[ROWS] * spec->size[COLUMNS]); }

const Exercise matrix_sums_exercise = {
    .name = "matrix_sums",
    .chapter = "02_coalescing",
    .title = "Sums of rows and of columns, both along what is contiguous",
    .learnt = "the map of threads to elements follows the memory: a thread for each column, a warp for each row.",
    .checklist = "coalescing,occupancy",
    .interface = "matrix_sums",
    .must_define = "void matrix_sums(const float *A, float *row_sums, float *column_sums, int rows, int columns)",
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
        {"A column's sum can be one thread's work: its neighbours then work on neighbouring columns. A row's sum "
         "cannot, or neighbours are a row apart. How many threads must share a row for their loads to be neighbours?",
         "Give each row a warp: row = global thread index / 32, lane = threadIdx.x % 32. The lane adds up elements "
         "lane, lane + 32, lane + 64, ... of the row; then all 32 lanes call warp_sum(), and lane 0 stores.",
         "for (int column = lane; column < columns; column += 32) sum += A[(size_t)row * columns + column]; sum = "
         "warp_sum(sum); if (lane == 0) sums[row] = sum; with ceil_div(rows, threads / 32) blocks. A warp whose row "
         "does not exist may return: all its lanes have the same row."},
};
