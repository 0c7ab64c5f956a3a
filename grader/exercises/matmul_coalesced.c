// matmul_coalesced.c - chapter 02: repair the map from threads to elements of a matrix product.
#include "product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(48, 80, 32),
    PRODUCT_CASE(33, 65, 17),
    PRODUCT_CASE(64, 96, 48, .measured = true),
    PRODUCT_CASE(131, 37, 5, .hidden = true),
    PRODUCT_CASE(29, 150, 71, .hidden = true),
};

enum { ON_DEVICE, LOADS, STORES }; // limits

// Expected on the measured case, for A and B together: blocks of 16 x 16 load 2 (A) and 2 (B) sectors a request, blocks
// 32 wide 1 and 4, a tiled kernel 4 and 4. The scattered map loads 16 and 1 (16 x 16) or 32 and 1 (32 x 32).
static const Limit limits[] = {
    [ON_DEVICE] = PRODUCT_ON_DEVICE_LIMIT,
    [LOADS] = LOAD_SECTOR_LIMIT(
        "The lanes of a warp load from different rows of A or B: which index does threadIdx.x drive?"),
    [STORES] =
        STORE_SECTOR_LIMIT("The lanes of a warp store to different rows of C: which index does threadIdx.x drive?"),
};

static const Part parts[] = {
    {"right results", 35, PART_CASES, 0},
    {"no faults", 10, PART_CLEAN, 0},
    {"coalesced loads", 30, PART_LIMIT, LOADS},
    {"coalesced stores", 20, PART_LIMIT, STORES},
    {"computed on the device", 5, PART_LIMIT, ON_DEVICE},
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
    .make = product_make,
    .check = product_check_rows,
    .limits = limits,
    .limit_count = COUNT_OF(limits),
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
