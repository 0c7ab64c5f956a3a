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

// Of all runs: the key program makes one with blocks of each shape.
static bool sectors_stored(const KeyRun *run, char answer[64]) {
    double one = key_counter(run, "as_it_stands", STORE_SECTORS);
    double other = key_counter(run, "with_other_blocks", STORE_SECTORS);
    return snprintf(answer, 64, "%.0f", one * key_drawn(run, "runs") + other * key_drawn(run, "others")) > 0;
}

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

#include "transpose_tiled.text.h"
