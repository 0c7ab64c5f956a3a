// transpose.c - inputs and oracle of the transposes.
#include "transpose.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

bool transpose_make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    int64_t width = spec->size[TRANSPOSE_WIDTH], height = spec->size[TRANSPOSE_HEIGHT];
    Random random = random_seeded(seed);
    return input_size(input, "width", width) && input_size(input, "height", height) &&
           input_floats(input, "in", &random, (uint64_t)(width * height)) &&
           output_announce(input, "out", CASE_FLOAT32, (uint64_t)(width * height));
}

void transpose_draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    for (int i = 0; i < 2; i++)
        spec->size[i] = spec->measured ? 32 * random_between(&random, 2, 8) : random_odd_size(&random, 5, 260);
    snprintf(spec->label, sizeof spec->label, "width %" PRId64 ", height %" PRId64, spec->size[TRANSPOSE_WIDTH],
             spec->size[TRANSPOSE_HEIGHT]);
}

void transpose_check(const Outcome *outcome, CaseResult *result) {
    uint64_t width = (uint64_t)outcome->spec->size[TRANSPOSE_WIDTH];
    uint64_t height = (uint64_t)outcome->spec->size[TRANSPOSE_HEIGHT];
    const float *in = case_file_find(outcome->input, "in")->data;
    double *expected = calloc(width * height, sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++) expected[x * height + y] = in[y * width + x];
    compare_output(
        outcome,
        &(Expected){.name = "out", .type = CASE_FLOAT32, .rank = 2, .dims = {width, height}, .expected = expected},
        result);
    free(expected);
}

double transpose_elements(const CaseSpec *spec) {
    return (double)spec->size[TRANSPOSE_WIDTH] * (double)spec->size[TRANSPOSE_HEIGHT];
}
double transpose_warps(const CaseSpec *spec) { return transpose_elements(spec) / 32; }
