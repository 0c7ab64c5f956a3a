// definition.c - chapter 02, matmul_coalesced: repair the map from threads to elements of a matrix product.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(48, 80, 32),
    PRODUCT_CASE(33, 65, 17),
    PRODUCT_CASE(64, 96, 48, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// A trip of the loop loads a float of A and one of B for each lane. A row of 32 lanes: A is one word for all (1
// sector), B 32 neighbours (4 sectors), no byte wasted but the rest of A's sector, which the lanes' sharing more than
// pays for. Two rows of 16: 2 and 2. Lanes in a column of B: 32 sectors for 128 bytes, 28 bytes wasted for each
// product.
static const Part parts[] = {
    RIGHT_RESULTS(35),
    NO_FAULTS(10),
    {.label = "coalesced loads",
     .points = 30,
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
    .hints =
        {"Neighbouring lanes of a warp differ in threadIdx.x. Write down the addresses that lanes 0, 1 and 2 load "
         "from A and from B in the same trip of the loop: how far apart are they?",
         "Elements of one row are neighbours in memory. A lane's column should therefore come from threadIdx.x and "
         "its row from threadIdx.y, so that B[p * n + column] and C[row * n + column] are 32 neighbours.",
         "row = blockIdx.y * blockDim.y + threadIdx.y; column = blockIdx.x * blockDim.x + threadIdx.x; and the grid "
         "must follow: dim3 grid(ceil_div(n, 16), ceil_div(m, 16)), columns first."},
};
