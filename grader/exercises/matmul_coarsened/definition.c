// definition.c - chapter 08, matmul_coarsened: one block computes four neighbouring tiles and loads their A tile once.
#include "../product.h"

enum { TILE = 32, COARSE_FACTOR = 4 };

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 128, 32),
    PRODUCT_CASE(40, 100, 35),
    PRODUCT_CASE(33, 257, 20),
    PRODUCT_CASE(64, 256, 96, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// The measured one has whole tiles, also those of answers that compute more than four elements in a thread: a block
// covers at most 64 rows and 256 columns, so there are four or more.
static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    product_size(spec, 64 * random_between(&random, 2, 3), 256 * random_between(&random, 2, 3),
                 32 * random_between(&random, 2, 4));
}

// Of the kernels that multiply: one that clears C first may have a thread for each element. All threads, if the
// products were made in ways that are not counted.
static double threads_per_element(const DeviceReport *report, const CaseSpec *spec) {
    static const char multiplying[] = "ffma+fmul+dfma+dmul";
    bool counted = report_counter(report, multiplying) >= product_products(spec);
    uint64_t threads = counted ? report_threads_that(report, multiplying, 1) : report_threads(report);
    return (double)threads / (32 * product_element_warps(spec));
}

static double least_occupancy(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_occupancy(report, NULL);
}

static const Part parts[] = {
    RIGHT_RESULTS(20),
    NO_FAULTS(10),
    // First, since blocks that do nothing but load make the loads, too.
    {.label = "four elements a thread",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coarsening",
     .counts = "threads that multiply, per element of C",
     .measure = threads_per_element,
     .most = 0.25,
     .plain = 1,
     .advice = "Let each thread compute four elements, and launch a quarter of the blocks along n: ceil_div(n, TILE * "
               "COARSE_FACTOR)"},
    // An element of A is loaded once for each block column (n / 128), one of B once for each block row (m / 32), 4
    // sectors for 32 floats: 4 (1 / 128 + 1 / 32) sectors for 32 products. The slack is 2 per cent.
    {.label = "fewer loads",
     .points = 45,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 4 * (1.0 / (TILE * COARSE_FACTOR) + 1.0 / TILE),
     .slack = 0.02,
     .plain = 4 * 2.0 / TILE, // tiles that are not coarsened
     .paths = PATH_LOADS,
     .advice = "Load the A tile of a phase once, outside the loop over the four tiles of B"},
    {.label = "coalesced stores",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "bytes of stored sectors not written, per 32 elements of C",
     .counter = "global_store_wasted_bytes",
     .per = product_element_warps,
     .most = 4,
     .plain = 384, // lanes four floats apart
     .paths = PATH_STORES,
     .after = "fewer loads",
     .advice = "Let a thread's four elements lie TILE columns apart, so that neighbouring lanes store neighbours"},
    // Two blocks of 1,024 threads with 32 registers fill a multiprocessor; with 33 one block is resident.
    {.label = "occupancy",
     .points = 0, // shown: int indices cost registers, and nothing in the task says so
     .kind = PART_LIMIT,
     .symptom = "occupancy",
     .counts = "percent occupancy",
     .measure = least_occupancy,
     .least = 99,
     .most = INFINITY,
     .advice = "A thread has more than 32 registers, so only one block of 1,024 is resident: index with size_t, which "
               "takes fewer here, or say __launch_bounds__(1024, 2)"},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

const Exercise matmul_coarsened_exercise = {
    .name = "matmul_coarsened",
    .chapter = "08_coarsening",
    .title = "A tiled product whose threads compute four elements each",
    .learnt = "a thread that computes four elements loads the common factor once instead of four times.",
    .checklist = "tiling,coarsening",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .estimated = &estimated,
    .work = product_products,
    .draw = draw,
    .make = product_make,
    .check = product_check_rows,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .hints = {"Two blocks that are neighbours in x load the same tiles of A. If one block did the work of four such "
              "neighbours, how often would it have to load them?",
              "Keep float sums[4]. In each phase load the A tile once, then for c = 0..3 load the B tile of columns "
              "column + c * TILE, add its products to sums[c], and go on to the next c.",
              "The B tile is overwritten four times a phase, so both barriers belong inside the loop over c: one after "
              "loading, one after using. The grid is dim3(ceil_div(n, TILE * COARSE_FACTOR), ceil_div(m, TILE)), and a "
              "thread stores sums[c] only if column + c * TILE < n."},
};
