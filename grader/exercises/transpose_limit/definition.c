// definition.c - chapter 13, transpose_limit: a transpose with enough bytes in flight, in as few instructions as
// vectors take.
#include "../transpose.h"

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 64),
    TRANSPOSE_CASE(100, 36),
    TRANSPOSE_CASE(66, 130),
    TRANSPOSE_CASE(36, 132),
    TRANSPOSE_CASE(101, 40),
    TRANSPOSE_CASE(40, 103),
    TRANSPOSE_CASE(1088, 1216, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Whole tiles of 64 x 64, and more than 4 MiB: the GPU must have enough to ask for. Multiples of 128 are not among
// them, nor among the measured sizes above: a kernel that has vectors for these alone would pass by luck.
static void draw(uint64_t seed, CaseSpec *spec) {
    transpose_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    spec->size[TRANSPOSE_WIDTH] = 64 * (17 + 2 * random_between(&random, 0, 1));
    spec->size[TRANSPOSE_HEIGHT] = 64 * (17 + 2 * random_between(&random, 0, 1));
    label_sizes(spec, "width #, height #");
}

static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 4 * transpose_elements(spec));
}

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

#include "transpose_limit.text.h"
