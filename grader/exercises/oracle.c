// oracle.c - compares what came back with a double precision reference.
//
// How wrong may a right answer be? Inputs are below 1, so a sum of t products stays far below t, and each of its t
// roundings to float is off by at most 2^-24 of the partial sum. Sums of random signs grow with sqrt(t), so the errors
// of any order of summation stay below t * 2^-21 with room to spare, while half precision inputs (2^-11 each) miss by
// several times that. In double precision the same holds with 2^-50. Values that are only moved, and integers (t = 0),
// must be equal.
#include "definition.h"
#include "shape.h"

#include "../device/protocol/report_fields.h"
#include "../device/system/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRID_ELEMENTS 32 // of an array with fewer nothing is said about the grid; no block has a longer side
#define LEAST_SIDE 8     // of a block

void result_wrong(CaseResult *result, const char *format, ...) {
    *result = (CaseResult){.wrong_count = 1};
    va_list list;
    va_start(list, format);
    text_append_list(result->message, sizeof result->message, format, list);
    va_end(list);
}

void result_right(CaseResult *result, const char *format, ...) {
    *result = (CaseResult){.passed = true};
    va_list list;
    va_start(list, format);
    text_append_list(result->message, sizeof result->message, format, list);
    va_end(list);
}

void result_cause(CaseResult *result, const char *format, ...) {
    va_list list;
    va_start(list, format);
    result->cause[0] = 0;
    text_append_list(result->cause, sizeof result->cause, format, list);
    va_end(list);
}

const void *output_array(const Outcome *outcome, const char *name, CaseType type, uint64_t count, CaseResult *result) {
    const CaseArray *array = outcome->output ? case_file_find(outcome->output, name) : NULL;
    if (array && array->type == type && array->count == count && array->data) return array->data;
    if (!array || !array->data) result_wrong(result, "the program ended without writing %s", name);
    else
        result_wrong(result, "the program wrote %" PRIu64 " elements of %s, expected %" PRIu64, array->count, name,
                     count);
    result->wrong_count = result->total = count;
    return NULL;
}

// ---- elements of any type ----

static double element(const void *values, CaseType type, uint64_t i) {
    switch (type) {
    case CASE_FLOAT32: return ((const float *)values)[i];
    case CASE_FLOAT64: return ((const double *)values)[i];
    case CASE_INT64: return (double)((const int64_t *)values)[i];
    case CASE_UINT64: return (double)((const uint64_t *)values)[i];
    case CASE_INT32: return ((const int32_t *)values)[i];
    case CASE_UINT32: return ((const uint32_t *)values)[i];
    case CASE_INT16: return ((const int16_t *)values)[i];
    case CASE_UINT16: return ((const uint16_t *)values)[i];
    case CASE_INT8: return ((const int8_t *)values)[i];
    default: return ((const uint8_t *)values)[i];
    }
}

// Whether the element still holds the poison of the harness, every byte 0xFF. Types of one or two bytes may hold that
// legitimately.
static bool is_poison(const void *values, CaseType type, uint64_t i) {
    uint32_t bytes = case_type_bytes(type);
    const uint8_t *at = (const uint8_t *)values + i * bytes;
    for (uint32_t b = 0; b < bytes; b++)
        if (at[b] != 0xFF) return false;
    return bytes >= 4;
}

static double tolerance_of(const Expected *expected, double value) {
    double unit = expected->type == CASE_FLOAT64 ? 0x1p-50 : 0x1p-21;
    return (double)expected->terms * unit * fmax(1, fabs(value));
}

// Written so that NaN, which compares false with everything, is no value as expected; infinity is one where it is
// expected, and only with its sign.
static bool is_as_expected(const Expected *expected, double value, double right) {
    return isinf(right) ? value == right : fabs(value - right) <= tolerance_of(expected, right);
}

// ---- the first wrong element ----

static void index_of(const Expected *expected, uint64_t i, CaseResult *result) {
    result->index_count = expected->rank;
    for (unsigned d = expected->rank; d-- > 0; i /= expected->dims[d]) result->index[d] = i % expected->dims[d];
}

static int digits_of(const Expected *expected) { return expected->type == CASE_FLOAT64 ? 16 : 7; }

// "[3][17]"
static void place_of(const CaseResult *result, char place[80]) {
    size_t used = 0;
    for (unsigned d = 0; d < result->index_count; d++)
        used += (size_t)snprintf(place + used, 80 - used, "[%" PRIu64 "]", result->index[d]);
}

