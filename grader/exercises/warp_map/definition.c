// definition.c - chapter 01, warp_map: warp and lane of every thread of a grid, from threadIdx and blockDim.
//
// A thread that reads %laneid, or a constant 32, is wrong where the case asks for warps of 64. The output lies in the
// order of places in the grid, not of threads in a block, so a wrong order of the threads is seen.
#include "../definition.h"

#include <inttypes.h>

enum { GRID_X, GRID_Y, BLOCK_X, BLOCK_Y, BLOCK_Z, WARP_SIZE };
static const char *const size_names[] = {"grid_x", "grid_y", "block_x", "block_y", "block_z", "warp_size"};

#define MAP_CASE(gx, gy, bx, by, bz, size_of_warp, text, ...)                                                          \
    { .label = text, .size = {gx, gy, bx, by, bz, size_of_warp}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    MAP_CASE(3, 1, 128, 1, 1, 32, "3 blocks of 128 threads"),
    MAP_CASE(2, 1, 700, 1, 1, 32, "2 blocks of 700 threads"),
    MAP_CASE(2, 3, 16, 16, 1, 32, "2 x 3 blocks of 16 x 16 threads"),
    MAP_CASE(3, 2, 20, 7, 1, 32, "3 x 2 blocks of 20 x 7 threads", .measured = true),
    MAP_CASE(2, 2, 8, 6, 4, 32, "2 x 2 blocks of 8 x 6 x 4 threads"),
    MAP_CASE(1, 3, 5, 9, 11, 64, "1 x 3 blocks of 5 x 9 x 11 threads, warps of 64"),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Blocks of up to 816 threads whose sides differ, warps of either size; at least 5,040 threads if it is measured.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t *size = spec->size;
    size[GRID_X] = random_between(&random, spec->measured ? 6 : 2, spec->measured ? 8 : 5);
    size[GRID_Y] = random_between(&random, spec->measured ? 5 : 2, spec->measured ? 6 : 4);
    size[BLOCK_X] = spec->measured ? random_between(&random, 7, 8) : random_between(&random, 2, 12);
    size[BLOCK_Y] = size[BLOCK_X] + random_between(&random, 1, 5);
    size[BLOCK_Z] = random_between(&random, spec->measured ? 3 : 2, 4);
    size[WARP_SIZE] = spec->measured || random_below(&random, 2) ? 64 : 32;
    label_sizes(spec, "# x # blocks of # x # x #, warps of #");
}

static int64_t block_threads(const CaseSpec *spec) {
    return spec->size[BLOCK_X] * spec->size[BLOCK_Y] * spec->size[BLOCK_Z];
}

static int64_t grid_blocks(const CaseSpec *spec) { return spec->size[GRID_X] * spec->size[GRID_Y]; }

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    (void)seed;
    for (unsigned i = 0; i < COUNT_OF(size_names); i++)
        if (!input_size(input, size_names[i], spec->size[i])) return false;
    uint64_t count = (uint64_t)(grid_blocks(spec) * block_threads(spec));
    return output_announce(input, "warp", CASE_INT32, count) && output_announce(input, "lane", CASE_INT32, count);
}

