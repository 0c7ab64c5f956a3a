// definition.c - chapter 04, shared_ab: a product whose blocks need one tile of each factor.
#include "../product.h"

#include <stdio.h>

enum { INNER = 32 };

#define SHARED_AB_CASE(m, n, ...)                                                                                      \
    { .label = #m " x " #n, .size = {m, n, INNER}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    SHARED_AB_CASE(32, 32),
    SHARED_AB_CASE(96, 32),
    SHARED_AB_CASE(128, 128, .measured = true),
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    for (int i = PRODUCT_M; i <= PRODUCT_N; i++)
        spec->size[i] = 32 * random_between(&random, spec->measured ? 12 : 1, spec->measured ? 14 : 6);
    spec->size[PRODUCT_K] = INNER;
    label_sizes(spec, "# x #");
}

// How often an element of the factor is loaded that has `side` rows or columns of INNER elements.
static double loads_of_an_element(const KeyRun *run, const char *kernel, const char *side) {
    double floats = key_counter(run, kernel, "global_load_bytes") / sizeof(float);
    return floats / 2 / (key_drawn(run, side) * INNER); // half of the loads are of this factor
}
static bool loads_plain(const KeyRun *run, char answer[64]) {
    double of_A = loads_of_an_element(run, "plain", "m"), of_B = loads_of_an_element(run, "plain", "n");
    snprintf(answer, 64, "%.12g", of_A * key_drawn(run, "some") + of_B * key_drawn(run, "others"));
    return true;
}
static bool loads_staged(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.12g", loads_of_an_element(run, "staged", "m"));
    return true;
}

static const CaseSpec timed = SHARED_AB_CASE(4096, 4096);
static const CaseSpec estimated = SHARED_AB_CASE(16384, 16384);

#include "shared_ab.text.h"
