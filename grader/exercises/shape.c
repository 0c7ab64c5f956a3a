// shape.c - what kind of thing is wrong with an array, from all of its elements: without any value, so that it may be
// said of hidden cases, too.
//
// One wrong element says little. That all are the same multiple of what is expected, that the right values stand at
// other places, or that only the end is wrong, says what to look for.
#include "shape.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHAPE_ELEMENTS 8 // what fewer have in common may be chance
#define MOST (1 << 22)   // elements that are looked at

static bool close_to(const Shape *shape, double got, double right) {
    return fabs(got - right) <= shape->tolerance * fmax(1, fabs(right));
}

static bool is_wrong(const Shape *shape, uint64_t i) { return !close_to(shape, shape->got[i], shape->expected[i]); }

// Where most is 0 anyway, a single value that is lost would look the same.
static bool all_zero(const Shape *shape) {
    uint64_t others = 0;
    for (uint64_t i = 0; i < shape->total; i++) {
        if (shape->got[i] != 0) return false;
        others += shape->expected[i] != 0;
    }
    return others == shape->total || others >= 4;
}

// Right as far as the digits of a float reach.
static bool in_single_precision(const Shape *shape) {
    if (shape->type != CASE_FLOAT64) return false;
    for (uint64_t i = 0; i < shape->total; i++)
        if (!(fabs(shape->got[i] - shape->expected[i]) <= 0x1p-16 * fmax(0x1p-10, fabs(shape->expected[i]))))
            return false;
    return true;
}

static bool is_whole(double factor) { return fabs(factor - round(factor)) < 1e-3; }

// The factor between all elements and what is expected; 0: there is none.
static double factor_of(const Shape *shape) {
    double factor = 0;
    uint64_t seen = 0;
    for (uint64_t i = 0; i < shape->total; i++) {
        double right = shape->expected[i], got = shape->got[i];
        if (right == 0 && got != 0) return 0;
        if (fabs(right) < 1e-3) continue;
        if (!seen++) factor = got / right;
        if (!(fabs(got - factor * right) <= 1e-3 * fabs(got))) return 0;
    }
    bool whole = is_whole(factor) || is_whole(1 / factor);
    return seen >= SHAPE_ELEMENTS || (seen && whole && fabs(factor) < 5000) ? factor : 0;
}

// Each element is the one that belongs at i + distance, except at the ends.
static bool is_shifted(const Shape *shape, int distance) {
    uint64_t from = distance < 0 ? 1 : 0, to = shape->total - (distance > 0);
    for (uint64_t i = from; i < to; i++)
        if (!close_to(shape, shape->got[i], shape->expected[(uint64_t)((int64_t)i + distance)])) return false;
    return true;
}

