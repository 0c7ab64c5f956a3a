// definition.c - chapter 02, matmul_coalesced: repair the map from threads to elements of a matrix product.
#include "../product.h"

#include <stdio.h>

static const CaseSpec cases[] = {
    PRODUCT_CASE(1, 1, 1),
    PRODUCT_CASE(48, 80, 32),
    PRODUCT_CASE(33, 65, 17),
    PRODUCT_CASE(90, 40, 100), // k > m > n: a loop or a grid with another size misses some
    PRODUCT_CASE(64, 96, 48, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static const CaseSpec timed = PRODUCT_CASE(1024, 1024, 1024);
static const CaseSpec estimated = PRODUCT_CASE(2048, 2048, 2048);

#include "matmul_coalesced.text.h"
