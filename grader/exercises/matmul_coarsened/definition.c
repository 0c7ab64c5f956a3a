// definition.c - chapter 08, matmul_coarsened: one block computes four neighbouring tiles and loads their A tile once.
#include "../product.h"

enum { TILE = 32, COARSE_FACTOR = 4 };

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 128, 32),
    PRODUCT_CASE(40, 100, 35),
    PRODUCT_CASE(33, 257, 20),
    INFINITE_CASE(40, 100, 37, 7),
    PRODUCT_CASE(70, 40, 200), // k > m > n: a loop or a grid with another size misses some
    PRODUCT_CASE(64, 256, 96, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// The measured one has whole tiles, also those of answers that compute more than four elements in a thread: a block
// covers at most 64 rows and 256 columns, so there are four or more.
static void draw(uint64_t seed, CaseSpec *spec) {
    product_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    product_size(spec, 64 * random_between(&random, 4, 5), 256 * random_between(&random, 2, 3),
                 32 * random_between(&random, 2, 4));
}

// Of the kernels that multiply: one that clears C first may have one thread per element. All threads, if the
// products were made in ways that are not counted.
static double threads_per_element(const DeviceReport *report, const CaseSpec *spec) {
    static const char multiplying[] = "ffma+fmul+dfma+dmul";
    bool counted = report_counter(report, multiplying) >= product_products(spec);
    uint64_t threads = counted ? report_threads_that(report, multiplying, 1) : report_threads(report);
    return (double)threads / (32 * product_element_warps(spec));
}

static double least_occupancy(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_occupancy(report, NULL);
}

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "matmul_coarsened.text.h"
