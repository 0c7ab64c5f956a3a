// definition.c - chapter 01, size_sweep: how products of several sizes fill the GPU.
//
// The four numbers are held against the student's own launch: its threads and its occupancy are in the device's report,
// so a kernel that takes other registers is judged by what it takes.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { N, WIDTH, SHARED, NUMBERS }; // CaseSpec.size; NUMBERS: how many of the four are checked
enum { MULTIPROCESSORS = 132, OF_PCIE = 114, MAX_WARPS = 64 };

// Two GPUs: numbers of one that are written down are wrong on the other.
#define USUAL_GPU "h200"
#define OTHER_GPU "h100_pcie"
#define OTHER_LABEL ", on an H100 PCIe"

#define SWEEP_CASE(n, width, shared, numbers, text)                                                                    \
    { .label = text, .size = {n, width, shared, numbers}, .gpu = USUAL_GPU }
#define OTHER_CASE(n, width, shared, text)                                                                             \
    { .label = text OTHER_LABEL, .size = {n, width, shared, 4}, .gpu = OTHER_GPU }

static const CaseSpec cases[] = {
    SWEEP_CASE(96, 8, 0, 1, "n 96, 8 x 8 (blocks only)"),
    SWEEP_CASE(64, 16, 20000, 2, "n 64, 16 x 16, 20,000 bytes (and resident blocks)"),
    SWEEP_CASE(200, 8, 100000, 3, "n 200, 8 x 8, 100,000 bytes (and waves)"),
    SWEEP_CASE(64, 16, 0, 4, "n 64, 16 x 16 (all four)"),
    SWEEP_CASE(160, 8, 150000, 4, "n 160, 8 x 8, 150,000 bytes (all four)"),
    SWEEP_CASE(130, 12, 50000, 4, "n 130, 12 x 12, 50,000 bytes (all four)"),
    SWEEP_CASE(132, 2, 150000, 4, "n 132, 2 x 2, 150,000 bytes (whole waves)"), // 66 * 66 blocks are 33 * 132
    OTHER_CASE(152, 8, 150000, "n 152, 8 x 8, 150,000 bytes"),                  // 361 blocks: 4 waves of 114, 3 of 132
    OTHER_CASE(64, 8, 0, "n 64, 8 x 8"),                                        // 64 blocks on 114 multiprocessors
    {.hidden = true, .gpu = USUAL_GPU},
    {.hidden = true, .gpu = OTHER_GPU},
};

static bool is_other(const CaseSpec *spec) { return !strcmp(spec->gpu, OTHER_GPU); }
static double multiprocessors(const CaseSpec *spec) { return is_other(spec) ? OF_PCIE : MULTIPROCESSORS; }

// Half of them take more than a wave.
static void draw(uint64_t seed, CaseSpec *spec) {
    static const int64_t widths[] = {5, 6, 7, 9, 10, 14};
    Random random = random_seeded(seed);
    bool waves = random_below(&random, 2);
    spec->size[N] = random_between(&random, waves ? 150 : 40, waves ? 220 : 90);
    spec->size[WIDTH] = widths[random_below(&random, waves ? 3 : COUNT_OF(widths))];
    spec->size[SHARED] = random_between(&random, waves ? 60000 : 0, 110000);
    spec->size[NUMBERS] = 4;
    snprintf(spec->label, sizeof spec->label, "n %" PRId64 ", %" PRId64 " x %" PRId64 ", %" PRId64 " bytes%s",
             spec->size[N], spec->size[WIDTH], spec->size[WIDTH], spec->size[SHARED],
             is_other(spec) ? OTHER_LABEL : "");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t elements = (uint64_t)(spec->size[N] * spec->size[N]);
    return input_size(input, "n", spec->size[N]) && input_size(input, "width", spec->size[WIDTH]) &&
           input_size(input, "shared_bytes", spec->size[SHARED]) && input_floats(input, "A", &random, elements) &&
           input_floats(input, "B", &random, elements) && output_announce(input, "C", CASE_FLOAT32, elements) &&
           case_file_announce(input, "sweep", CASE_FLOAT64, 8, CASE_HOST_OUT, 4);
}

static double product(const Outcome *outcome, uint64_t i) {
    uint64_t n = (uint64_t)outcome->spec->size[N];
    const float *row = (const float *)input_of(outcome, "A") + i / n * n, *b = input_of(outcome, "B");
    double sum = 0;
    for (uint64_t p = 0; p < n; p++) sum += (double)row[p] * b[p * n + i % n];
    return sum;
}

static void product_check(const Outcome *outcome, CaseResult *result) {
    uint64_t n = (uint64_t)outcome->spec->size[N];
    Expected c = {.name = "C", .type = CASE_FLOAT32, .rank = 2, .dims = {n, n}, .terms = n};
    compare_elements(outcome, &c, product, NULL, result);
}

// The four numbers of the launch that was made.
static void sweep_expected(const Outcome *outcome, double sweep[4]) {
    int64_t n = outcome->spec->size[N], width = outcome->spec->size[WIDTH], side = (n + width - 1) / width;
    double warps = (double)((width * width + 31) / 32), blocks = (double)(side * side);
    double resident = round(report_occupancy(outcome->report, NULL) / 100 * MAX_WARPS / warps);
    double wave = fmax(1, resident * multiprocessors(outcome->spec));
    sweep[0] = blocks;
    sweep[1] = resident;
    sweep[2] = ceil(blocks / wave);
    sweep[3] = fmin(blocks, wave) * warps / multiprocessors(outcome->spec);
}