static int by_value(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// The right values, in another order.
static bool is_permuted(const Shape *shape) {
    size_t bytes = shape->total * sizeof(double);
    double *got = malloc(bytes), *right = malloc(bytes);
    bool same = got && right;
    if (same) {
        memcpy(got, shape->got, bytes);
        memcpy(right, shape->expected, bytes);
        qsort(got, shape->total, sizeof *got, by_value);
        qsort(right, shape->total, sizeof *right, by_value);
        same = right[0] < right[shape->total - 1];
    }
    for (uint64_t i = 0; same && i < shape->total; i++) same = close_to(shape, got[i], right[i]);
    free(got);
    free(right);
    return same;
}

static bool is_transposed(const Shape *shape) {
    uint64_t rows = shape->dims[0], columns = shape->dims[1];
    if (shape->rank != 2 || rows < 2 || columns < 2) return false;
    for (uint64_t i = 0; i < shape->total; i++)
        if (!close_to(shape, shape->got[i], shape->expected[i % rows * columns + i / rows])) return false;
    return true;
}

// Every wrong element holds what the one `distance` before it in that dimension holds.
static bool is_repeated(const Shape *shape, unsigned dimension, uint64_t distance) {
    uint64_t inner = 1, size = shape->dims[dimension];
    for (unsigned d = dimension + 1; d < shape->rank; d++) inner *= shape->dims[d];
    for (uint64_t i = 0; i < shape->total; i++) {
        bool first = i / inner % size < distance;
        if (is_wrong(shape, i) && (first || shape->got[i] == 0 || shape->got[i] != shape->got[i - distance * inner]))
            return false;
    }
    return true;
}

// A thread's results lie a power of two apart.
static const char *repetition(const Shape *shape) {
    static const char *const words[2] = {
        "rows of %s repeat rows before them: give each row that a thread computes an index of its own wherever it is "
        "loaded, used and stored",
        "columns of %s repeat columns before them: give each column that a thread computes an index of its own "
        "wherever it is loaded, used and stored"};
    for (unsigned d = 0; shape->rank == 2 && d < 2; d++)
        for (uint64_t distance = 1; distance < shape->dims[d]; distance *= 2)
            if (is_repeated(shape, d, distance)) return words[d];
    return NULL;
}

// The first element that is wrong, and how many are from there on.
static uint64_t first_wrong(const Shape *shape, uint64_t *wrong) {
    uint64_t first = shape->total;
    *wrong = 0;
    for (uint64_t i = shape->total; i-- > 0;)
        if (is_wrong(shape, i)) first = i, ++*wrong;
    return first;
}

// All that is wrong lies behind the last whole block of 32 of that dimension, and something before it is right.
static bool only_at_the_edge(const Shape *shape, unsigned dimension) {
    uint64_t inner = 1, size = shape->dims[dimension];
    for (unsigned d = dimension + 1; d < shape->rank; d++) inner *= shape->dims[d];
    if (size % 32 == 0 || size < 32) return false;
    for (uint64_t i = 0; i < shape->total; i++)
        if (i / inner % size < size / 32 * 32 && is_wrong(shape, i)) return false;
    return true;
}

// Whether of every 32 elements at most the one at `place` is wrong, and several are.
static bool is_wrong_at(const Shape *shape, uint64_t place, uint64_t wrong) {
    for (uint64_t i = 0; i < shape->total; i++)
        if (i % 32 != place && is_wrong(shape, i)) return false;
    return wrong > 1;
}

static const char *place_of_wrong(const Shape *shape) {
    uint64_t wrong, first = first_wrong(shape, &wrong);
    bool edges[3] = {false};
    if (wrong == 1 && first == shape->total - 1)
        return "only the last element of %s is wrong: look at what the code does at the end";
    if (wrong == 1 && first == 0)
        return "only the first element of %s is wrong: look at what the code does at the beginning";
    if (shape->rank == 1 && is_wrong_at(shape, 0, wrong))
        return "only elements of %s whose number is a multiple of 32 are wrong: look at what the first thread of a "
               "block "
               "or of a warp does";
    if (shape->rank == 1 && is_wrong_at(shape, 31, wrong))
        return "only elements of %s are wrong that a multiple of 32 follows: look at what the last thread of a block "
               "or "
               "of a warp does";
    for (unsigned d = 0; d < shape->rank; d++) edges[d] = only_at_the_edge(shape, d);
    if (shape->rank == 2 && edges[1])
        return "only the last columns of %s are wrong, those of a block that is not whole";
    if (shape->rank == 2 && edges[0]) return "only the last rows of %s are wrong, those of a block that is not whole";
    if (shape->rank == 1 && edges[0])
        return "only the end of %s is wrong, what is left behind the last whole block of 32";
    if (shape->rank == 2 && first >= 4 && first == shape->dims[1] && wrong * 10 > (shape->total - first) * 9)
        return "only the first row of %s is right: check how the number of a row enters the index, where elements are "
               "loaded, used and stored";
    if (first >= 32 && wrong * 10 > (shape->total - first) * 9)
        return "%s is right at its beginning and wrong from some element on: check what later blocks or iterations do "
               "differently";
    return NULL;
}

const char *shape_of(const Shape *shape) {
    if (!shape->total || shape->total > MOST) return NULL;
    double factor = factor_of(shape);
    if (in_single_precision(shape))
        return "%s is right only to the digits of a float: look for a float where a double belongs";
    if (all_zero(shape))
        return "all of %s is 0: look for a loop that never runs, or for an int that drops a fraction, such as int sum "
               "or 1 / 3";
    if (fabs(factor) > 1.001 && is_whole(factor))
        return "all of %s is the same multiple of what it should be: look for a part that is added several times";
    if (factor != 0 && fabs(factor) < 0.999 && is_whole(1 / factor))
        return "all of %s is the same fraction of what it should be: look for a part that is left out, or divided "
               "twice";
    if (factor != 0 && fabs(factor - 1) > 0.001)
        return "all of %s is what it should be times the same number: look for a wrong factor, divisor or constant";
    if (shape->total < SHAPE_ELEMENTS) return NULL;
    if (is_shifted(shape, 1)) return "each element of %s is that of its right neighbour: an index is one too large";
    if (is_shifted(shape, -1)) return "each element of %s is that of its left neighbour: an index is one too small";
    if (is_transposed(shape)) return "%s is stored as its transpose, rows and columns swapped";
    if (is_permuted(shape))
        return "the values of %s are right, but at the wrong places: check the index of the load and that of the store";
    const char *repeated = repetition(shape);
    return repeated ? repeated : place_of_wrong(shape);
}
