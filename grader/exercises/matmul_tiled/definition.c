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

static bool intensity(const KeyRun *run, const char *kernel, char answer[64]) {
    double bytes = key_counter(run, kernel, "global_load_bytes");
    if (bytes <= 0) return false;
    snprintf(answer, 64, "%.12g", 2 * key_counter(run, kernel, "ffma") / bytes);
    return true;
}
static bool intensity_16(const KeyRun *run, char answer[64]) { return intensity(run, "tiles_16", answer); }
static bool intensity_32(const KeyRun *run, char answer[64]) { return intensity(run, "tiles_32", answer); }

static const Slip requests_slips[] = {
    {"131,072", "that is the plain product: two requests for 32 products"},
    {"262,144", "count requests of warps, not loads of threads"},
};
static const Slip intensity_slips[] = {
    {"0.25", "that is the plain product; here a loaded element is used by a whole row or column of the tile"},
    {"16", "two operations for every four bytes: count bytes, not floats"},
    {"2", "a product and an addition are two operations"},
};
#define OLD_NEW "old,new,none"
static const Slip first_slips[] = {
    {"new", "the thread reads too early: what is in the tile before the others have stored?"},
    {"none", "who reads A_tile[y][5], and who stores it? They may be in different warps"},
};
static const Slip second_slips[] = {
    {"old", "the tile is complete here; what does a warp do that has finished its products before the others?"},
    {"none", "a warp that has finished goes on to the next phase, and stores: into which tile?"},
};
#define FACTOR .kind = ANSWER_NUMBER

static const Question questions[] = {
    {"requests_16", "load requests of 128 x 128 x 128 with tiles of 16", 4, FACTOR, .kernel = "tiles_16",
     .counter = "global_load_requests", SLIPS(requests_slips),
     .why = "64 blocks have 8 phases; in each, the 8 warps of a block make 2 requests"},
    {"requests_32", "load requests of 128 x 128 x 128 with tiles of 32", 4, FACTOR, .kernel = "tiles_32",
     .counter = "global_load_requests", SLIPS(requests_slips),
     .why = "16 blocks have 4 phases; in each, the 32 warps of a block make 2 requests"},
    {"intensity_16", "operations per loaded byte with tiles of 16", 5, FACTOR, .key = intensity_16,
     SLIPS(intensity_slips), .why = "in a phase a thread loads 2 floats and computes with 16 pairs"},
    {"intensity_32", "operations per loaded byte with tiles of 32", 4, FACTOR, .key = intensity_32,
     SLIPS(intensity_slips), .why = "in a phase a thread loads 2 floats and computes with 32 pairs"},
    {"without_first_barrier", "tile that is used by mistake without the first barrier", 4, ANSWER_WORD,
     .words = OLD_NEW, SLIPS(first_slips), .why = "let one warp run ahead of the others and follow it"},
    {"without_second_barrier", "tile that is used by mistake without the second barrier", 4, ANSWER_WORD,
     .words = OLD_NEW, SLIPS(second_slips), .why = "let one warp run ahead of the others and follow it"},
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
