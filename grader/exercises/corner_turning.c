// corner_turning.c - chapter 04: a product whose second factor is stored by columns, coalesced on both sides.
#include "product.h"

#include <math.h>

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 48, 64),
    PRODUCT_CASE(35, 50, 17),
    PRODUCT_CASE(128, 128, 128, .measured = true),
    PRODUCT_CASE(70, 23, 129, .hidden = true),
    PRODUCT_CASE(19, 97, 45, .hidden = true),
};

// Tiles of T x T load each element of A n / T times and each of B m / T times: 2 m n k / T floats, 32 a request.
// T = 16 is asked for; 2 per cent are left for tails, of which the measured case has none.
static void load_request_bounds(const CaseSpec *spec, double *least, double *most) {
    double products = (double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N] * (double)spec->size[PRODUCT_K];
    *least = 1;
    *most = floor(1.02 * 2 * products / (16 * 32));
}

// Shown, and never exceeded by a tiled kernel: T = 32 without padding turns m n k / 32^2 requests at 31 conflicts each.
static void store_conflict_bounds(const CaseSpec *spec, double *least, double *most) {
    double products = (double)spec->size[PRODUCT_M] * (double)spec->size[PRODUCT_N] * (double)spec->size[PRODUCT_K];
    *least = 0;
    *most = products / (32 * 32) * 31;
}

enum { ON_DEVICE, LOADS, STORES, REQUESTS, CONFLICTS }; // limits

static const Limit limits[] = {
    [ON_DEVICE] = PRODUCT_ON_DEVICE_LIMIT,
    [LOADS] =
        LOAD_SECTOR_LIMIT("One of the two tiles is loaded across rows: in stored B, p is the index of neighbours"),
    [STORES] = STORE_SECTOR_LIMIT("Neighbouring lanes store to different rows of C"),
    [REQUESTS] = {.label = "load requests",
                  .numerator = "global_load_requests",
                  .bounds = load_request_bounds,
                  .advice =
                      "Each loaded element must serve 16 threads: stage tiles of 16 x 16 or larger in shared memory"},
    [CONFLICTS] = {.label = "shared store bank conflicts",
                   .numerator = "shared_store_bank_conflicts",
                   .bounds = store_conflict_bounds,
                   .advice =
                       "More conflicts than a turned tile without padding has: see chapter 05, which removes them all"},
};

static const Part parts[] = {
    {"right results", 35, PART_CASES, 0},       {"no faults", 15, PART_CLEAN, 0},
    {"coalesced loads", 20, PART_LIMIT, LOADS}, {"coalesced stores", 10, PART_LIMIT, STORES},
    {"tiles reused", 15, PART_LIMIT, REQUESTS}, {"computed on the device", 5, PART_LIMIT, ON_DEVICE},
};

const Exercise corner_turning_exercise = {
    .name = "corner_turning",
    .chapter = "04_corner_turning",
    .title = "A product with a column-major factor, turned in shared memory",
    .checklist = "coalescing,tiling",
    .interface = "matmul_colmajor",
    .must_define = "void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .make = product_make,
    .check = product_check_columns,
    .limits = limits,
    .limit_count = COUNT_OF(limits),
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .hints =
        {"Loading a tile and using it are two separate steps. Who loads an element need not be who uses it: choose "
         "the loader by what is contiguous in memory.",
         "B[p][column] is stored at B[column * k + p], so lanes must run along p. Let threadIdx.x choose p and "
         "threadIdx.y choose the column of the tile that this thread loads.",
         "Load B[(blockIdx.x * TILE + threadIdx.y) * k + phase * TILE + threadIdx.x] (0 if outside) into "
         "B_tile[threadIdx.x][threadIdx.y]; after the barrier use B_tile[p][threadIdx.x] as in any tiled product."},
};
