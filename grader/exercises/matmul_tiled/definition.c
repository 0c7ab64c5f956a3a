// definition.c - chapter 04, matmul_tiled: a product by square tiles, phase by phase, without tails.
#include "../product.h"

#include <stdio.h>

static const CaseSpec cases[] = {
    PRODUCT_CASE(32, 32, 32), PRODUCT_CASE(64, 32, 96),           PRODUCT_CASE(96, 160, 64, .measured = true),
    {.hidden = true},         {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t size[3];
    for (int i = 0; i < 3; i++) size[i] = 32 * random_between(&random, 1, 5);
    product_size(spec, size[0], size[1], size[2]);
}

// A tile of side T serves each element it holds T times: 32 products need 2 / T requests of 4 sectors each. The plain
// product needs 2 requests, of A 1 sector and of B 4. Whoever brings the factors into another order first may load them
// once more for it.
static void requests_allowed(const CaseSpec *spec, Bounds *bounds) {
    bounds->most = 2 / 16. + product_loads_once(spec);
    bounds->plain = 2;
}

static void sectors_allowed(const CaseSpec *spec, Bounds *bounds) {
    requests_allowed(spec, bounds);
    bounds->most *= 4;
    bounds->plain = (16 + 4) / 16.; // one of the tiles along columns: 16 sectors a request
}

static const Part parts[] = {
    RIGHT_RESULTS(25),
    NO_FAULTS(15),
    {.label = "few load requests",
     .points = 25,
     .kind = PART_LIMIT,
     .counts = "load requests per 32 products",
     .counter = LOAD_REQUESTS,
     .per = product_warps,
     .bounds = requests_allowed,
     .paths = PATH_LOADS,
     .advice =
         "Each element is loaded by every thread that needs it: stage tiles of 16 x 16 or 32 x 32 in shared memory"},
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .bounds = sectors_allowed,
     .paths = PATH_LOADS,
     .advice = "The lanes of a warp load from different rows: let threadIdx.x run along a row when a tile is loaded"},
    ANSWERS("questions", 25),
};

static const Parameter parameters[] = {
    {"m", "64..160/32"},   {"n", "64..160/32"}, {"k", "64..160/32"}, {"side_a", "5..31/2"},
    {"side_b", "6..30/2"}, {"ahead", "3..29"},  {"behind", "3..29"},
};

static bool intensity(const KeyRun *run, const char *kernel, char answer[64]) {
    double bytes = key_counter(run, kernel, "global_load_bytes");
    if (bytes <= 0) return false;
    snprintf(answer, 64, "%.12g", 2 * key_counter(run, kernel, "ffma") / bytes);
    return true;
}
static bool intensity_a(const KeyRun *run, char answer[64]) { return intensity(run, "tiles_a", answer); }
static bool intensity_b(const KeyRun *run, char answer[64]) { return intensity(run, "tiles_b", answer); }

#define REQUESTS_SLIPS(side)                                                                                           \
    {"m * n * k / 16", "That is the plain product: two requests for 32 products"},                                     \
        {"2 * m * n * k / " #side, "Count requests of warps, not loads of threads"}, {                                 \
        "m * n * k / 32 / " #side, "Each phase brings a tile of A and a tile of B"                                     \
    }
