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

// What a wrong flat number looks like; NULL: like nothing known.
static const char *flat_mistake(const Row *row, int64_t flat) {
    int64_t last_fastest = 0;
    for (unsigned d = 0; d < 4; d++) last_fastest = last_fastest * row->size[d] + row->index[d];
    if (flat == last_fastest) return "the last index runs fastest here: let the first one, index[0]";
    // Whatever is multiplied or added to an int that overflowed is off by a multiple of 2^32, too.
    if ((uint32_t)flat == (uint32_t)elements_before(row)) return OVERFLOW;
    return NULL;
}

#define FOUR "(%" PRId32 ", %" PRId32 ", %" PRId32 ", %" PRId32 ")"
#define FOUR_OF(list) list[0], list[1], list[2], list[3]

// The indices that usual mistakes give.
typedef enum { NOT_DIVIDED, LAST_FASTEST, CUT_FIRST, CUT_EACH, BACK_MISTAKES } BackMistake;
static const char *const back_says[BACK_MISTAKES] = {
    [NOT_DIVIDED] = "the flat number stays as it is: divide it by size[d] after each remainder",
    [LAST_FASTEST] = "the last index runs fastest here: let the first one, index[0]",
    [CUT_FIRST] = "the flat number is cut to an int: keep it an int64_t until the last division",
    [CUT_EACH] = "the remainder is taken of an int: take it of the int64_t and convert then, (int)(flat % size[d])",
};

static bool is_mistaken(const Row *row, const int32_t index[4], BackMistake mistake) {
    int64_t rest = mistake == CUT_FIRST ? (int32_t)(uint32_t)row->flat : row->flat;
    bool same = true;
    for (int n = 0; n < 4; n++) {
        int d = mistake == LAST_FASTEST ? 3 - n : n;
        int64_t taken = mistake == CUT_EACH ? (int32_t)(uint32_t)rest : rest;
        same = same && index[d] == (int32_t)(taken % row->size[d]);
        if (mistake != NOT_DIVIDED) rest /= row->size[d];
    }
    return same;
}

static void back_describe(const Row *row, const int32_t index[4], CaseResult *result) {
    result_wrong(result, "unflatten of %" PRId64 " in sizes " FOUR " is " FOUR ", which is not the way back", row->flat,
                 FOUR_OF(row->size), FOUR_OF(index));
    for (BackMistake mistake = 0; mistake < BACK_MISTAKES && !result->cause[0]; mistake++)
        if (is_mistaken(row, index, mistake)) snprintf(result->cause, sizeof result->cause, "%s", back_says[mistake]);
}

static void flat_describe(const Row *row, int64_t flat, CaseResult *result) {
    const char *mistake = flat_mistake(row, flat);
    result_wrong(result, "flatten of " FOUR " in sizes " FOUR " is %" PRId64 ", expected %" PRId64, FOUR_OF(row->index),
                 FOUR_OF(row->size), flat, elements_before(row));
    if (mistake) snprintf(result->cause, sizeof result->cause, "%s", mistake);
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

static const Part parts[] = {
    RIGHT_RESULTS(80),
    ANSWERS("predictions", 20),
};

static const Parameter parameters[] = {
    {"a", "5..12"},
    {"b", "13..25"},
    {"c", "20..35"},
    {"d", "30..45"},
    {"i", "1..4"},
    {"j", "5..12"},
    {"k", "6..19"},
    {"l", "7..29"},
    {"number", "20000..38000"},
    {"times", "2..60"},
    {"side", "230..255,257..460"},
};

static const Slip flat_slips[] = {
    {"l + d * (k + c * (j + b * i))", "The first index runs fastest: you let the last one run fastest"},
    {"key + 1", "The first element has the number 0"},
};
static const Slip third_slips[] = {
    {"floor(number / (a * b * c))", "That is index[3]: what is left over after whole volumes of {a * b * c}?"},
    {"floor(number / a) % b", "That is index[1]"},
    {"floor(number / (a * b))", "That many planes lie in front of it in all: how many since the last whole volume?"},
};
static const Slip side_slips[] = {
    {"ceil((2^31 / times) ^ (1 / 3))", "That is a cube's side: the array has four dimensions"},
    {"ceil((2^32 / times) ^ (1 / 4))", "An int holds half of 2 to the 32nd"},
    {"ceil((2^31) ^ (1 / 4))", "One of the four sides is {times} times as long"},
};
static const Slip int_slips[] = {
    {"side ^ 4", "This is the right product, and an int cannot hold it"},
    {"key + 2^32", "This is what is left of 2 to the 32nd, read without a sign"},
    {"0 - key", "Look at the sign: is the highest bit set?"},
};
static const Question questions[] = {
    {.name = "flat_number",
     .asks = "flat number of ({i}, {j}, {k}, {l}) in sizes {a}, {b}, {c}, {d}",
     .points = 5,
     .why = "Count what lies in front: whole volumes of {a * b * c} elements, then planes, then rows, then elements",
     SLIPS(flat_slips)},
    {.name = "third_index",
     .asks = "index[2] of number {number} in sizes {a}, {b}, {c}, {d}",
     .points = 5,
     .why = "Take away whole volumes of {a * b * c} elements. How many planes of {a * b} are in the rest?",
     SLIPS(third_slips)},
    {.name = "first_side",
     .asks = "the first s for which sizes s, s, s, {times} s are too many elements for int",
     .points = 5,
     .why = "{times} s to the fourth must exceed 2,147,483,647: take a fourth root, and then the next whole number",
     SLIPS(side_slips)},
    {.name = "wrapped_product",
     .asks = "{side} to the fourth in int",
     .points = 5,
     .why = "Take away 4,294,967,296 (2 to the 32nd) until the number fits between -2,147,483,648 and 2,147,483,647",
     SLIPS(int_slips)},
};

const Exercise flatten_exercise = {
    .name = "flatten",
    .chapter = "03_layout_and_caches",
    .title = "Four dimensions in one",
    .learnt = "an array of many dimensions is one number: the fastest index plus its size times the rest.",
    .checklist = "",
    .serves = "indexing",
    .interface = "flatten",
    .must_define = "int64_t flatten(const int index[4], const int size[4])",
    .flags = "-Xcompiler=-Werror=uninitialized", // nothing else sees that on the host
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .make = make,
    .check = check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"In a clock, seconds run fastest. 2 hours, 3 minutes and 4 seconds are 4 + 60 * (3 + 60 * 2) seconds. An "
         "array "
         "is a clock whose hands have size[0], size[1], size[2] and size[3] positions.",
         "flat = index[0] + size[0] * (index[1] + size[1] * (index[2] + size[2] * index[3])), with int64_t from the "
         "first multiplication on. Back: a remainder by size[0] gives index[0], a division takes it away, and so on.",
         "flatten: int64_t flat = 0; for d from 3 down to 0: flat = flat * size[d] + index[d]. unflatten: for d from 0 "
         "to 3: index[d] = flat % size[d]; flat /= size[d]."},
};
