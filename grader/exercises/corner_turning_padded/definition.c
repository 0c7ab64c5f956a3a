// definition.c - chapter 06, corner_turning_padded: turned tiles of 16 x 16 and 32 x 32 without a bank conflict.
#include "../product.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TILE = PRODUCT_K + 1 };

#define TILED_CASE(m, n, k, tile, ...)                                                                                 \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", tile " #tile,                                                                 \
        .size = {[PRODUCT_M] = m, [PRODUCT_N] = n, [PRODUCT_K] = k, [TILE] = tile}, __VA_ARGS__                        \
    }

#define INFINITE_TILED_CASE(m, n, k, tile, line)                                                                       \
    {                                                                                                                  \
        .label = #m " x " #n " x " #k ", tile " #tile ", row " #line " of A and column of B infinite", .size = {       \
            INFINITE_SIZES(m, n, k, line),                                                                             \
            [TILE] = tile                                                                                              \
        }                                                                                                              \
    }

static const CaseSpec cases[] = {
    TILED_CASE(1, 1, 1, 16),
    TILED_CASE(35, 70, 17, 16),
    TILED_CASE(35, 70, 17, 32),
    INFINITE_TILED_CASE(20, 35, 21, 16, 7),
    INFINITE_TILED_CASE(40, 50, 37, 32, 9),
    TILED_CASE(70, 40, 200, 16), // k > m > n: a loop or a grid with another size misses some
    TILED_CASE(70, 40, 200, 32),
    TILED_CASE(128, 128, 128, 16, .measured = true),
    TILED_CASE(96, 64, 128, 32),
    {.size = {[TILE] = 16}, .hidden = true},
    {.size = {[TILE] = 32}, .hidden = true},
    {.size = {[TILE] = 16}, .hidden = true, .measured = true},
    {.size = {[TILE] = 32}, .hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    size_t length = strlen(spec->label);
    snprintf(spec->label + length, sizeof spec->label - length, ", tile %" PRId64, spec->size[TILE]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    return product_make_columns(spec, seed, input) && input_size(input, "tile", spec->size[TILE]);
}

// Each element of A is loaded n / T times and each of B m / T times: 2 / T floats a product, 4 sectors for 32 of them.
static void sector_bounds(const CaseSpec *spec, Bounds *bounds) { bounds->most = 4 * 2 / (double)spec->size[TILE]; }

// The turned tile without padding: a request of 32 lanes stores 32 / T columns, whose T words share a bank or two.
static void conflict_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->plain = 15 * product_warps(spec) / (double)spec->size[TILE];
}

// Conflicts; and passes of stores that were taken apart so as not to meet. The product takes up to 2 passes for 32
// products and the tiles' stores an eighth. Elements may be turned on their way to the tiles by lanes that pass them
// on.
static double conflicts(const DeviceReport *report, const CaseSpec *spec) {
    double loaded = product_warps(spec) * 2 / (double)spec->size[TILE]; // elements of both tiles, over 32 lanes
    return conflicts_or_passes(report, 2.25 * product_warps(spec), loaded);
}

static const CaseSpec timed = TILED_CASE(1024, 1024, 1024, 32);
static const CaseSpec estimated = TILED_CASE(4096, 4096, 4096, 32);

#include "corner_turning_padded.text.h"
