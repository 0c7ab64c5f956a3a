// definition.c - chapter 04, matmul_dynamic: tiles whose size follows from limits that the program is given.
#include "../product.h"

#include <inttypes.h>
#include <stdio.h>

enum { MOST_THREADS = PRODUCT_K + 1, MOST_SHARED }; // CaseSpec.size
enum { STEP = 8, LARGEST = 32 };
enum {
    ANY,
    THREADS_DECIDE,
    BOTH_REACHED
}; // MOST_THREADS of a hidden case before it is drawn: what its limits are like

#define LIMITED_CASE(m, n, k, threads, bytes, ...)                                                                     \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", " #threads " threads, " #bytes " bytes", .size = {m, n, k, threads, bytes},   \
        __VA_ARGS__                                                                                                    \
    }

static const CaseSpec cases[] = {
    LIMITED_CASE(1, 1, 1, 64, 512),
    LIMITED_CASE(33, 65, 17, 1024, 49152),
    LIMITED_CASE(96, 96, 96, 1024, 49152),
    LIMITED_CASE(96, 96, 96, 1024, 6144, .measured = true),
    LIMITED_CASE(96, 96, 96, 400, 49152),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true, .size = {[MOST_THREADS] = THREADS_DECIDE}},
    {.hidden = true, .measured = true, .size = {[MOST_THREADS] = BOTH_REACHED}},
};

// The largest side that both limits allow: what the student's program has to find.
static int64_t side_of(const CaseSpec *spec) {
    int64_t side = LARGEST;
    while (side * side > spec->size[MOST_THREADS] || 2 * side * side * 4 > spec->size[MOST_SHARED]) side -= STEP;
    return side;
}

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    for (int i = PRODUCT_M; i <= PRODUCT_K; i++)
        spec->size[i] = spec->measured ? 96 : random_odd_size(&random, 20, 100);
    int64_t kind = spec->size[MOST_THREADS], side = STEP * random_between(&random, 2, LARGEST / STEP);
    spec->size[MOST_THREADS] = random_between(&random, 64, 1023);
    spec->size[MOST_SHARED] = kind == THREADS_DECIDE ? 49152 : random_between(&random, 512, 9000);
    if (kind == BOTH_REACHED) {
        spec->size[MOST_THREADS] = side * side;
        spec->size[MOST_SHARED] = 2 * side * side * 4;
    }
    snprintf(spec->label, sizeof spec->label,
             "%" PRId64 " x %" PRId64 " x %" PRId64 ", %" PRId64 " threads, %" PRId64 " bytes", spec->size[PRODUCT_M],
             spec->size[PRODUCT_N], spec->size[PRODUCT_K], spec->size[MOST_THREADS], spec->size[MOST_SHARED]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    return product_make(spec, seed, input) && input_size(input, "most_threads", spec->size[MOST_THREADS]) &&
           input_size(input, "most_shared_bytes", spec->size[MOST_SHARED]);
}

// 96 is a multiple of 8, 16, 24 and 32: no tile of a measured case is cut.
static double requests_of_tiles(const CaseSpec *spec) { return 2 * product_warps(spec) / (double)side_of(spec); }

// The smallest tiles, of STEP x STEP; where they are the largest, too, some that are half as large.
static void request_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->plain = fmax(2, (double)side_of(spec) / STEP);
}

// Of the launch that loads most, which is the product.
static double dynamic_bytes(const DeviceReport *report) {
    return report_busiest(report, "global_load_bytes", REPORT_DYNAMIC_SHARED_BYTES);
}
// Elements of a tile of the next side, which goes beyond one of the two limits.
static double square_above(const CaseSpec *spec) {
    double side = (double)(side_of(spec) + STEP);
    return side * side;
}

static double shared_bytes(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_busiest(report, "global_load_bytes", REPORT_STATIC_SHARED_BYTES) + dynamic_bytes(report);
}
static void shared_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = 2 * STEP * STEP * 4; // who has no tiles stays within no limit
    bounds->most = (double)spec->size[MOST_SHARED];
    bounds->plain = fmax(1.1 * bounds->most, 2 * square_above(spec) * 4);
}

static double threads(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_busiest(report, "global_load_bytes", REPORT_BLOCK);
}
static void thread_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = 1;
    bounds->most = (double)spec->size[MOST_THREADS];
    bounds->plain = fmax(1.1 * bounds->most, square_above(spec));
}

static double dynamic_share(const DeviceReport *report, const CaseSpec *spec) {
    double all = shared_bytes(report, spec);
    return all > 0 ? dynamic_bytes(report) / all : 0;
}

