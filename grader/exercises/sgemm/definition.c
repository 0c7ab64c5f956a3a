// definition.c - chapter 13, sgemm: a product of large blocks, with vectors and two buffers.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),     PRODUCT_CASE(128, 128, 16), PRODUCT_CASE(132, 60, 36),
    PRODUCT_CASE(70, 130, 33), PRODUCT_CASE(100, 256, 16), PRODUCT_CASE(256, 256, 128, .measured = true),
    {.hidden = true},          {.hidden = true},           {.hidden = true, .measured = true},
};

// Whole blocks of 256 x 256 and all that divide them, so that limits are exact.
static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    product_size(spec, 512, 256 * random_between(&random, 1, 2), 32 * random_between(&random, 4, 6));
}

// What a block of 128 x 128 results adds in eight steps of p.
static double slices(const CaseSpec *spec) { return product_products(spec) / (128 * 128 * 8); }

// A block of S x S results loads 2 / S floats for a product: 8 / S sectors for 32. A thread of R x R results reads 2 /
// R values for a product, so a warp passes 2 / R times for 32, or less where lanes read wide or the same values; the
// stores of the tiles come on top. Four floats a load are a quarter of the instructions: with R = 8, 1/16, and 1/256 to
// bring the tiles of 128. Two buffers, or slices twice as deep, halve the barriers: 8 warps, one barrier for 8 of p.
// A barrier more for the whole product is free.
//
// The shares of cuBLAS are those of the solution's steps for 4096 x 4096 x 4096 on an H200, all in one run
// (chapters/13_capstone/figures/h200_peers.csv).
static const Part parts[] = {
    RIGHT_RESULTS(10),
    NO_FAULTS(5),
    {.label = "blocks of 64",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 8 / 64.,
     .slack = 0.02,
     .plain = 8 / 32.,
     .paths = PATH_LOADS,
     .advice = "Let a block of 16 x 16 threads compute 64 x 64 elements, 4 x 4 a thread, as in chapter 08"},
    {.label = "4 x 4 results: 53 % of cuBLAS",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coarsening",
     .counts = "passes through shared memory per 32 products",
     .counter = SHARED_PASSES,
     .per = product_warps,
     .most = 0.6,
     .plain = 1, // 2 x 2
     .paths = PATH_SHARED,
     .after = "blocks of 64",
     .advice = "Let each value that a thread reads from shared memory serve four products, as in chapter 08"},
    {.label = "blocks of 128",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 8 / 128.,
     .slack = 0.02,
     .plain = 8 / 64.,
     .paths = PATH_LOADS,
     .after = "4 x 4 results: 53 % of cuBLAS",
     .advice = "Let a block of 256 threads compute 128 x 128 elements, 8 x 8 a thread, and load along rows"},
    {.label = "8 x 8 results: 69 % of cuBLAS",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coarsening",
     .counts = "passes through shared memory per 32 products",
     .counter = SHARED_PASSES,
     .per = product_warps,
     .most = 0.3,
     .plain = 0.6,
     .paths = PATH_SHARED,
     .after = "blocks of 128",
     .advice = "Let a thread read 8 values of A and 8 of B for its 64 products, and pad a tile that is stored or read "
               "with bank conflicts"},
    {.label = "coalesced stores",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "bytes of stored sectors not written, per 32 elements of C",
     .counter = "global_store_wasted_bytes",
     .per = product_element_warps,
     .most = 4,
     .plain = 384, // lanes four floats apart
     .paths = PATH_STORES,
     .after = "blocks of 128",
     .advice = "Let neighbouring lanes store neighbouring floats or float4"},
    {.label = "vector loads: 70 % of cuBLAS",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "issue_slots",
     .counts = "load instructions per 32 products",
     .counter = LOAD_REQUESTS "+shared_load_instructions",
     .per = product_warps,
     .most = 0.08,
     .plain = 0.25,
     .paths = PATH_LOADS | PATH_SHARED,
     .after = "8 x 8 results: 69 % of cuBLAS",
     .advice = "Load float4, from global and from shared memory: store A's tile transposed, so that a thread's rows "
               "are neighbours in it"},
    {.label = "fewer barriers: 88 % of cuBLAS",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "issue_slots",
     .counts = "barriers of warps per 128 x 128 x 8 products",
     .counter = "barriers+mbarrier_arrivals",
     .per = slices,
     .most = 9,
     .plain = 16,
     .after = "vector loads: 70 % of cuBLAS",
     .advice = "Use one barrier for each 8 of p: store the next slice into a second buffer while the first is used"},
    {.label = "time", .points = 10, .kind = PART_TIME, .after = "fewer barriers: 88 % of cuBLAS"},
};

static const CaseSpec timed = PRODUCT_CASE(2048, 2048, 2048);
static const CaseSpec estimated = PRODUCT_CASE(4096, 4096, 4096);

const Exercise sgemm_exercise = {
    .name = "sgemm",
    .chapter = "13_capstone",
    .title = "A product up to the limit of the multiplier",
    .learnt = "with registers, vectors and two buffers the multiplier is busy nearly all the time.",
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
    .hints =
        {"Begin with the register tile of chapter 08, 16 x 16 threads with 8 x 8 results. Then count instructions: 16 "
         "loads for 64 multiplications are a fifth of all. What would let one load bring four values?",
         "256 threads bring a slice of 128 x 8 of A and of 8 x 128 of B with one float4 each. Store A turned, "
         "[p][row], "
         "with rows of 132 words. A thread's rows are 4 ty .. 4 ty + 3 and the same + 64; columns likewise with tx.",
         "Two buffers: load slice 0, store it, barrier. Then for each further slice: load it into registers; add the "
         "products of the one that is there; store the registers into the other buffer; one barrier. Add the last "
         "slice. Sizes with n % 4 or k % 4 take the same kernel with loads float by float."},
};
