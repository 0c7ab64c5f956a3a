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

// How often an element of A is loaded, which has m rows of INNER elements.
static bool loads_of_an_element(const KeyRun *run, const char *kernel, char answer[64]) {
    double floats = key_counter(run, kernel, "global_load_bytes") / sizeof(float);
    snprintf(answer, 64, "%.12g", floats / 2 / (key_drawn(run, "m") * INNER)); // half of the loads are of A
    return true;
}
static bool loads_plain(const KeyRun *run, char answer[64]) { return loads_of_an_element(run, "plain", answer); }
static bool loads_staged(const KeyRun *run, char answer[64]) { return loads_of_an_element(run, "staged", answer); }

static const CaseSpec timed = SHARED_AB_CASE(4096, 4096);
static const CaseSpec estimated = SHARED_AB_CASE(16384, 16384);

#include "shared_ab.text.h"
