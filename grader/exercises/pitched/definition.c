// definition.c - chapter 03, pitched: a ramp added to padded rows, in place.
//
// The padding holds values that must still be there afterwards, bit by bit.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH, HEIGHT, DEPTH, PITCH };

#define RAMP_CASE(width, height, depth, pitch, text, ...)                                                              \
    { .label = text, .size = {width, height, depth, pitch}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    RAMP_CASE(64, 1, 1, 256, "1 row of 64 floats, pitch 256"),
    RAMP_CASE(100, 37, 1, 512, "a plane 100 wide, 37 high, pitch 512"),
    RAMP_CASE(33, 150, 1, 160, "a plane 33 wide, 150 high, pitch 160"),
    RAMP_CASE(50, 9, 7, 512, "a volume 50 wide, 9 high, 7 deep, pitch 512"),
    RAMP_CASE(20, 3, 27, 128, "a volume 20 wide, 3 high, 27 deep, pitch 128"),
    RAMP_CASE(200, 30, 5, 1024, "a volume 200 wide, 30 high, 5 deep, pitch 1024", .measured = true),
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// A volume with sides that differ; the pitch is a multiple of 64 bytes that has room for a few floats more.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    int64_t *size = spec->size;
    size[WIDTH] = random_odd_size(&random, 90, 260);
    size[HEIGHT] = spec->measured ? random_between(&random, 61, 90) : random_between(&random, 11, 31);
    size[DEPTH] = random_between(&random, 3, 9);
    size[PITCH] = (size[WIDTH] * 4 / 64 + random_between(&random, 1, 4)) * 64;
    label_sizes(spec, "# wide, # high, # deep, pitch #");
}

static int64_t rows_of(const CaseSpec *spec) { return spec->size[HEIGHT] * spec->size[DEPTH]; }
static int64_t pitch_floats(const CaseSpec *spec) { return spec->size[PITCH] / 4; }

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    static const char *const names[] = {"width", "height", "depth", "pitch"};
    for (unsigned i = 0; i < COUNT_OF(names); i++)
        if (!input_size(input, names[i], spec->size[i])) return false;
    Random random = random_seeded(seed);
    float *slope = case_file_add(input, "slope", CASE_FLOAT32, CASE_HOST, 3);
    uint64_t count = (uint64_t)(rows_of(spec) * pitch_floats(spec));
    float *volume = case_file_add(input, "volume", CASE_FLOAT32, CASE_IN_OUT, count);
    if (!slope || !volume) return false;
    random_fill(&random, slope, 3);
    random_fill(&random, volume, count);
    return true;
}

// Writes what the floats must be; false with a sentence if padding was changed.
static bool volume_expect(const Outcome *outcome, const float *got, double *expected, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    const float *in = case_file_find(outcome->input, "volume")->data;
    const float *slope = case_file_find(outcome->input, "slope")->data;
    int64_t pitch = pitch_floats(spec), count = rows_of(spec) * pitch;
    for (int64_t i = 0; i < count; i++) {
        int64_t row = i / pitch, x = i % pitch, y = row % spec->size[HEIGHT], z = row / spec->size[HEIGHT];
        expected[i] = in[i];
        if (x < spec->size[WIDTH]) expected[i] += (double)slope[0] * x + (double)slope[1] * y + (double)slope[2] * z;
        else if (memcmp(&got[i], &in[i], sizeof in[i]) != 0) {
            result_wrong(result,
                         "the padding behind row %" PRId64 " was changed: float %" PRId64 " of a row %" PRId64
                         " wide needs no thread",
                         row, x, spec->size[WIDTH]);
            return false;
        }
    }
    return true;
}

// What comes out if rows are taken to lie `width` floats apart.
static void name_width_for_pitch(const Outcome *outcome, const Expected *what, double *mistaken, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    const float *in = case_file_find(outcome->input, "volume")->data;
    const float *slope = case_file_find(outcome->input, "slope")->data;
    int64_t width = spec->size[WIDTH];
    for (int64_t i = 0; i < rows_of(spec) * pitch_floats(spec); i++) mistaken[i] = in[i];
    for (int64_t row = 0; row < rows_of(spec); row++)
        for (int64_t x = 0; x < width; x++)
            mistaken[row * width + x] += (double)slope[0] * x + (double)slope[1] * (row % spec->size[HEIGHT]) +
                                         (double)slope[2] * (row / spec->size[HEIGHT]);
    result->total = what->dims[0] * what->dims[1] * what->dims[2];
    name_cause(outcome, what, mistaken, "rows are taken to lie width floats apart: they lie pitch bytes apart", result);
}