static const Part parts[] = {
    RIGHT_RESULTS(30),
    NO_FAULTS(15),
    {.label = "shared memory within its limit",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "occupancy",
     .counts = "bytes of shared memory of a block",
     .measure = shared_bytes,
     .bounds = shared_bounds,
     .advice = "Choose a side whose two tiles fit: 2 * side * side * 4 bytes"},
    {.label = "threads within their limit",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "occupancy",
     .counts = "threads of a block",
     .measure = threads,
     .bounds = thread_bounds,
     .advice = "Choose a side with side * side <= most_threads"},
    {.label = "tiles in dynamic memory",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "occupancy",
     .counts = "dynamic bytes, of all shared memory of a block",
     .measure = dynamic_share,
     .least = 1,
     .most = 1,
     .plain = 0.5, // one of two tiles
     .advice = "Put both tiles into one extern __shared__ array, and give its bytes as the third number of <<<...>>>"},
    {.label = "the largest tiles",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "load requests, of those that the largest allowed tiles need",
     .counter = LOAD_REQUESTS,
     .per = requests_of_tiles,
     .most = 1,
     .bounds = request_bounds,
     .paths = PATH_LOADS,
     .after = "threads within their limit",
     .advice = "Choose the largest side that both limits allow: requests fall as the side grows"},
    ANSWERS("questions", 10),
};

static const Parameter parameters[] = {
    {"threads_a", "600..1024/8"},
    {"bytes_a", "700..8000/20"}, // bytes decide
    {"threads_b", "70..1000/6"},
    {"bytes_b", "9000..48000/500"}, // threads decide
    {"threads_c", "70..1024/2"},
    {"bytes_c", "600..9000/20"}, // either
    {"m", "200..900"},
    {"n", "200..900"},
};

// The blocks with a side that a mistake gives.
#define BLOCKS(side) "ceil(m / " side ") * ceil(n / " side ")"
#define BY_BYTES(letter, each) "(floor((bytes_" letter " / " each ") ^ 0.5 / 8) * 8)"
#define BY_THREADS(letter) "(floor(threads_" letter " ^ 0.5 / 8) * 8)"
#define SIDE_SLIPS(letter)                                                                                             \
    {BLOCKS("floor((bytes_" letter " / 8) ^ 0.5)"), "The side must be a multiple of 8"},                               \
        {BLOCKS("floor(threads_" letter " ^ 0.5)"), "The side must be a multiple of 8"},                               \
        {BLOCKS(BY_BYTES(letter, "4")), "Both tiles are in shared memory: 8 bytes per thread"},                        \
        {BLOCKS(BY_THREADS(letter)), "The threads would allow that side. What of the bytes?"}, {                       \
        BLOCKS(BY_BYTES(letter, "8")), "The bytes would allow that side. What of the threads?"                         \
    }
static const Slip a_slips[] = {SIDE_SLIPS("a")}, b_slips[] = {SIDE_SLIPS("b")}, c_slips[] = {SIDE_SLIPS("c")};
#define SIDE(letter, worth)                                                                                            \
    {                                                                                                                  \
        .name = "blocks_" #letter,                                                                                     \
        .asks = "blocks for C of {m} x {n} within {threads_" #letter "} threads and {bytes_" #letter "} bytes",        \
        .points = worth,                                                                                               \
        .why = "Side x side threads, and two tiles of side x side x 4 bytes: the largest multiple of 8 that both "     \
               "allow is the side. Then count blocks in both directions",                                              \
        SLIPS(letter##_slips)                                                                                          \
    }

static const Question questions[] = {SIDE(a, 3), SIDE(b, 3), SIDE(c, 4)};

static const CaseSpec timed = LIMITED_CASE(1024, 1024, 1024, 1024, 49152);
static const CaseSpec estimated = LIMITED_CASE(2048, 2048, 2048, 1024, 49152);

const Exercise matmul_dynamic_exercise = {
    .name = "matmul_dynamic",
    .chapter = "04_tiling",
    .title = "Tiles as large as a block's limits allow",
    .learnt = "the size of shared memory may be decided when the program runs; larger tiles load less.",
    .checklist = "tiling,occupancy",
    .interface = "matmul_dynamic",
    .must_define = "void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int "
                   "most_threads, int most_shared_bytes)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .estimated = &estimated,
    .work = product_products,
    .draw = draw,
    .make = make,
    .check = product_check_rows,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Take 1,024 threads and 6,144 bytes. How many bytes do two tiles with a side of 24 need, and how many with a "
         "side of 32? The side is what both limits allow, so the smaller of two answers.",
         "extern __shared__ float tiles[]; is one array, of as many bytes as the launch says. A_tile is its beginning, "
         "B_tile begins side * side floats later. Element [y][x] of a tile is [y * side + x].",
         "kernel<<<grid, dim3(side, side), 2 * side * side * sizeof(float)>>>(...), and in it int side = blockDim.x; "
         "float *A_tile = tiles, *B_tile = tiles + side * side; the rest is matmul_tiled with side for TILE."},
};
