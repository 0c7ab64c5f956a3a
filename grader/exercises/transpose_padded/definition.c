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

// Conflicts; and what goes through the banks one lane at a time instead of all at once, which has none. A tile is
// stored and read with one pass each for 32 elements; up to twice that is accepted.
static double conflicts(const DeviceReport *report, const CaseSpec *spec) {
    double counted = report_counter(report, BANK_CONFLICTS), passes = report_counter(report, SHARED_PASSES);
    return counted + fmax(0, passes - counted - 4 * transpose_warps(spec)) + passed_on(report, transpose_warps(spec));
}

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

#include "transpose_padded.text.h"
