// definition.c - chapter 04, matmul_tiled: a product by tiles, phase by phase, for matrices of any shape.
#include "../product.h"

#include <stdio.h>

enum { TILE = 16 };

static const CaseSpec cases[] = {
    PRODUCT_CASE(32, 48, 16),
    PRODUCT_CASE(96, 160, 64, .measured = true),
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(33, 65, 17),
    INFINITE_CASE(20, 35, 21, 7),
    PRODUCT_CASE(100, 70, 90),
    PRODUCT_CASE(70, 40, 200), // k is the longest: phases that end with m or n miss some of it
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t size[3];
    for (int i = 0; i < 3; i++)
        size[i] = !spec->measured  ? random_odd_size(&random, 3, 140)
                  : i == PRODUCT_K ? random_odd_size(&random, 40, 64)
                                   : random_odd_size(&random, 384, 400);
    product_size(spec, size[0], size[1], size[2]);
}

// Tiles of 16 x 16 that cover everything: a phase of a block is 8 warps with 2 requests each, 16. A program that copies
// or turns a matrix first needs some more: the slack; tiles of 8 x 8 need at least 27, and the plain product 256.
static double phases_of_blocks(const CaseSpec *spec) {
    double phases = 1;
    for (int i = PRODUCT_M; i <= PRODUCT_K; i++) phases *= ceil((double)spec->size[i] / TILE);
    return phases;
}

// A warp brings two rows of 16 floats, which lie in 2 sectors each, or in 3 where rows do not begin at a sector's
// beginning. One that brings columns touches 16 rows.
static void sectors_allowed(const CaseSpec *spec, Bounds *bounds) {
    bool aligned = spec->size[PRODUCT_N] % 8 == 0 && spec->size[PRODUCT_K] % 8 == 0;
    double each = aligned ? 4 : 6;
    bounds->most = 16 * each;
}

static bool intensity(const KeyRun *run, char answer[64]) {
    double bytes = key_counter(run, "tiles_of_side", "global_load_bytes");
    if (bytes <= 0) return false;
    snprintf(answer, 64, "%.12g", 2 * key_counter(run, "tiles_of_side", "ffma") / bytes);
    return true;
}

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "matmul_tiled.text.h"
