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
     .plain = 4, // the skeleton: blocks of 8 x 4 lanes, 8 sectors of A for 128 bytes
     .paths = PATH_LOADS,
     .advice =
         "The lanes of a warp load from different rows: let threadIdx.x be the column of C and threadIdx.y the row"},
    {.label = "loads not repeated",
     .points = 5,
     .kind = PART_LIMIT,
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
     .counts = "bytes of stored sectors not written, per 32 elements of C",
     .counter = "global_store_wasted_bytes",
     .per = product_element_warps,
     .most = 4,
     .plain = 128, // 8 sectors for 32 elements
     .paths = PATH_STORES,
     .advice = "The lanes of a warp store to different rows of C: let threadIdx.x be the column of C"},
    ANSWERS("predictions", 10),
};

// ---- predictions: what the skeleton counts ----

// Loads of A and B for 32 products are two requests of a warp.
static bool load_sectors(const KeyRun *run, char answer[64]) {
    double products = key_counter(run, NULL, "ffma");
    if (products <= 0) return false;
    snprintf(answer, 64, "%.12g", 32 * key_counter(run, NULL, "global_load_sectors") / products);
    return true;
}

static const Slip load_slips[] = {
    {"17", "that is for blocks of 16 x 16; a warp of this block has 8 values of threadIdx.x and 4 of threadIdx.y"},
    {"33", "that is for blocks of 32 x 8; a warp of this block has 8 values of threadIdx.x and 4 of threadIdx.y"},
    {"5", "that is what it will be; here threadIdx.x is the row"},
    {"12", "the 4 columns of B are neighbours: one sector holds them all"},
};
static const Slip store_slips[] = {
    {"16", "that is for blocks of 16 x 16; a warp of this block lies in 8 rows of C"},
    {"4", "that is what it will be; here the warp lies in 8 rows of C"},
};
static const Slip wasted_slips[] = {
    {"8", "8 sectors of A are 256 bytes; the 32 lanes ask for 128 of them"},
    {"7.5", "lanes that ask for the same float count each: a request of A asks for 128 bytes, one of B too"},
    {"128", "that is for one request of A, which serves 32 products"},
};
#define FACTOR .kind = ANSWER_NUMBER

static const Question questions[] = {
    {"load_sectors", "sectors of A and B for 32 products", 4, FACTOR, .key = load_sectors, SLIPS(load_slips),
     .why = "in how many rows of A does a warp lie, and in how many sectors of a row of B?"},
    {"store_sectors", "sectors of a store to C", 3, FACTOR, .counter = "global_store_sectors",
     .per = "global_store_requests", SLIPS(store_slips), .why = "in how many rows of C does a warp lie?"},
    {"wasted_bytes", "bytes loaded and not used, per product", 3, FACTOR, .counter = "global_load_wasted_bytes",
     .per = "ffma", SLIPS(wasted_slips),
     .why =
         "the sectors of A hold 32 bytes each; take away what the 32 lanes ask for, and divide by their 32 products"},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);

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
    .work = product_products,
    .draw = product_draw,
    .make = product_make,
    .check = product_check_rows,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_SKELETON,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"Neighbouring lanes of a warp differ in threadIdx.x. Write down the addresses that lanes 0, 1 and 2 load "
         "from A and from B in the same trip of the loop: how far apart are they?",
         "Elements of one row are neighbours in memory. A lane's column should therefore come from threadIdx.x and "
         "its row from threadIdx.y, so that B[p * n + column] and C[row * n + column] are 32 neighbours.",
         "row = blockIdx.y * blockDim.y + threadIdx.y; column = blockIdx.x * blockDim.x + threadIdx.x; and the grid "
         "must follow: dim3 grid(ceil_div(n, 8), ceil_div(m, 32)), columns first."},
};