// The common mistake that gives this number; NULL: it is none of them.
static const char *mistake_of(const Outcome *outcome, int64_t number, double got, const double expected[4]) {
    const int64_t *size = outcome->spec->size;
    double threads = (double)(size[WIDTH] * size[WIDTH]), warps = ceil(threads / 32), blocks = expected[0];
    double count = multiprocessors(outcome->spec), usual = expected[1] * MULTIPROCESSORS;
    double wave = fmax(1, expected[1] * count), first = fmin(blocks, wave);
    static const char written_down[] =
        "132 multiprocessors are written down, but this GPU has 114: take multiProcessorCount, which "
        "cudaGetDeviceProperties() stores";
    const struct {
        int64_t number;
        double value;
        const char *says;
    } mistakes[] = {
        {2, ceil(blocks / usual), written_down},
        {3, fmin(blocks, usual) * warps / MULTIPROCESSORS, written_down},
        {1, size[SHARED] ? fmin(32, floor(MAX_WARPS / warps)) : NAN,
         "blocks_per_multiprocessor is asked without the dynamic shared memory: pass shared_bytes as the last "
         "argument"},
        {2, floor(blocks / wave), "the last wave is not counted: round up, ceil_div(blocks, wave)"},
        {2, floor(blocks / wave) + 1,
         "where the last wave is full, no other one follows it: round up, ceil_div(blocks, wave)"},
        {2, ceil(blocks / count),
         "a wave is taken for one block a multiprocessor: it has blocks_per_multiprocessor * multiProcessorCount "
         "blocks"},
        {2, ceil(blocks / fmax(1, expected[1])),
         "a wave is taken for one multiprocessor's blocks: multiply by multiProcessorCount"},
        {3, first * threads / count, "threads are counted for warps: a block has ceil_div(threads, 32) warps"},
        {3, first * floor(threads / 32) / count, "warps are rounded down: a block has ceil_div(threads, 32)"},
        {3, first * warps, "the warps of all multiprocessors are counted: divide by multiProcessorCount"},
        {3, floor(expected[3]), "the quotient is cut to a whole number: divide as double"},
        {3, blocks * warps / count, "blocks of later waves are counted: take min(blocks, wave)"},
        {3, expected[1] * warps,
         "a full multiprocessor is counted although there are fewer blocks: take min(blocks, "
         "wave) blocks and divide by multiProcessorCount"},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        if (mistakes[i].number == number && fabs(got - mistakes[i].value) <= 1e-6 * fmax(1, got))
            return mistakes[i].says;
    return NULL;
}

// The launch is the skeleton's. One of other shared memory, or several of which one has much, has numbers that nobody
// needs to ask the device for.
static bool is_as_given(const Outcome *outcome, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    double side = ceil((double)size[N] / (double)size[WIDTH]);
    uint64_t expected = (uint64_t)(side * side) * (uint64_t)(size[WIDTH] * size[WIDTH]);
    uint64_t threads = report_threads(outcome->report), launches = report_launches(outcome->report);
    double shared = report_launch_most(outcome->report, NULL, REPORT_DYNAMIC_SHARED_BYTES);
    if (threads != expected)
        result_wrong(result, "the product was launched with %" PRIu64 " threads, expected %" PRIu64, threads, expected);
    else if (launches != 1)
        result_wrong(result, "the product was launched in %" PRIu64 " parts: leave its one launch as it is", launches);
    else if (shared != (double)size[SHARED])
        result_wrong(result, "the product was launched with %.0f bytes of shared memory, expected %" PRId64, shared,
                     size[SHARED]);
    return threads == expected && launches == 1 && shared == (double)size[SHARED];
}

static void check(const Outcome *outcome, CaseResult *result) {
    static const char *const names[] = {"blocks", "blocks_per_multiprocessor", "waves", "warps_per_multiprocessor"};
    static const char *const meanings[] = {
        "count a square of ceil_div(n, width) blocks on each side",
        "ask the runtime with this kernel, all threads of this block, and its shared memory",
        "divide the blocks by those of a wave, blocks_per_multiprocessor * multiProcessorCount, and round up",
        "divide all warps of the first wave by multiProcessorCount, as a double",
    };
    const int64_t *size = outcome->spec->size;
    const double *sweep = output_array(outcome, "sweep", CASE_FLOAT64, 4, result);
    if (!sweep) return;
    product_check(outcome, result);
    if (!result->passed) return;
    if (!is_as_given(outcome, result)) return;
    double expected[4];
    sweep_expected(outcome, expected);
    for (int64_t i = 0; i < size[NUMBERS]; i++)
        if (!(fabs(sweep[i] - expected[i]) <= 1e-6 * fmax(1, expected[i]))) {
            const char *mistake = mistake_of(outcome, i, sweep[i], expected);
            result_wrong(result, "%s is %.6g, expected %.6g (%g blocks, %g of them on a multiprocessor)%s%s", names[i],
                         sweep[i], expected[i], expected[0], expected[1], mistake ? "" : ": ",
                         mistake ? "" : meanings[i]);
            if (mistake) result_cause(result, "%s", mistake);
            return;
        }
    result_right(result, "%" PRId64 " of 4 numbers asked and right", size[NUMBERS]);
}

#include "size_sweep.text.h"