static void describe(const Expected *expected, bool poison, CaseResult *result) {
    char place[80] = "", value[48], allowed[48] = "";
    int digits = digits_of(expected);
    place_of(result, place);
    if (poison) snprintf(value, sizeof value, "was never written");
    else snprintf(value, sizeof value, "is %.*g", digits, result->got);
    double tolerance = tolerance_of(expected, result->expected);
    if (tolerance > 0 && isfinite(tolerance)) snprintf(allowed, sizeof allowed, " (tolerance %.1g)", tolerance);
    text_format(result->message, sizeof result->message,
                "%s%s %s, expected %.*g%s; %" PRIu64 " of %" PRIu64 " elements wrong", result->array, place, value,
                digits, result->expected, allowed, result->wrong_count, result->total);
}

bool element_compare(const Expected *like, uint64_t i, uint64_t bits, double right, char text[160]) {
    CaseResult result = {0};
    char place[80] = "";
    double value = element(&bits, like->type, 0);
    if (is_as_expected(like, value, right)) return true;
    index_of(like, i, &result);
    place_of(&result, place);
    snprintf(text, 160, "%s%s is %.*g, expected %.*g", like->name, place, digits_of(like), value, digits_of(like),
             right);
    return false;
}

// Whether the only launch of a run stored more bytes than are written in the outputs: then some elements were stored
// twice.
static bool stored_again(const Outcome *outcome) {
    uint64_t written = 0;
    if (!outcome->report || report_launches(outcome->report) != 1) return false;
    for (size_t a = 0; a < outcome->output->count; a++) {
        const CaseArray *array = &outcome->output->arrays[a];
        for (uint64_t i = 0; array->data && i < array->count * array->element_bytes / 4; i++)
            written += ((const uint32_t *)array->data)[i] != UINT32_MAX ? 4 : 0;
    }
    return report_counter(outcome->report, "global_store_bytes") > (double)written;
}

static bool is_matrix(const Expected *expected) {
    return expected->rank == 2 && expected->dims[0] > 1 && expected->dims[1] > 1;
}

// How many of a matrix's first columns are written, if nothing else is. 0: other elements are, or it is no matrix.
static uint64_t first_columns_written(const Expected *expected, const void *got) {
    uint64_t rows = expected->dims[0], columns = expected->dims[1], written = 0;
    if (!is_matrix(expected)) return 0;
    while (written < columns && !is_poison(got, expected->type, written)) written++;
    for (uint64_t i = 0; i < rows * columns; i++)
        if (is_poison(got, expected->type, i) != (i % columns >= written)) return 0;
    return written;
}

// A grid whose x and y are exchanged covers as many rows as there are columns, or the other way round, rounded up to
// whole blocks.
static bool is_extent(uint64_t written, uint64_t across) {
    return written == across || (written > across && written - across < GRID_ELEMENTS && written % LEAST_SIDE == 0);
}

// A number of blocks that is rounded down leaves less than a block unwritten.
static bool grid_is_exchanged(uint64_t written, uint64_t all, uint64_t across) {
    return is_extent(written, across) && all - written >= GRID_ELEMENTS;
}

// What a launch makes of its numbers, to be held against what the array has.
#define MULTIPLY                                                                                                       \
    "is never written: multiply the blocks of the launch by their threads, in each direction, and by what a thread "   \
    "stores: that must cover all of it"
#define MOST_UNWRITTEN "most of %s " MULTIPLY
#define MUCH_UNWRITTEN "the end of %s, a block's share and more, " MULTIPLY
#define STOPPED                                                                                                        \
    "elements of %s are never written, although the launch has a thread for each: look at the test that stops some "   \
    "threads, and at the index"

// What is said of the last rows or columns of a matrix.
typedef struct {
    const char *exchanged, *exchanged_or_rounded, *rounded;
} LastWords;
#define BEYOND(these, others) "%s has more " these " than " others ", and the " these " beyond are never written: "
#define EXCHANGE "exchange the numbers of blocks in x and y, or blockIdx.x and blockIdx.y in the index that stores"
#define SEE_GRID "see whether the numbers of blocks in x and y are exchanged, or rounded down"
#define ROUND_UP                                                                                                       \
    " of %s are never written: launch as many blocks along them as cover all of them, rounded up with ceil_div(), "    \
    "and let each thread store all its elements"
static const LastWords last_rows = {BEYOND("rows", "columns") EXCHANGE, BEYOND("rows", "columns") SEE_GRID,
                                    "the last rows" ROUND_UP};
