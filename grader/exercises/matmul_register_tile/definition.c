// definition.c - chapter 08, matmul_register_tile: a product whose threads hold rectangles of results in registers.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(64, 64, 16),
    PRODUCT_CASE(70, 130, 33),
    PRODUCT_CASE(65, 63, 50),
    PRODUCT_CASE(128, 128, 64, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Whole blocks of 64 x 64 and of 128 x 128, so that limits are exact.
static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    product_size(spec, 128 * random_between(&random, 2, 3), 128 * random_between(&random, 2, 3),
                 32 * random_between(&random, 1, 3));
}

// A thread that computes R x C results reads R + C values for R C products. Two by two is one value a product, four by
// four a half; loads from A are merged, so less is counted. The stores of the tiles come on top.
static const Part parts[] = {
    RIGHT_RESULTS(20),
    NO_FAULTS(5),
    // Blocks of S x S results load 2 / S floats for a product: 8 / S sectors for 32. S = 32 and S = 64, and 2 per cent
    // of slack.
    {.label = "fewer loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 8 / 32.,
     .slack = 0.02,
     .plain = 8 / 16.,
     .paths = PATH_LOADS,
     .advice = "Let a block compute 32 x 32 elements or more, and load its tiles along rows"},
    {.label = "fewer passes",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coarsening",
     .counts = "passes through shared memory per 32 products",
     .counter = SHARED_PASSES,
     .per = product_warps,
     .most = 0.9,
     .plain = 2,
     .paths = PATH_SHARED,
     .after = "fewer loads",
     .advice = "Let each value that a thread reads from shared memory serve two products: two rows and two columns of "
               "results in registers"},
    {.label = "half as many loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 8 / 64.,
     .slack = 0.02,
     .plain = 8 / 32.,
     .paths = PATH_LOADS,
     .after = "fewer loads",
     .advice = "Let a block of 16 x 16 threads compute 64 x 64 elements, 4 x 4 a thread"},
    {.label = "half as many passes",
     .points = 30,
     .kind = PART_LIMIT,
     .symptom = "coarsening",
     .counts = "passes through shared memory per 32 products",
     .counter = SHARED_PASSES,
     .per = product_warps,
     .most = 0.6,
     .plain = 0.9,
     .paths = PATH_SHARED,
     .after = "half as many loads",
     .advice = "Let a thread read 4 values of A and 4 of B for its 16 products, and pad a tile that is stored or read "
               "with bank conflicts"},
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
     .advice = "Let a thread's columns lie blockDim.x apart, so that neighbouring lanes store neighbours"},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

const Exercise matmul_register_tile_exercise = {
    .name = "matmul_register_tile",
    .chapter = "08_coarsening",
    .title = "A product with 4 x 4 results a thread",
    .learnt = "registers are the smallest tile: 4 x 4 results a thread need 8 reads for 16 products.",
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
        {"One result a thread: two values read for one product. A rectangle of R x C results: R values of A and C "
         "of B. Which rectangle of 16 results reads least, and how large is then the block's part of C?",
         "Blocks of 16 x 16 threads, 64 x 64 elements of C, tiles of 64 x 16 of A and 16 x 64 of B: four loads of "
         "each a thread. For each p read four values of A_tile and four of B_tile into arrays, then add sixteen "
         "products.",
         "float sums[4][4] = {}; thread (tx, ty) has rows ty + 16 i and columns tx + 16 j. a[i] = A_tile[ty + 16 i]"
         "[p], b[j] = B_tile[p][tx + 16 j]. Make B_tile's rows 80 words wide: then the two rows that a warp stores "
         "lie in different banks."},
};
