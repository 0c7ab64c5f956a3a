// definition.c - chapter 05, corner_turning: a product whose second factor is stored by columns, coalesced both ways.
#include "../product.h"

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(32, 48, 64),
    PRODUCT_CASE(35, 70, 17),
    INFINITE_COLUMNS_CASE(20, 35, 21, 7),
    PRODUCT_CASE(70, 40, 200), // k > m > n: a loop or a grid with another size misses some
    PRODUCT_CASE(128, 128, 128, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Tiles of T x T load each element of A n / T times and each of B m / T times: 2 m n k / T floats. T = 16 is asked for:
// 4 sectors for each 32 floats make 8 / 16 sectors for 32 products. A solution that first reorders
// the factors may load them once more; tiles of 8 would load each of them m / 8 and n / 8 times.
static void sectors_allowed(const CaseSpec *spec, Bounds *bounds) { bounds->most = 0.5 + 4 * product_loads_once(spec); }

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "corner_turning.text.h"