static const LastWords last_columns = {BEYOND("columns", "rows") EXCHANGE, BEYOND("columns", "rows") SEE_GRID,
                                       "the last columns" ROUND_UP};

// written: of `all` rows or columns; across: how many there are in the other direction.
static const char *words_for_last(const LastWords *words, uint64_t written, uint64_t all, uint64_t across) {
    if (grid_is_exchanged(written, all, across)) return words->exchanged;
    if (written < all - written) return MOST_UNWRITTEN;
    return is_extent(written, across) ? words->exchanged_or_rounded : words->rounded;
}

// Whether the only launch has a thread for each element.
static bool has_threads_for(const Outcome *outcome, uint64_t total) {
    return outcome->report && report_launches(outcome->report) == 1 && report_threads(outcome->report) >= total;
}

// What is said of an array whose end is not written. If the launch has a thread for each element, a test or an index
// keeps some of them from it; and rounding down loses less than what a block stores.
static const char *words_for_end(const Outcome *outcome, uint64_t total, uint64_t unwritten) {
    bool known = outcome->report && report_launches(outcome->report) == 1;
    double blocks = known ? report_launch_most(outcome->report, NULL, REPORT_GRID) : 0;
    if (has_threads_for(outcome, total)) return STOPPED;
    if (unwritten > total / 2) return MOST_UNWRITTEN;
    if ((double)unwritten * blocks >= (double)(total - unwritten)) return MUCH_UNWRITTEN;
    return "the end of %s is never written: round the number of blocks up with ceil_div(), and store the rest";
}

// What is said of an array of which some elements are not written; `last` is one more than the last that is.
static const char *words_for_unwritten(const Outcome *outcome, const Expected *expected, const void *got,
                                       uint64_t total, uint64_t unwritten, uint64_t last) {
    uint64_t rows = expected->dims[0], columns = expected->dims[1], first;
    bool at_end = total >= GRID_ELEMENTS && total - last == unwritten;
    if (unwritten == total && total >= GRID_ELEMENTS)
        return "nothing of %s is ever written: check that the kernel is launched and stores to it";
    if (unwritten == 2 && total > GRID_ELEMENTS && is_poison(got, expected->type, 0) && last == total - 1)
        return "the first and the last element of %s are never written, and all others are: store to them as well";
    if (stored_again(outcome))
        return "elements of %s are never written, and others twice or more: give each thread, and each of its results, "
               "an index of its own";
    if (at_end && is_matrix(expected) && last % columns == 0)
        return words_for_last(&last_rows, last / columns, rows, columns);
    if (at_end) return words_for_end(outcome, total, unwritten);
    if ((first = first_columns_written(expected, got))) return words_for_last(&last_columns, first, columns, rows);
    if (expected->rank == 1 && has_threads_for(outcome, total)) return STOPPED;
    return "elements of %s are never written: let the grid cover all of them, and each thread store to an index of its "
           "own";
}

// Whether the array went in with values of its own, and all that is wrong still has them.
static bool is_untouched(const Outcome *outcome, const Expected *expected, const void *got, uint64_t total) {
    const CaseArray *before = outcome->input ? case_file_find(outcome->input, expected->name) : NULL;
    if (!before || before->type != expected->type || before->count != total || !before->data) return false;
    for (uint64_t i = 0; i < total; i++) {
        double value = element(got, expected->type, i);
        if (value != element(before->data, expected->type, i) &&
            !is_as_expected(expected, value, expected->expected[i]))
            return false;
    }
    return true;
}

// What kind of thing is wrong, without a value.
static void name_kind(const Outcome *outcome, const Expected *expected, const void *got, CaseResult *result) {
    uint64_t unwritten = 0, written_last = 0, total = result->total; // one more than the last that is written
    const char *words = NULL;
    double *values = calloc(total, sizeof *values);
    if (!values) return;
    for (uint64_t i = 0; i < total; i++) {
        values[i] = element(got, expected->type, i);
        if (is_poison(got, expected->type, i)) unwritten++;
        else written_last = i + 1;
    }
    result->unwritten = unwritten;
    if (unwritten) words = words_for_unwritten(outcome, expected, got, total, unwritten, written_last);
    else if (is_untouched(outcome, expected, got, total))
        words = "the wrong elements of %s still have the values that they had before: let the launch cover all of "
                "them, and "
                "each thread change its own";
    else if ((result->not_numbers = isnan(result->got)))
        words = "elements of %s are not numbers: look for a division by zero, or for a sum that begins without a value";
    else
        words = shape_of(&(Shape){.type = expected->type,
                                  .rank = expected->rank,
                                  .dims = {expected->dims[0], expected->dims[1], expected->dims[2]},
                                  .total = total,
                                  .got = values,
                                  .expected = expected->expected,
                                  .tolerance = tolerance_of(expected, 1)});
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (words) text_format(result->kind, sizeof result->kind, words, expected->name);
#pragma GCC diagnostic pop
    free(values);
}

