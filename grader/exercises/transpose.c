// transpose.c - inputs and oracle of the transposes.
#include "transpose.h"

#include <math.h>
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
        spec->size[i] = spec->measured ? 32 * random_between(&random, 11, 13) : random_odd_size(&random, 5, 260);
    label_sizes(spec, "width #, height #");
}

// The output if each tile is transposed but stays in its place, or is moved but not transposed. NaN: unknown. Returns
// how many elements are known.
static uint64_t with_mistake(const CaseSpec *spec, const float *in, bool in_place, int64_t tile, double *out) {
    int64_t width = spec->size[TRANSPOSE_WIDTH], height = spec->size[TRANSPOSE_HEIGHT];
    uint64_t known = 0;
    for (int64_t row = 0; row < width; row++)
        for (int64_t column = 0; column < height; column++) {
            int64_t inner_row = row % tile, inner_column = column % tile;
            int64_t y = in_place ? row - inner_row + inner_column : column - inner_column + inner_row;
            int64_t x = in_place ? column - inner_column + inner_row : row - inner_row + inner_column;
            bool inside = x < width && y < height;
            out[row * height + column] = inside ? in[y * width + x] : NAN;
            known += inside;
        }
    return known;
}

static void name_mistake(const Outcome *outcome, const float *in, Expected *expected, CaseResult *result) {
    uint64_t elements = expected->dims[0] * expected->dims[1];
    double *out = calloc(elements, sizeof *out);
    for (uint64_t i = 0; out && i < elements; i++) out[i] = in[i];
    if (out) name_cause(outcome, expected, out, "out is a copy of in: store in[y][x] at out[x][y]", result);
    for (int64_t tile = 4; out && tile <= 32; tile *= 2)
        for (int in_place = 0; in_place < 2; in_place++) {
            uint64_t known = with_mistake(outcome->spec, in, in_place, tile, out);
            if (elements < 16 || known < elements / 2 || !mistake_explains(outcome, expected, out, result)) continue;
            result_cause(
                result, "%s",
                in_place
                    ? "each tile is transposed but stored where it came from: swap blockIdx.x and blockIdx.y in the "
                      "index of out"
                : tile == 4
                    ? "each thread's square is in its place but not transposed: swap row and column within the square"
                    : "each tile is in its place but not transposed: swap threadIdx.x and threadIdx.y in the index "
                      "of the tile where it is stored to or where it is read, not in both, and leave the index of out "
                      "alone");
        }
    free(out);
}

void transpose_check(const Outcome *outcome, CaseResult *result) {
    uint64_t width = (uint64_t)outcome->spec->size[TRANSPOSE_WIDTH];
    uint64_t height = (uint64_t)outcome->spec->size[TRANSPOSE_HEIGHT];
    const float *in = case_file_find(outcome->input, "in")->data;
    double *expected = calloc(width * height, sizeof *expected);
    if (!expected) abort(); // a few hundred kilobytes: the grader itself cannot work
    for (uint64_t y = 0; y < height; y++)
        for (uint64_t x = 0; x < width; x++) expected[x * height + y] = in[y * width + x];
    Expected wanted = {.name = "out", .type = CASE_FLOAT32, .rank = 2, .dims = {width, height}, .expected = expected};
    compare_output(outcome, &wanted, result);
    if (result->has_element) name_mistake(outcome, in, &wanted, result);
    free(expected);
}

double transpose_element(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    uint64_t width = (uint64_t)outcome->spec->size[TRANSPOSE_WIDTH];
    uint64_t height = (uint64_t)outcome->spec->size[TRANSPOSE_HEIGHT];
    *like = (Expected){.name = output, .type = CASE_FLOAT32, .rank = 2, .dims = {width, height}};
    return input_float(outcome, "in", i % height * width + i / height);
}

double transpose_elements(const CaseSpec *spec) {
    return (double)spec->size[TRANSPOSE_WIDTH] * (double)spec->size[TRANSPOSE_HEIGHT];
}
double transpose_warps(const CaseSpec *spec) { return transpose_elements(spec) / 32; }

// Whether whole sectors make more than 15/16 of the bytes that were moved.
static bool is_coalesced(const DeviceReport *report, const char *bytes, const char *wasted) {
    return 16 * report_counter(report, wasted) < report_counter(report, bytes);
}

const char *transpose_stored_twice(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_counter(report, "cluster_sectors") == 0 &&
                   is_coalesced(report, "global_store_bytes", "global_store_wasted_bytes")
               ? "The stores are coalesced, but elements are stored more than once: write each one to out at once, "
                 "without a copy in global memory"
               : NULL;
}

const char *transpose_loaded_twice(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return is_coalesced(report, "global_load_bytes", "global_load_wasted_bytes")
               ? "The loads are coalesced, but elements are loaded more than once: take each one from in to a tile in "
                 "shared memory, without a copy in global memory"
               : NULL;
}
