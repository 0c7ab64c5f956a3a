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
     .symptom = "coalescing",
     .counts = "bytes loaded and not used, per product",
     .counter = "global_load_wasted_bytes",
     .per = product_products,
     .most = 0.5,
     .plain = 4, // the skeleton: blocks of 8 x 4 lanes, 8 sectors of A for 128 bytes
     .paths = PATH_LOADS,
     .advice =
         "The lanes of a warp load from different rows: let threadIdx.x be the column of C and threadIdx.y the row"},
    {.label = "loads not repeated",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 5,
     .slack = 0.05,
     .plain = 9,
     .paths = PATH_LOADS,
     .advice = "32 products need 1 sector of A and 4 of B: let a warp's 32 lanes compute 32 neighbouring elements of a "
               "row of C"},
    {.label = "coalesced stores",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "bytes of stored sectors not written, per 32 elements of C",
     .counter = "global_store_wasted_bytes",
     .per = product_element_warps,
     .most = 4,
     .plain = 128, // 8 sectors for 32 elements
     .paths = PATH_STORES,
     .advice = "The lanes of a warp store to different rows of C: let threadIdx.x be the column of C"},
    ANSWERS("predictions", 10),
};

// ---- predictions: what the skeleton counts with other blocks ----

static const Parameter parameters[] = {
    {"m", "64..160/32"},
    {"n", "64..160/32"},
    {"k", "24..64/8"},
    {"x", "8,16,32"},
};

#define PRODUCT "{m} x {n} x {k} (m, n, k), blocks of {x} x {256 / x}"
static const Slip load_slips[] = {
    {"m * n * k / 16", "Those are the requests: how many sectors does each of them touch?"},
    {"5 * m * n * k / 32", "That is what it will be; here threadIdx.x is the row"},
    {"x * m * n * k / 32", "Those are the sectors of A: B's come to them"},
    {"m * n * k", "Lanes in one row of C load the same element of A: that is one sector"},
    {"key / k", "That is one trip of the loop: there are {k}"},
};
static const Slip store_slips[] = {
    {"m * n / 32", "Those are the requests: how many sectors does each of them touch?"},
    {"m * n / 8", "That is what it will be; here a warp lies in {x} rows of C"},
    {"m * n", "Lanes in one row of C are neighbours, and may share a sector"},
};
static const Slip wasted_slips[] = {
    {"32 * load_sectors", "Those are all bytes of the sectors: the lanes ask for some of them"},
    {"32 * load_sectors - m * n * k / 16 * 4", "Each of the 32 lanes of a request asks for 4 bytes"},
    {"32 * load_sectors - 4 * m * n * k", "That takes away what the loads of one factor ask for: A and B have both"},
};

static const Question questions[] = {
    {.name = "load_sectors",
     .asks = "sectors loaded of A and B, " PRODUCT,
     .points = 4,
     .unit = UNIT_SECTORS,
     .kernel = "as_it_stands",
     .counter = "global_load_sectors",
     .why = "In how many rows of A does a warp lie, and in how many sectors of a row of B? Then count warps and trips",
     SLIPS(load_slips)},
    {.name = "store_sectors",
     .asks = "sectors stored to C, " PRODUCT,
     .points = 3,
     .unit = UNIT_SECTORS,
     .kernel = "as_it_stands",
     .counter = "global_store_sectors",
     .why = "In how many rows of C does a warp lie, and in how many sectors of each? Then count warps",
     SLIPS(store_slips)},
    {.name = "wasted_bytes",
     .asks = "bytes loaded and not used, " PRODUCT,
     .points = 3,
     .unit = UNIT_BYTES,
     .kernel = "as_it_stands",
     .counter = "global_load_wasted_bytes",
     .why = "For each request: if its sectors hold more than the 128 bytes that 32 lanes ask for, the rest is wasted",
     SLIPS(wasted_slips)},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

const Exercise matmul_coalesced_exercise = {
    .name = "matmul_coalesced",
    .chapter = "02_coalescing",
    .title = "A matrix product whose warps read and write along rows",
    .learnt = "let threadIdx.x choose what is contiguous in memory, and 32 loads become one request of 4 sectors.",
    .checklist = "coalescing",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .estimated = &estimated,
    .work = product_products,
    .draw = product_draw,
    .make = product_make,
    .check = product_check_rows,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Neighbouring lanes of a warp differ in threadIdx.x. Write down the addresses that lanes 0, 1 and 2 load "
         "from A and from B in the same trip of the loop: how far apart are they?",
         "Elements of one row are neighbours in memory. A lane's column should therefore come from threadIdx.x and "
         "its row from threadIdx.y, so that B[p * n + column] and C[row * n + column] are 32 neighbours.",
         "row = blockIdx.y * blockDim.y + threadIdx.y; column = blockIdx.x * blockDim.x + threadIdx.x; and the grid "
         "must follow: dim3 grid(ceil_div(n, 8), ceil_div(m, 32)), columns first."},
};