const char *taken_apart(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_counter(report, BANK_CONFLICTS) > 0
               ? NULL
               : "Splitting an access lane by lane hides its conflicts but not its "
                 "passes: let a whole warp access the tile at once";
}

double conflicts_or_passes(const DeviceReport *report, double passes, double warps) {
    double conflicts = report_counter(report, BANK_CONFLICTS);
    double counted = report_counter(report, SHARED_PASSES "+shared_atom_instructions");
    double passed_on = report_counter(report, LANE_EXCHANGES) - 6 * warps;
    return conflicts + fmax(0, counted - conflicts - passes) + fmax(0, passed_on);
}

bool output_equals(const Outcome *outcome, const Expected *expected) {
    CaseResult ignored;
    uint64_t total = 1;
    for (unsigned d = 0; d < expected->rank; d++) total *= expected->dims[d];
    const void *got = output_array(outcome, expected->name, expected->type, total, &ignored);
    bool equal = got != NULL;
    uint64_t compared = 0;
    for (uint64_t i = 0; equal && i < total; i++) {
        if (isnan(expected->expected[i])) continue;
        compared++;
        equal = is_as_expected(expected, element(got, expected->type, i), expected->expected[i]);
    }
    return equal && compared * 4 >= total;
}

bool mistake_explains(const Outcome *outcome, const Expected *like, const double *mistaken, const CaseResult *result) {
    Expected as_mistaken = *like;
    as_mistaken.expected = mistaken;
    return !(result->has_element && isnan(mistaken[result->element])) && output_equals(outcome, &as_mistaken);
}

void name_cause(const Outcome *outcome, const Expected *like, const double *mistaken, const char *says,
                CaseResult *result) {
    if (result->passed || result->cause[0] || result->total < 4) return;
    if (mistake_explains(outcome, like, mistaken, result)) result_cause(result, "%s", says);
}

void take_columns(const double *matrix, uint64_t rows, uint64_t columns, double *turned) {
    for (uint64_t row = 0; row < rows; row++)
        for (uint64_t column = 0; column < columns; column++)
            turned[column * rows + row] = matrix[row * columns + column];
}

// Errors too small for a missing or a wrong summand: every element is off by less than 2^-8, most of them by too much.
// Where all elements are nearly the same, any of them is nearly right.
static bool all_nearly_right(const void *got, const Expected *expected, const CaseResult *result) {
    if (expected->type != CASE_FLOAT32 || result->total < 16 || result->wrong_count * 2 < result->total) return false;
    double least = INFINITY, most = -INFINITY;
    for (uint64_t i = 0; i < result->total; i++) {
        double right = expected->expected[i];
        if (!(fabs(element(got, expected->type, i) - right) <= 0x1p-8 * fmax(1, fabs(right)))) return false;
        least = fmin(least, right);
        most = fmax(most, right);
    }
    return most - least > 0x1p-6;
}

void compare_output(const Outcome *outcome, const Expected *expected, CaseResult *result) {
    uint64_t total = 1, first = 0;
    for (unsigned d = 0; d < expected->rank; d++) total *= expected->dims[d];
    const void *got = output_array(outcome, expected->name, expected->type, total, result);
    if (!got) return;
    *result = (CaseResult){.total = total};
    snprintf(result->array, sizeof result->array, "%s", expected->name);
    for (uint64_t i = 0; i < total; i++) {
        if (is_as_expected(expected, element(got, expected->type, i), expected->expected[i])) continue;
        if (!result->wrong_count++) first = i;
    }
    result->passed = result->wrong_count == 0;
    if (result->passed) {
        text_format(result->message, sizeof result->message, "all %" PRIu64 " elements right", total);
        return;
    }
    result->has_element = true;
    result->expected = expected->expected[first];
    result->got = element(got, expected->type, first);
    result->element = first;
    index_of(expected, first, result);
    describe(expected, is_poison(got, expected->type, first), result);
    name_kind(outcome, expected, got, result);
    if (all_nearly_right(got, expected, result))
        result_cause(result, "all of %s is nearly right: is something rounded in between, to half precision",
                     expected->name);
}
