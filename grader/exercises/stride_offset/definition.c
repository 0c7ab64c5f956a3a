// definition.c - chapter 02, stride_offset: a study of what strides, offsets and disorder cost.
#include "../definition.h"

enum { COUNT, STRIDE, OFFSET }; // CaseSpec.size
enum { WARP = 32, SECTOR_FLOATS = 8 };

#define PATTERN(count, stride, offset, ...)                                                                            \
    { .label = #count " elements, stride " #stride ", offset " #offset, .size = {count, stride, offset}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    PATTERN(1, 1, 0),
    PATTERN(1000, 1, 3),
    PATTERN(333, 5, 40),
    PATTERN(20000, 1, 0),
    PATTERN(1024, 1, 1, .measured = true),
    PATTERN(1024, 8, 5),
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? WARP * random_between(&random, 1200, 2400) : random_odd_size(&random, 300, 3000);
    spec->size[STRIDE] = random_between(&random, 2, 12);
    spec->size[OFFSET] = random_between(&random, 1, 31);
    label_sizes(spec, "# elements, stride #, offset #");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    const int64_t *size = spec->size;
    Random random = random_seeded(seed);
    uint64_t in_count = (uint64_t)(size[OFFSET] + (size[COUNT] - 1) * size[STRIDE] + 1);
    return input_size(input, "count", size[COUNT]) && input_size(input, "stride", size[STRIDE]) &&
           input_size(input, "offset", size[OFFSET]) && input_floats(input, "in", &random, in_count) &&
           output_announce(input, "out", CASE_FLOAT32, (uint64_t)size[COUNT]);
}

static double loaded(const Outcome *outcome, uint64_t i, int64_t stride, int64_t offset) {
    return input_float(outcome, "in", (uint64_t)offset + i * (uint64_t)stride);
}
static double right(const Outcome *outcome, uint64_t i) {
    return loaded(outcome, i, outcome->spec->size[STRIDE], outcome->spec->size[OFFSET]);
}
static double no_stride(const Outcome *outcome, uint64_t i) {
    return loaded(outcome, i, 1, outcome->spec->size[OFFSET]);
}
static double no_offset(const Outcome *outcome, uint64_t i) {
    return loaded(outcome, i, outcome->spec->size[STRIDE], 0);
}

static Expected like_of(const Outcome *outcome, const char *output) {
    return (Expected){.name = output, .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}};
}

static void check(const Outcome *outcome, CaseResult *result) {
    static const Mistaken mistakes[] = {
        {no_stride, "the stride is not used: element i is in[offset + i * stride]"},
        {no_offset, "the offset is not used: element i is in[offset + i * stride]"},
        {0},
    };
    Expected out = like_of(outcome, "out");
    compare_elements(outcome, &out, right, mistakes, result);
}

static double element(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    *like = like_of(outcome, output);
    return right(outcome, i);
}

// Sectors that the pattern itself needs: of each 32 elements that follow each other, the different ones.
static double pattern_sectors(const CaseSpec *spec) {
    int64_t sectors = 0, last = -1;
    for (int64_t i = 0; i < spec->size[COUNT]; i++) {
        int64_t sector = (spec->size[OFFSET] + i * spec->size[STRIDE]) / SECTOR_FLOATS;
        sectors += i % WARP == 0 || sector != last;
        last = sector;
    }
    return (double)sectors;
}

// What lies between the pattern's elements is not loaded.
static void least_work(const CaseSpec *spec, Work *work) { work->loaded = 4 * (double)spec->size[COUNT]; }

static double stored_sectors(const CaseSpec *spec) { return ceil((double)spec->size[COUNT] / SECTOR_FLOATS); }

static const CaseSpec timed = PATTERN(33554432, 1, 1);
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "stride_offset.text.h"
