// oracle.c - compares a student's matrix with a double precision reference.
//
// How wrong may a right answer be? Inputs are below 1, so a sum of t products stays far below t, and each of its t
// roundings to float is off by at most 2^-24 of the partial sum. Sums of random signs grow with sqrt(t), so the errors
// of any order of summation stay below t * 2^-21 with room to spare, while half precision inputs (2^-11 each) miss by
// several times that. A matrix that is only moved (t = 0) must be equal.
#include "exercise.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double tolerance_of(double expected, uint64_t terms) {
    return (double)terms * 0x1p-21 * fmax(1, fabs(expected));
}

static bool is_poison(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits == UINT32_MAX; // what the harness fills outputs with
}

static void element_describe(float got, double tolerance, CaseResult *result) {
    char value[48], allowed[48] = "";
    if (is_poison(got)) snprintf(value, sizeof value, "was never written");
    else snprintf(value, sizeof value, "is %.7g", (double)got);
    if (tolerance > 0) snprintf(allowed, sizeof allowed, " (tolerance %.1g)", tolerance);
    snprintf(result->message, sizeof result->message,
             "%s[%" PRIu64 "][%" PRIu64 "] %s, expected %.7g%s; %" PRIu64 " of %" PRIu64 " elements wrong",
             result->array, result->index[0], result->index[1], value, result->expected, allowed, result->wrong_count,
             result->total);
}

void compare_matrix(const char *name, const float *got, const double *expected, uint64_t rows, uint64_t columns,
                    uint64_t terms, CaseResult *result) {
    *result = (CaseResult){.total = rows * columns, .index_count = 2};
    snprintf(result->array, sizeof result->array, "%s", name);
    float first = 0;
    for (uint64_t i = 0; i < result->total; i++) {
        // Written so that NaN, which compares false with everything, is wrong.
        if (fabs((double)got[i] - expected[i]) <= tolerance_of(expected[i], terms)) continue;
        if (result->wrong_count++) continue;
        result->has_element = true;
        result->index[0] = i / columns;
        result->index[1] = i % columns;
        result->expected = expected[i];
        result->got = first = got[i];
    }
    result->passed = result->wrong_count == 0;
    if (result->passed)
        snprintf(result->message, sizeof result->message, "all %" PRIu64 " elements right", result->total);
    else element_describe(first, tolerance_of(result->expected, terms), result);
}