// The term of the ramp whose slope goes with another coordinate than its own. false: there is none.
static bool name_term(const float *slope, const uint64_t at[3], double excess, CaseResult *result) {
    for (unsigned own = 0; own < 3; own++)
        for (unsigned other = 0; other < 3; other++) {
            double change = (double)slope[own] * ((double)at[other] - (double)at[own]);
            if (change == 0 || fabs(excess - change) > 1e-4) continue;
            result_wrong(result, "slope.%c is multiplied by %c: multiply it by %c", "xyz"[own], "xyz"[other],
                         "xyz"[own]);
            return true;
        }
    return false;
}

// What happened to the first wrong float.
static void name_element(const Outcome *outcome, const float *got, const double *expected, CaseResult *result) {
    CaseResult found = *result;
    const CaseSpec *spec = outcome->spec;
    const float *in = case_file_find(outcome->input, "volume")->data;
    uint64_t z = found.index[0], y = found.index[1], x = found.index[2];
    uint64_t i = (z * (uint64_t)spec->size[HEIGHT] + y) * (uint64_t)pitch_floats(spec) + x;
    const float *slope = case_file_find(outcome->input, "slope")->data;
    double ramp = expected[i] - (double)in[i], added = (double)got[i] - (double)in[i];
    char place[80];
    snprintf(place, sizeof place, "x = %" PRIu64 ", y = %" PRIu64 ", z = %" PRIu64, x, y, z);
    if (added == 0)
        result_wrong(result, "%s was left as it was: either no thread has this index, or a test ends the thread early",
                     place);
    else if (fabs((double)got[i] - ramp) < 1e-5 && in[i] != 0)
        result_wrong(result, "%s holds its ramp alone: add it to what the element held before, +=", place);
    else if (fabs(added - 2 * ramp) < 1e-4) result_wrong(result, "%s got its ramp twice", place);
    else if (!name_term(slope, (const uint64_t[3]){x, y, z}, added - ramp, result))
        result_wrong(result, "%s: %.6g was added, expected %.6g", place, added, ramp);
    result->wrong_count = found.wrong_count;
    result->total = found.total;
}

static void check(const Outcome *outcome, CaseResult *result) {
    const CaseSpec *spec = outcome->spec;
    uint64_t count = (uint64_t)(rows_of(spec) * pitch_floats(spec));
    const float *got = output_array(outcome, "volume", CASE_FLOAT32, count, result);
    if (!got) return;
    double *expected = calloc(count, sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    // A ramp's partial sums are as large as width + height + depth, and three of them are rounded to 24 bits; a term is
    // worth 8 of the last.
    uint64_t partial = (uint64_t)(spec->size[WIDTH] + spec->size[HEIGHT] + spec->size[DEPTH]);
    Expected what = {
        .name = "volume",
        .type = CASE_FLOAT32,
        .rank = 3,
        .dims = {(uint64_t)spec->size[DEPTH], (uint64_t)spec->size[HEIGHT], (uint64_t)pitch_floats(spec)},
        .terms = 4 + partial / 3,
        .expected = expected,
    };
    if (volume_expect(outcome, got, expected, result)) {
        compare_output(outcome, &what, result);
        if (!result->passed) name_element(outcome, got, expected, result);
    }
    if (!result->passed) name_width_for_pitch(outcome, &what, expected, result);
    free(expected);
}

// The padding of the rows is neither loaded nor stored.
static void least_work(const CaseSpec *spec, Work *work) {
    work->loaded = work->stored = 4 * (double)(rows_of(spec) * spec->size[WIDTH]);
}

static double rows(const CaseSpec *spec) { return (double)rows_of(spec); }

// A row of width floats that begins at a sector fills ceil(width / 8) of them. The slack of a quarter is for blocks
// whose rows do not end where a sector ends.
static void row_sectors(const CaseSpec *spec, Bounds *bounds) {
    double sectors = (double)((spec->size[WIDTH] + 7) / 8);
    bounds->least = bounds->most = sectors;
}

static const CaseSpec timed = RAMP_CASE(4000, 512, 8, 16384, "a volume 4000 wide, 512 high, 8 deep, pitch 16384");
static double work(const CaseSpec *spec) {
    return (double)(spec->size[WIDTH] * spec->size[HEIGHT] * spec->size[DEPTH]);
}

#include "pitched.text.h"