static const Slip requests_16_slips[] = {REQUESTS_SLIPS(16), {"requests_32", "That is for tiles of 32"}};
static const Slip requests_32_slips[] = {REQUESTS_SLIPS(32), {"requests_16", "That is for tiles of 16"}};
#define INTENSITY_SLIPS(side)                                                                                          \
    {"0.25", "That is the plain product: here a loaded element is used by a whole row or column of the tile"},         \
        {#side, "Two operations for every four bytes: count bytes, not floats"},                                       \
        {#side " / 8", "A product and an addition are two operations"}, {                                              \
#side " / 2", "Each thread loads two floats in a phase: one of A and one of B"                                 \
    }
static const Slip intensity_a_slips[] = {INTENSITY_SLIPS(side_a)};
static const Slip intensity_b_slips[] = {INTENSITY_SLIPS(side_b)};
static const Slip first_slips[] = {
    {"ahead + 1", "The thread reads too early: what is in the tile before the others have stored?"},
    {"ahead", "Who reads A_tile[y][5], and who stores it? They may be in different warps"},
};
static const Slip second_slips[] = {
    {"behind - 1", "The tile is complete here; what does a warp do that has finished its products before the others?"},
    {"behind", "A warp that has finished goes on to the next phase, and stores: into which tile?"},
};

static const Question questions[] = {
    {.name = "requests_16",
     .asks = "load requests of {m} x {n} x {k} (m, n, k) with tiles of 16",
     .points = 4,
     .unit = UNIT_REQUESTS,
     .kernel = "tiles_16",
     .counter = "global_load_requests",
     .why = "Count the blocks, the phases of a block, its warps, and the requests of a warp in a phase",
     SLIPS(requests_16_slips)},
    {.name = "requests_32",
     .asks = "load requests of {m} x {n} x {k} (m, n, k) with tiles of 32",
     .points = 4,
     .unit = UNIT_REQUESTS,
     .kernel = "tiles_32",
     .counter = "global_load_requests",
     .why = "Count the blocks, the phases of a block, its warps, and the requests of a warp in a phase",
     SLIPS(requests_32_slips)},
    {.name = "intensity_a",
     .asks = "operations per loaded byte with tiles of {side_a}",
     .points = 5,
     .unit = UNIT_PER_BYTE,
     .key = intensity_a,
     .why = "In a phase, how many bytes does a thread load, and how many products does it add?",
     SLIPS(intensity_a_slips)},
    {.name = "intensity_b",
     .asks = "operations per loaded byte with tiles of {side_b}",
     .points = 4,
     .unit = UNIT_PER_BYTE,
     .key = intensity_b,
     .why = "In a phase, how many bytes does a thread load, and how many products does it add?",
     SLIPS(intensity_b_slips)},
    {.name = "without_first_barrier",
     .asks = "phase whose tile a thread in phase {ahead} uses by mistake, first barrier left out",
     .points = 4,
     .why = "Let one warp run ahead of the others and follow it",
     SLIPS(first_slips)},
    {.name = "without_second_barrier",
     .asks = "phase whose tile a thread in phase {behind} uses by mistake, second barrier left out",
     .points = 4,
     .why = "Let one warp run ahead of the others and follow it",
     SLIPS(second_slips)},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);

const Exercise matmul_tiled_exercise = {
    .name = "matmul_tiled",
    .chapter = "04_tiling",
    .title = "A product by tiles in shared memory",
    .learnt = "a tile of side T is loaded once and used T times: loads fall to a T-th.",
    .checklist = "tiling,coalescing",
    .interface = "matmul",
    .must_define = "void matmul(const float *A, const float *B, float *C, int m, int n, int k)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = product_products,
    .draw = draw,
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
        {"In phase f the block needs columns f * TILE to f * TILE + TILE - 1 of its rows of A, and the same rows of "
         "its "
         "columns of B. Which element of each is thread (x, y) to bring?",
         "Thread (x, y) brings A[row][f * TILE + x] and B[f * TILE + y][column]. Then a barrier; then the thread adds "
         "TILE products of A_tile[y][p] and B_tile[p][x]; then another barrier, because the next phase overwrites.",
         "A_tile[threadIdx.y][threadIdx.x] = A[(size_t)row * k + phase * TILE + threadIdx.x]; "
         "B_tile[threadIdx.y][threadIdx.x] = B[(size_t)(phase * TILE + threadIdx.y) * n + column]; __syncthreads(); "
         "the loop over p; __syncthreads(); and after the phases C[(size_t)row * n + column] = sum;"},
};
