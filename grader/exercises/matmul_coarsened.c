// matmul_coarsened.c - chapter 07: one block computes four neighbouring tiles and loads their common A tile once.
#include "product.h"

#include <math.h>

enum { TILE = 32, COARSE_FACTOR = 4 };

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 128, 32),
    PRODUCT_CASE(40, 100, 35),
    PRODUCT_CASE(33, 257, 20),
    PRODUCT_CASE(64, 256, 96, .measured = true),
    PRODUCT_CASE(97, 130, 63, .hidden = true),
    PRODUCT_CASE(31, 515, 9, .hidden = true),
};

// An element of A is loaded once per block column (n / (TILE * COARSE_FACTOR)), one of B once per block row (m / TILE),
// 32 floats a request: m n k / 32 * (1 / 128 + 1 / 32). The measured case has no tails; 2 per cent are left.
static void load_request_bounds(const CaseSpec *spec, double *least, double *most) {
    double products = (double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N] * (double)spec->size[PRODUCT_K];
    *least = 1;
    *most = floor(1.02 * products / 32 * (1.0 / (TILE * COARSE_FACTOR) + 1.0 / TILE));
}

static double threads_per_element(const DeviceReport *report, const CaseSpec *spec) {
    return (double)report_threads(report) / ((double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N]);
}

enum { ON_DEVICE, REQUESTS, THREADS, LOADS, STORES }; // limits

static const Limit limits[] = {
    [ON_DEVICE] = PRODUCT_ON_DEVICE_LIMIT,
    [REQUESTS] = {.label = "load requests",
                  .numerator = "global_load_requests",
                  .bounds = load_request_bounds,
                  .advice = "The A tile of a phase must be loaded once for all four tiles of B, with tiles of 32 x 32"},
    [THREADS] = {.label = "threads per element of C",
                 .measure = threads_per_element,
                 .least = 0,
                 .most = 0.25,
                 .advice = "Each thread computes four elements, so the grid needs a quarter of the blocks along n"},
    [LOADS] = LOAD_SECTOR_LIMIT("Neighbouring lanes load from different rows: keep threadIdx.x on the column"),
    [STORES] = STORE_SECTOR_LIMIT("A thread's four elements must lie TILE columns apart, not side by side"),
};

static const Part parts[] = {
    {"right results", 35, PART_CASES, 0},
    {"no faults", 15, PART_CLEAN, 0},
    {"load requests drop", 25, PART_LIMIT, REQUESTS},
    {"four elements a thread", 10, PART_LIMIT, THREADS},
    {"coalesced loads", 5, PART_LIMIT, LOADS},
    {"coalesced stores", 5, PART_LIMIT, STORES},
    {"computed on the device", 5, PART_LIMIT, ON_DEVICE},
};

const Exercise matmul_coarsened_exercise = {
    .name = "matmul_coarsened",
    .chapter = "07_thread_coarsening",
    .title = "A tiled product whose threads compute four elements each",
    .checklist = "tiling,coarsening",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .make = product_make,
    .check = product_check_rows,
    .limits = limits,
    .limit_count = COUNT_OF(limits),
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