// How a thread's place may be counted: the right way, and ways that are often taken for it.
typedef enum {
    X_FASTEST,
    ONLY_X,
    Y_FASTEST, // before z: a block without depth does not tell them apart
    Z_FASTEST,
    IN_GRID,
    Z_FORGOTTEN,
    Z_AS_ROWS,
    Z_BY_HEIGHT,
    HEIGHT_FOR_WIDTH,
    EXCHANGED,
    HALF_WARPS, // the last: ways above may be combined with it
    WAYS
} Way;
static const char *const way_meanings[WAYS] = {
    [ONLY_X] =
        "threads that differ only in y or z have the same number: add blockDim.x for each row and a plane for each z",
    [Z_FASTEST] = "z runs fastest here: let x run fastest, then y, then z",
    [Y_FASTEST] = "y runs fastest here: let x run fastest, then y, then z",
    [IN_GRID] = "numbers go on from block to block: begin at 0 in every block, without blockIdx",
    [Z_FORGOTTEN] = "threads that differ only in z have the same number: add blockDim.x * blockDim.y for each z",
    [Z_AS_ROWS] = "planes are counted like rows: a step in z adds a whole plane, blockDim.x * blockDim.y threads",
    [Z_BY_HEIGHT] = "a step in z adds blockDim.y threads here: add a whole plane, blockDim.x * blockDim.y threads",
    [HEIGHT_FOR_WIDTH] = "a step in y adds blockDim.y threads here: add a row, which has blockDim.x",
    [EXCHANGED] = "warp and lane are exchanged: the warp is the thread's number / warp_size, the lane is its remainder",
    [HALF_WARPS] = "the warps have 32 lanes here, and this case asks for warps of 64: use warp_size",
};

// The place of the thread at element `i`.
static int64_t place_of(const CaseSpec *spec, int64_t i, Way way) {
    const int64_t *size = spec->size;
    int64_t width = size[GRID_X] * size[BLOCK_X], height = size[GRID_Y] * size[BLOCK_Y];
    int64_t x = i % width % size[BLOCK_X], y = i / width % height % size[BLOCK_Y], z = i / (width * height);
    switch (way) {
    case ONLY_X: return x;
    case Z_FASTEST: return z + size[BLOCK_Z] * (y + size[BLOCK_Y] * x);
    case Y_FASTEST: return y + size[BLOCK_Y] * (x + size[BLOCK_X] * z);
    case IN_GRID: return i;
    case Z_FORGOTTEN: return x + size[BLOCK_X] * y;
    case Z_AS_ROWS: return x + size[BLOCK_X] * (y + z);
    case Z_BY_HEIGHT: return x + size[BLOCK_X] * y + size[BLOCK_Y] * z;
    case HEIGHT_FOR_WIDTH: return x + size[BLOCK_Y] * (y + size[BLOCK_X] * z);
    default: return x + size[BLOCK_X] * (y + size[BLOCK_Y] * z);
    }
}

static double number_of(const CaseSpec *spec, int64_t i, Way way, int64_t warp_size, bool lane) {
    int64_t place = place_of(spec, i, way);
    return (double)(lane != (way == EXCHANGED) ? place % warp_size : place / warp_size);
}

static int64_t threads_of(const CaseSpec *spec) { return grid_blocks(spec) * block_threads(spec); }

static int64_t place_given(const CaseSpec *spec, const int32_t *warp, const int32_t *lane, int64_t i) {
    return (int64_t)warp[i] * spec->size[WARP_SIZE] + lane[i];
}

static bool counted_so(const CaseSpec *spec, const int32_t *got, Way way, int64_t warp_size, bool lane) {
    int64_t i = 0;
    while (i < threads_of(spec) && got[i] == (int32_t)number_of(spec, i, way, warp_size, lane)) i++;
    return i == threads_of(spec);
}

