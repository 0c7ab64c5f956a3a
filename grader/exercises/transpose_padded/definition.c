// definition.c - chapter 06, transpose_padded: a transpose, coalesced both ways, without a single bank conflict.
#include "../transpose.h"

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 32),
    TRANSPOSE_CASE(33, 65),
    TRANSPOSE_CASE(100, 7),
    TRANSPOSE_CASE(192, 160, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

#include "transpose_padded.text.h"
