// definition.c - chapter 05, corner_turning: a product whose second factor is stored by columns, coalesced both ways.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 48, 64),
    PRODUCT_CASE(35, 50, 17),
    PRODUCT_CASE(128, 128, 128, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Tiles of T x T load each element of A n / T times and each of B m / T times: 2 m n k / T floats. T = 16 is asked for:
// 4 sectors for each 32 floats make 8 / 16 sectors for 32 products. A solution that first reorders
// the factors may load them once more; tiles of 8 would load each of them m / 8 and n / 8 times.
static void sectors_allowed(const CaseSpec *spec, Bounds *bounds) {
    bounds->most = 0.5 + 4 * product_loads_once(spec);
    bounds->plain = 5;
}

static const Part parts[] = {
    RIGHT_RESULTS(25),
    NO_FAULTS(10),
    {.label = "coalesced loads",
     .points = 25,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "bytes loaded and not used, per product",
     .counter = "global_load_wasted_bytes",
     .per = product_products,
     .most = 0.05,
     .plain = 0.5,
     .paths = PATH_LOADS,
     .advice = "One of the two tiles is loaded across rows: B is stored by columns, so let threadIdx.x run along p "
               "when B's tile is loaded"},
    {.label = "coalesced stores",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "bytes of stored sectors not written, per 32 elements of C",
     .counter = "global_store_wasted_bytes",
     .per = product_element_warps,
     .most = 4,
     .plain = 896,
     .paths = PATH_STORES,
     .after = "coalesced loads",
     .advice = "Neighbouring lanes store to different rows of C: let threadIdx.x be the column of C"},
    {.label = "tiles reused",
     .points = 30,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .slack = 0.02,
     .bounds = sectors_allowed,
     .paths = PATH_LOADS,
     .advice = "Each loaded element must serve 16 threads: stage tiles of 16 x 16 or larger in shared memory"},
    {.label = "shared memory bank conflicts",
     .points = 0, // shown: the next chapter is about them
     .kind = PART_LIMIT,
     .symptom = "bank_conflicts",
     .counts = "shared memory bank conflicts",
     .counter = BANK_CONFLICTS,
     .most = INFINITY},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

const Exercise corner_turning_exercise = {
    .name = "corner_turning",
    .chapter = "05_corner_turning",
    .title = "A product with a column-major factor, turned in shared memory",
    .learnt = "who loads an element need not be who uses it: load along what is contiguous, turn it in shared memory.",
    .checklist = "coalescing,tiling",
    .interface = "matmul_colmajor",
    .must_define = "void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .estimated = &estimated,
    .work = product_products,
    .draw = product_draw,
    .make = product_make,
    .check = product_check_columns,
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
