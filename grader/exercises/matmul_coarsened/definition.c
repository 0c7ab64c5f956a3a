// definition.c - chapter 08, matmul_coarsened: one block computes four tiles, and what a thread reads serves four sums.
#include "../product.h"

enum { TILE = 32, COARSE_FACTOR = 4 };

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 128, 32),
    PRODUCT_CASE(40, 100, 35),
    PRODUCT_CASE(161, 257, 20), // more rows than four tiles have
    INFINITE_CASE(40, 100, 37, 7),
    PRODUCT_CASE(70, 40, 200), // k > m > n: a loop or a grid with another size misses some
    PRODUCT_CASE(128, 256, 96, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// The measured one has whole tiles, also those of answers that compute more than four elements in a thread.
static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    product_size(spec, 128 * random_between(&random, 2, 3), 256 * random_between(&random, 2, 3),
                 32 * random_between(&random, 2, 4));
}

static double least_occupancy(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_occupancy(report, NULL);
}

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "matmul_coarsened.text.h"
