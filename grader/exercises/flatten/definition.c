// definition.c - chapter 03, flatten: four indices as one number, and back. Host functions.
//
// Half of the cases ask for one direction only, so that each earns its share.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct {
    int32_t size[4], index[4];
    int64_t flat;
} Row;

enum { ROWS = 200 };
enum { FLAT = 1, BACK = 2, LARGE = 4 }; // CaseSpec.size[0]: what is checked, and whether an int is too small

static const CaseSpec cases[] = {
    {.label = "flatten, small arrays", .size = {FLAT}},
    {.label = "unflatten, small arrays", .size = {BACK}},
    {.label = "flatten, arrays beyond an int", .size = {FLAT | LARGE}},
    {.label = "unflatten, arrays beyond an int", .size = {BACK | LARGE}},
    {.label = "both, small arrays", .size = {FLAT | BACK}, .hidden = true},
    {.label = "both, arrays beyond an int", .size = {FLAT | BACK | LARGE}, .hidden = true},
};

// Sides that differ. Large arrays have 2^31 to 2^44 elements, and their elements are mostly in the far half.
static void row_invent(Random *random, bool large, Row *row) {
    int64_t elements;
    do {
        elements = 1;
        for (unsigned d = 0; d < 4; d++) {
            row->size[d] = (int32_t)random_between(random, 1, large ? 2000 : 24);
            elements *= row->size[d];
        }
    } while (large && elements <= INT32_MAX);
    for (unsigned d = 0; d < 4; d++)
        row->index[d] = row->size[d] - 1 - (int32_t)random_below(random, (uint64_t)(row->size[d] + 1) / 2);
    row->flat = elements - 1 - (int64_t)random_below(random, (uint64_t)(elements + 1) / 2);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Row *rows = case_file_add_structs(input, "rows", sizeof(Row), CASE_HOST, ROWS);
    if (!rows) return false;
    Random random = random_seeded(seed);
    for (unsigned i = 0; i < ROWS; i++) row_invent(&random, spec->size[0] & LARGE, &rows[i]);
    return case_file_announce(input, "flat", CASE_INT64, 8, CASE_HOST_OUT, ROWS) &&
           case_file_announce(input, "index", CASE_INT32, 4, CASE_HOST_OUT, 4 * ROWS);
}

// The number of elements in front of `index`: those of whole volumes, planes and rows.
static int64_t elements_before(const Row *row) {
    int64_t before = row->index[0], piece = 1;
    for (unsigned d = 1; d < 4; d++) {
        piece *= row->size[d - 1];
        before += piece * row->index[d];
    }
    return before;
}

static bool is_back(const Row *row, const int32_t index[4]) {
    Row there = *row;
    bool inside = true;
    for (unsigned d = 0; d < 4; d++) {
        there.index[d] = index[d];
        inside = inside && index[d] >= 0 && index[d] < row->size[d];
    }
    return inside && elements_before(&there) == row->flat;
}

#define OVERFLOW                                                                                                       \
    "an int overflows: convert an operand of the innermost multiplication to int64_t, so that no product "             \
    "is an int"

// The flat number of three of the four indices.
static int64_t flat_without(const Row *row, unsigned left_out) {
    int64_t flat = 0;
    for (unsigned d = 4; d-- > 0;)
        if (d != left_out) flat = flat * row->size[d] + row->index[d];
    return flat;
}

// What a wrong flat number looks like; NULL: like nothing known.
static const char *flat_mistake(const Row *row, int64_t flat) {
    int64_t last_fastest = 0;
    for (unsigned d = 0; d < 4; d++) last_fastest = last_fastest * row->size[d] + row->index[d];
    if (flat == last_fastest) return "the last index runs fastest here: let the first one, index[0]";
    if (flat == flat_without(row, 0)) return "index[0] and size[0] are left out: let the loop go down to d = 0";
    if (flat == flat_without(row, 3)) return "index[3] and size[3] are left out: let the loop begin with d = 3";
    // Whatever is multiplied or added to an int that overflowed is off by a multiple of 2^32, too.
    if ((uint32_t)flat == (uint32_t)elements_before(row)) return OVERFLOW;
    return NULL;
}

