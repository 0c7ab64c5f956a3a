// definition.c - chapter 13, sgemm: a product of large blocks, with vectors and two buffers.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(128, 128, 16),
    PRODUCT_CASE(132, 60, 180),
    PRODUCT_CASE(70, 130, 33),
    INFINITE_CASE(70, 66, 37, 7),
    PRODUCT_CASE(100, 256, 16),
    PRODUCT_CASE(128, 256, 20), // whole blocks, and no whole slice
    PRODUCT_CASE(128, 512, 32),
    PRODUCT_CASE(256, 256, 128, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Whole blocks of 256 x 256 and all that divide them, so that what explains a time is exact.
static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    int64_t across = random_between(&random, 1, 2);
    product_size(spec, 1024 / across, 256 * across, 32 * random_between(&random, 4, 6));
}

// What a block of 128 x 128 results adds in eight steps of p.
static double slices(const CaseSpec *spec) { return product_products(spec) / (128 * 128 * 8); }

static const CaseSpec timed = PRODUCT_CASE(2048, 2048, 2048);
static const CaseSpec estimated = PRODUCT_CASE(4096, 4096, 4096);

#include "sgemm.text.h"
