// definition.c - chapter 08, matmul_register_tile: a product whose threads hold rectangles of results in registers.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(64, 64, 16),
    PRODUCT_CASE(70, 130, 33),
    PRODUCT_CASE(65, 63, 50),
    INFINITE_CASE(70, 66, 37, 7),
    PRODUCT_CASE(140, 60, 200), // k > m > n: a loop or a grid with another size misses some
    PRODUCT_CASE(140, 60, 50),  // m > k
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
    product_size(spec, 128 * random_between(&random, 3, 4), 128 * random_between(&random, 3, 4),
                 32 * random_between(&random, 1, 3));
}

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "matmul_register_tile.text.h"
