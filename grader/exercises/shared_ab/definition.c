// definition.c - chapter 04, shared_ab: a product whose blocks need one tile of each factor.
#include "../product.h"

#include <inttypes.h>
#include <stdio.h>

enum { INNER = 32 };

#define SHARED_AB_CASE(m, n, ...)                                                                                      \
    { .label = #m " x " #n, .size = {m, n, INNER}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    SHARED_AB_CASE(32, 32),
    SHARED_AB_CASE(96, 32),
    SHARED_AB_CASE(128, 128, .measured = true),
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    for (int i = PRODUCT_M; i <= PRODUCT_N; i++)
        spec->size[i] = 32 * random_between(&random, spec->measured ? 5 : 1, spec->measured ? 8 : 6);
    spec->size[PRODUCT_K] = INNER;
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " x %" PRId64, spec->size[PRODUCT_M], spec->size[PRODUCT_N]);
}

// 32 products need 2 requests of a warp whose lanes load for themselves: 32 floats of B, and the one of A they share. A
// factor that comes by tiles of 32 x 32 needs 1/32 of a request instead. A request of a tile's row is 4 sectors.
static const Part parts[] = {
    RIGHT_RESULTS(20),
    NO_FAULTS(15),
    {.label = "one factor staged",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "load requests per 32 products",
     .counter = LOAD_REQUESTS,
     .per = product_warps,
     .most = 1 + 1 / 32.,
     .plain = 2,
     .paths = PATH_LOADS,
     .advice = "Every thread loads its factors from global memory: bring each tile to shared memory once a block"},
    {.label = "both factors staged",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "load requests per 32 products",
     .counter = LOAD_REQUESTS,
     .per = product_warps,
     .most = 2 / 32.,
     .plain = 1 + 1 / 32.,
     .paths = PATH_LOADS,
     .advice = "One of the factors is still loaded by every thread: let each thread bring one element of both tiles to "
               "shared memory"},
    {.label = "coalesced loads",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 products",
     .counter = LOAD_SECTORS,
     .per = product_warps,
     .most = 4 * 2 / 32.,
     .plain = (32 + 4) / 32., // one of the tiles along columns, a sector for each lane
     .paths = PATH_LOADS,
     .advice = "The lanes that load a tile are not neighbours in global memory: let threadIdx.x run along a row"},
    ANSWERS("predictions", 20),
};

static bool loads_of_an_element(const KeyRun *run, const char *kernel, char answer[64]) {
    double floats = key_counter(run, kernel, "global_load_bytes") / sizeof(float);
    snprintf(answer, 64, "%.12g", floats / 2 / (key_drawn(run, "m") * INNER)); // half of the loads are of A
    return true;
}
static bool loads_plain(const KeyRun *run, char answer[64]) { return loads_of_an_element(run, "plain", answer); }
static bool loads_staged(const KeyRun *run, char answer[64]) { return loads_of_an_element(run, "staged", answer); }

static const Parameter parameters[] = {
    {"m", "64..256/32"}, {"n", "64..256/32"}, {"some", "11..31"}, // elements of A
};

static const Slip requests_plain_slips[] = {
    {"m * n", "Each product has two factors, and each of them is a load"},
    {"64 * m * n", "That is the number of loads of all threads: a request is the load of 32 of them"},
};
static const Slip requests_staged_slips[] = {
    {"key / 2", "Each block brings a tile of A and a tile of B"},
    {"key * 32", "That is one load per thread and tile: a request is the load of 32 of them"},
    {"requests_plain", "That is the plain product"},
};
static const Slip loads_plain_slips[] = {
    {"key / some", "That is one element: there are {some}"},
    {"32 * some", "How many threads have a product with an element? All threads of its row of C"},
    {"n / 32 * some", "Count threads, not warps or blocks: each has a load of its own"},
    {"m * some", "An element of A is a factor of a row of C, not of a column"},
};
static const Slip loads_staged_slips[] = {
    {"key / some", "That is one element: there are {some}"},
    {"some", "Each block brings its own copy: how many blocks need this row of A?"},
    {"32 * some", "A block brings it once: how many blocks lie side by side?"},
    {"m / 32 * some", "Blocks side by side need the same rows of A: C is {n} wide"},
};

static const Question questions[] = {
    {.name = "requests_plain",
     .asks = "load requests of the plain product, m = {m}, n = {n}",
     .points = 5,
     .unit = UNIT_REQUESTS,
     .kernel = "plain",
     .counter = "global_load_requests",
     .why = "How many warps are there, how many trips has the loop, and how many loads are in a trip?",
     SLIPS(requests_plain_slips)},
    {.name = "requests_staged",
     .asks = "load requests with both tiles staged, m = {m}, n = {n}",
     .points = 5,
     .unit = UNIT_REQUESTS,
     .kernel = "staged",
     .counter = "global_load_requests",
     .why = "Blocks times warps of a block times loads of a thread",
     SLIPS(requests_staged_slips)},
    {.name = "loads_plain",
     .asks = "loads of {some} elements of A, all threads together, plain, n = {n}",
     .points = 5,
     .key = loads_plain,
     .times = "some",
     .why = "An element of A is a factor of every element of one row of C",
     SLIPS(loads_plain_slips)},
    {.name = "loads_staged",
     .asks = "loads of {some} elements of A, all threads together, staged, n = {n}",
     .points = 5,
     .key = loads_staged,
     .times = "some",
     .why = "A row of C is {n} long and a block computes 32 of it",
     SLIPS(loads_staged_slips)},
};

static const CaseSpec timed = SHARED_AB_CASE(4096, 4096);
static const CaseSpec estimated = SHARED_AB_CASE(16384, 16384);

const Exercise shared_ab_exercise = {
    .name = "shared_ab",
    .chapter = "04_tiling",
    .title = "A product with one tile of each factor in shared memory",
    .learnt = "threads of a block bring what all of them need, wait at a barrier, and then read it from shared memory.",
    .checklist = "tiling,coalescing",
    .interface = "shared_ab",
    .must_define = "void multiply_ab(const float *A, const float *B, float *C, int m, int n)",
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
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"The tile of A is 32 x 32 and the block is 32 x 32. Which element should thread (x, y) bring so that x = 0, "
         "1, "
         "2, ... bring neighbours of one row of A? And which of B?",
         "Thread (x, y) brings A's element [row][x] to A_tile[y][x], and B's element [y][column] to B_tile[y][x]. The "
         "sum reads what other threads brought: what must happen between storing and reading?",
         "A_tile[threadIdx.y][threadIdx.x] = A[(size_t)row * TILE + threadIdx.x]; B_tile[threadIdx.y][threadIdx.x] = "
         "B[(size_t)threadIdx.y * n + column]; __syncthreads();"},
};
