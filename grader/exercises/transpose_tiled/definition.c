// definition.c - chapter 05, transpose_tiled: a transpose that reads rows and writes rows, of any size.
#include "../transpose.h"

#include <stdio.h>

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 32),
    TRANSPOSE_CASE(33, 65),
    TRANSPOSE_CASE(100, 7),
    TRANSPOSE_CASE(160, 224, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

#include "transpose_tiled.text.h"