// Says how far a step in z, in y, or from block to block counts, if every number follows from such steps and one of
// them is wrong. false: the numbers are made otherwise.
static bool name_steps(const Outcome *outcome, CaseResult *result) {
    CaseResult unused;
    const CaseSpec *spec = outcome->spec;
    const int64_t *size = spec->size, width = size[GRID_X] * size[BLOCK_X], height = size[GRID_Y] * size[BLOCK_Y];
    const int32_t *warp = output_array(outcome, "warp", CASE_INT32, (uint64_t)threads_of(spec), &unused);
    const int32_t *lane = output_array(outcome, "lane", CASE_INT32, (uint64_t)threads_of(spec), &unused);
    if (!warp || !lane) return false;
#define PLACE(x, y, z) place_given(spec, warp, lane, ((z)*height + (y)) * width + (x))
    int64_t in_y = size[BLOCK_Y] > 1 ? PLACE(0, 1, 0) - PLACE(0, 0, 0) : size[BLOCK_X];
    int64_t in_z = size[BLOCK_Z] > 1 ? PLACE(0, 0, 1) - PLACE(0, 0, 0) : size[BLOCK_X] * size[BLOCK_Y];
    int64_t block_x = size[GRID_X] > 1 ? PLACE(size[BLOCK_X], 0, 0) - PLACE(0, 0, 0) : 0;
    int64_t block_y = size[GRID_Y] > 1 ? PLACE(0, size[BLOCK_Y], 0) - PLACE(0, 0, 0) : 0;
#undef PLACE
    for (int64_t i = 0; i < threads_of(spec); i++) {
        int64_t x = i % width, y = i / width % height, z = i / (width * height);
        int64_t place = x % size[BLOCK_X] + y % size[BLOCK_Y] * in_y + z * in_z + x / size[BLOCK_X] * block_x +
                        y / size[BLOCK_Y] * block_y;
        if (place_given(spec, warp, lane, i) != place) return false;
    }
    if (block_x || block_y) result_cause(result, "%s", way_meanings[IN_GRID]);
    else if (in_y != size[BLOCK_X])
        result_cause(result, "a step in y adds %" PRId64 " threads here: add a row, which has blockDim.x", in_y);
    else if (in_z != size[BLOCK_X] * size[BLOCK_Y])
        result_cause(result,
                     "a step in z adds %" PRId64 " threads here: add a whole plane, blockDim.x * blockDim.y threads",
                     in_z);
    return true;
}

// What usual mistake gives exactly these numbers, perhaps with warps of 32 as well; NULL if there is none.
static const char *mistake_of(const Outcome *outcome, const char *name, bool lane) {
    CaseResult unused;
    const CaseSpec *spec = outcome->spec;
    const int32_t *got = output_array(outcome, name, CASE_INT32, (uint64_t)threads_of(spec), &unused);
    for (Way way = ONLY_X; got && way < HALF_WARPS; way++)
        if (counted_so(spec, got, way, spec->size[WARP_SIZE], lane) || counted_so(spec, got, way, 32, lane))
            return way_meanings[way];
    if (got && counted_so(spec, got, X_FASTEST, 32, lane)) return way_meanings[HALF_WARPS];
    return NULL;
}

static double right_lane(const Outcome *outcome, uint64_t i) {
    return number_of(outcome->spec, (int64_t)i, X_FASTEST, outcome->spec->size[WARP_SIZE], true);
}
static double right_warp(const Outcome *outcome, uint64_t i) {
    return number_of(outcome->spec, (int64_t)i, X_FASTEST, outcome->spec->size[WARP_SIZE], false);
}

static void compare(const Outcome *outcome, const char *name, bool lane, CaseResult *result) {
    const int64_t *size = outcome->spec->size;
    uint64_t width = (uint64_t)(size[GRID_X] * size[BLOCK_X]), height = (uint64_t)(size[GRID_Y] * size[BLOCK_Y]);
    Expected what = {.name = name, .type = CASE_INT32, .rank = 3, .dims = {(uint64_t)size[BLOCK_Z], height, width}};
    compare_elements(outcome, &what, lane ? right_lane : right_warp, NULL, result);
    const char *mistake = result->passed ? NULL : mistake_of(outcome, name, lane);
    if (mistake) result_wrong(result, "%s", mistake);
    else if (!result->passed) name_steps(outcome, result);
}

static void check(const Outcome *outcome, CaseResult *result) {
    compare(outcome, "lane", true, result);
    if (result->passed) compare(outcome, "warp", false, result);
}

// Each of two arrays is stored once by each warp: two requests, of up to 32 lanes.
static double block_warps(const CaseSpec *spec) {
    return (double)(grid_blocks(spec) * ((block_threads(spec) + 31) / 32));
}

static void stores_allowed(const CaseSpec *spec, Bounds *bounds) {
    bounds->least = 2.0 * (double)(grid_blocks(spec) * block_threads(spec)) / 32 / block_warps(spec);
}

#include "warp_map.text.h"
