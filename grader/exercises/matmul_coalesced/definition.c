// definition.c - chapter 02, matmul_coalesced: repair the map from threads to elements of a matrix product.
#include "../product.h"

#include <stdio.h>

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(48, 80, 32),
    PRODUCT_CASE(33, 65, 17),
    PRODUCT_CASE(64, 96, 48, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// In a trip of the loop a warp loads a float of A and one of B for each lane, and makes 32 products. A row of 32 lanes:
// A is one word for all (1 sector), B 32 neighbours (4 sectors). Two rows of 16: 2 and 2. What is wasted is counted for
// each request: a broadcast wastes nothing, since its lanes ask for more than the sector holds. With threadIdx.x as the
// row, 16 lanes of a column of A need 16 sectors for 128 bytes: 12 bytes wasted for each product.
static const Part parts[] = {
    RIGHT_RESULTS(30),
    NO_FAULTS(10),
    {.label = "coalesced loads",
     .points = 25,
     .kind = PART_LIMIT,
     .counts = "bytes loaded and not used, per product",
     .counter = "global_load_wasted_bytes",
     .per = product_products,
     .most = 0.5,
     .paths = PATH_LOADS,
     .advice = "The lanes of a warp load from different rows of A or B: which index does threadIdx.x drive?"},
    {.label = "loads not repeated",
     .points = 5,
     .kind = PART_LIMIT,
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 5.25,
     .paths = PATH_LOADS,
     .advice = "32 products need 1 sector of A and 4 of B, if a warp's 32 lanes load together"},
    {.label = "coalesced stores",
     .points = 20,
     .kind = PART_LIMIT,
     .counts = "bytes of stored sectors not written, per 32 elements of C",
     .counter = "global_store_wasted_bytes",
     .per = product_element_warps,
     .most = 4,
     .paths = PATH_STORES,
     .advice = "The lanes of a warp store to different rows of C: which index does threadIdx.x drive?"},
    ANSWERS("predictions", 10),
};

// ---- predictions: counts of key.cu's kernels ----

// Loads of A and B for 32 products are two requests of a warp.
static bool loads_for_32(const KeyRun *run, const char *kernel, char answer[64]) {
    double products = key_counter(run, kernel, "ffma");
    if (products <= 0) return false;
    snprintf(answer, 64, "%.6g", 32 * key_counter(run, kernel, "global_load_sectors") / products);
    return true;
}
static bool scattered_loads(const KeyRun *run, char answer[64]) { return loads_for_32(run, "scattered_8x32", answer); }
static bool coalesced_loads(const KeyRun *run, char answer[64]) { return loads_for_32(run, "coalesced_8x32", answer); }

static const Slip scattered_slips[] = {
    {"17", "that is for blocks of 16 x 16; a warp of this block has 8 values of threadIdx.x and 4 of threadIdx.y"},
    {"33", "that is for blocks of 32 x 8; a warp of this block has 8 values of threadIdx.x and 4 of threadIdx.y"},
};
static const Slip coalesced_slips[] = {
    {"4", "that is for blocks of 16 x 16: here the warp lies in 4 rows of A, and in 8 columns of B"},
    {"8", "all 4 rows of the warp want the same 8 floats of B"},
};
#define SLIPS(list) .slips = list, .slip_count = COUNT_OF(list)
#define FACTOR .near = 1.5, .kind = ANSWER_NUMBER
#define STORES(name) .kernel = name, .counter = "global_store_sectors", .per = "global_store_requests"

static const Question questions[] = {
    {"scattered_loads", "sectors of A and B for 32 products, threadIdx.x the row", 3, FACTOR, .key = scattered_loads,
     SLIPS(scattered_slips), .why = "in how many rows of A does the warp lie, and in how many sectors of a row of B?"},
    {"coalesced_loads", "sectors of A and B for 32 products, threadIdx.x the column", 3, FACTOR, .key = coalesced_loads,
     SLIPS(coalesced_slips), .why = "in how many rows of A does the warp lie, and in how many sectors of a row of B?"},
    {"scattered_store", "sectors of a store to C, threadIdx.x the row", 2, FACTOR, STORES("scattered_8x32"),
     .why = "the warp's part of C is 8 rows of 4 neighbours"},
    {"coalesced_store", "sectors of a store to C, threadIdx.x the column", 2, FACTOR, STORES("coalesced_8x32"),
     .why = "the warp's part of C is 4 rows of 8 neighbours"},
};

const Exercise matmul_coalesced_exercise = {
    .name = "matmul_coalesced",
    .chapter = "02_coalescing",
    .title = "A matrix product whose warps read and write along rows",
    .checklist = "coalescing",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .draw = product_draw,
    .make = product_make,
    .check = product_check_rows,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"Neighbouring lanes of a warp differ in threadIdx.x. Write down the addresses that lanes 0, 1 and 2 load "
         "from A and from B in the same trip of the loop: how far apart are they?",
         "Elements of one row are neighbours in memory. A lane's column should therefore come from threadIdx.x and "
         "its row from threadIdx.y, so that B[p * n + column] and C[row * n + column] are 32 neighbours.",
         "row = blockIdx.y * blockDim.y + threadIdx.y; column = blockIdx.x * blockDim.x + threadIdx.x; and the grid "
         "must follow: dim3 grid(ceil_div(n, 16), ceil_div(m, 16)), columns first."},
};
