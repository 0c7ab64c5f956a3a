// definition.c - chapter 04, matmul_dynamic: tiles whose size follows from limits that the program is given.
#include "../product.h"

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
    {.label = "20 x 35 x 21, row 7 of A infinite, 1024 threads, 6144 bytes",
     .size = {INFINITE_SIZES(20, 35, 21, 7), [MOST_THREADS] = 1024, [MOST_SHARED] = 6144}},
    LIMITED_CASE(70, 40, 200, 1024, 49152), // k > m > n: a loop or a grid with another size misses some
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
        spec->size[i] = !spec->measured ? random_odd_size(&random, 20, 100) : i == PRODUCT_K ? 96 : 384;
    int64_t kind = spec->size[MOST_THREADS], side = STEP * random_between(&random, 2, LARGEST / STEP);
    spec->size[MOST_THREADS] = random_between(&random, 64, 1023);
    spec->size[MOST_SHARED] = kind == THREADS_DECIDE ? 49152 : random_between(&random, 512, 9000);
    if (kind == BOTH_REACHED) {
        spec->size[MOST_THREADS] = side * side;
        spec->size[MOST_SHARED] = 2 * side * side * 4;
    }
    label_sizes(spec, "# x # x #, # threads, # bytes");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    return product_make(spec, seed, input) && input_size(input, "most_threads", spec->size[MOST_THREADS]) &&
           input_size(input, "most_shared_bytes", spec->size[MOST_SHARED]);
}

// 96 and 384 are multiples of 8, 16, 24 and 32: no tile of a measured case is cut, and each row of one is whole
// sectors. Sectors are counted, since wide loads bring small tiles with as few requests as large ones need.
static double sectors_of_tiles(const CaseSpec *spec) { return 4 * 2 * product_warps(spec) / (double)side_of(spec); }

// The smallest tiles, of STEP x STEP; where they are the largest, too, some that are half as large.
static void sector_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->plain = fmax(2, (double)side_of(spec) / STEP);
}

// Elements of a tile of the next side, which goes beyond one of the two limits.
static double square_above(const CaseSpec *spec) {
    double side = (double)(side_of(spec) + STEP);
    return side * side;
}

// Of the launches that load, which are the product's, whatever else is launched.
#define ALL_SHARED REPORT_STATIC_SHARED_BYTES "+" REPORT_DYNAMIC_SHARED_BYTES
enum { SMALLEST_TILES = 2 * STEP * STEP * 4 };
static double shared_bytes(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    Range bytes = report_working(report, LOAD_SECTORS, ALL_SHARED);
    return bytes.least < SMALLEST_TILES ? bytes.least : bytes.most;
}
static void shared_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = SMALLEST_TILES; // who has no tiles stays within no limit
    bounds->most = (double)spec->size[MOST_SHARED];
    bounds->plain = fmax(1.1 * bounds->most, 2 * square_above(spec) * 4);
}

static double threads(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_working(report, LOAD_SECTORS, REPORT_BLOCK).most;
}
static void thread_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = 1;
    bounds->most = (double)spec->size[MOST_THREADS];
    bounds->plain = fmax(1.1 * bounds->most, square_above(spec));
}

static double dynamic_share(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    Range all = report_working(report, LOAD_SECTORS, ALL_SHARED);
    return all.most > 0 ? report_working(report, LOAD_SECTORS, REPORT_DYNAMIC_SHARED_BYTES).least / all.most : 0;
}

static const CaseSpec timed = LIMITED_CASE(1024, 1024, 1024, 1024, 49152);
static const CaseSpec estimated = LIMITED_CASE(2048, 2048, 2048, 1024, 49152);

#include "matmul_dynamic.text.h"