#define FOUR "(%" PRId32 ", %" PRId32 ", %" PRId32 ", %" PRId32 ")"
#define FOUR_OF(list) list[0], list[1], list[2], list[3]

// The indices that usual mistakes give.
typedef enum { NOT_DIVIDED, DIVIDED_FIRST, LAST_FASTEST, CUT_FIRST, CUT_EACH, BACK_MISTAKES } BackMistake;
static const char *const back_says[BACK_MISTAKES] = {
    [NOT_DIVIDED] = "the flat number stays as it is: divide it by size[d] after each remainder",
    [DIVIDED_FIRST] = "the flat number is divided before its remainder is taken: take the remainder first",
    [LAST_FASTEST] = "the last index runs fastest here: let the first one, index[0]",
    [CUT_FIRST] = "the flat number is cut to an int: keep it an int64_t until the last division",
    [CUT_EACH] = "the remainder is taken of an int: take it of the int64_t and convert then, (int)(flat % size[d])",
};

static bool is_mistaken(const Row *row, const int32_t index[4], BackMistake mistake) {
    int64_t rest = mistake == CUT_FIRST ? (int32_t)(uint32_t)row->flat : row->flat;
    bool same = true;
    for (int n = 0; n < 4; n++) {
        int d = mistake == LAST_FASTEST ? 3 - n : n;
        if (mistake == DIVIDED_FIRST) rest /= row->size[d];
        int64_t taken = mistake == CUT_EACH ? (int32_t)(uint32_t)rest : rest;
        same = same && index[d] == (int32_t)(taken % row->size[d]);
        if (mistake != NOT_DIVIDED && mistake != DIVIDED_FIRST) rest /= row->size[d];
    }
    return same;
}

static void back_describe(const Row *row, const int32_t index[4], CaseResult *result) {
    result_wrong(result, "unflatten of %" PRId64 " in sizes " FOUR " is " FOUR ", which is not the way back", row->flat,
                 FOUR_OF(row->size), FOUR_OF(index));
    for (BackMistake mistake = 0; mistake < BACK_MISTAKES && !result->cause[0]; mistake++)
        if (is_mistaken(row, index, mistake)) result_cause(result, "%s", back_says[mistake]);
}

static void flat_describe(const Row *row, int64_t flat, CaseResult *result) {
    const char *mistake = flat_mistake(row, flat);
    result_wrong(result, "flatten of " FOUR " in sizes " FOUR " is %" PRId64 ", expected %" PRId64, FOUR_OF(row->index),
                 FOUR_OF(row->size), flat, elements_before(row));
    if (mistake) result_cause(result, "%s", mistake);
}

static void check(const Outcome *outcome, CaseResult *result) {
    int64_t asked = outcome->spec->size[0];
    const Row *rows = case_file_find(outcome->input, "rows")->data;
    const int64_t *flat = output_array(outcome, "flat", CASE_INT64, ROWS, result);
    const int32_t *index = flat ? output_array(outcome, "index", CASE_INT32, 4 * ROWS, result) : NULL;
    if (!index) return;
    uint64_t wrong = 0;
    for (uint64_t i = 0; i < ROWS; i++) {
        const Row *row = &rows[i];
        bool flat_right = !(asked & FLAT) || flat[i] == elements_before(row);
        bool back_right = !(asked & BACK) || is_back(row, index + 4 * i);
        if ((flat_right && back_right) || wrong++) continue;
        if (!flat_right) flat_describe(row, flat[i], result);
        else back_describe(row, index + 4 * i, result);
    }
    if (wrong == 0) result_right(result, "all %d rows right", ROWS);
    result->wrong_count = wrong;
    result->total = ROWS;
}

#include "flatten.text.h"
