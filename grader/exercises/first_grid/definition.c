// definition.c - chapter 00, first_grid: an image of any size is mirrored.
//
// A thread past the end of a row, which a single guard y * width + x < width * height lets pass, stores where a thread
// of another row stores something else.
#include "../definition.h"

enum { WIDTH, HEIGHT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "16 x 16 pixels", .size = {16, 16}},
    {.label = "40 x 20 pixels", .size = {40, 20}},
    {.label = "15 x 70 pixels", .size = {15, 70}},
    {.hidden = true},
    {.hidden = true},
};

// One is wider than high, the other higher than wide.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t large = random_odd_size(&random, 100, 200), small = random_odd_size(&random, 20, 90);
    bool wide = random_below(&random, 2);
    spec->size[WIDTH] = wide ? large : small;
    spec->size[HEIGHT] = wide ? small : large;
    label_sizes(spec, "# x # pixels");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)(spec->size[WIDTH] * spec->size[HEIGHT]);
    return input_size(input, "width", spec->size[WIDTH]) && input_size(input, "height", spec->size[HEIGHT]) &&
           input_floats(input, "in", &random, count) && output_announce(input, "out", CASE_FLOAT32, count);
}

static uint64_t width(const Outcome *outcome) { return (uint64_t)outcome->spec->size[WIDTH]; }
static uint64_t height(const Outcome *outcome) { return (uint64_t)outcome->spec->size[HEIGHT]; }

static double mirrored(const Outcome *outcome, uint64_t i) {
    uint64_t x = i % width(outcome);
    return input_float(outcome, "in", i - x + (width(outcome) - 1 - x));
}
static double copied(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }
static double upside_down(const Outcome *outcome, uint64_t i) {
    uint64_t x = i % width(outcome), y = i / width(outcome);
    return input_float(outcome, "in", (height(outcome) - 1 - y) * width(outcome) + x);
}

static const Mistaken mistakes[] = {
    {copied, "every pixel stays in its column: store it in column width - 1 - x"},
    {upside_down, "the image is turned upside down: exchange its columns, not its rows"},
    {0},
};

static void check(const Outcome *outcome, CaseResult *result) {
    Expected out = {.name = "out", .type = CASE_FLOAT32, .rank = 2, .dims = {height(outcome), width(outcome)}};
    compare_elements(outcome, &out, mirrored, mistakes, result);
}

#include "first_grid.text.h"
