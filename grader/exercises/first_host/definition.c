// definition.c - chapter 00, first_host: the host's part of a program, with an allocation that fails.
//
// In one case count is so large that no GPU has the memory. The arrays of the host have one element there, and a
// program that does not look at what cudaMalloc() returns copies from beyond it. In an int, the bytes would be 4,096.
#include "../definition.h"

#include <string.h>

enum { COUNT, TOO_LARGE }; // CaseSpec.size; TOO_LARGE: the count that the function is told instead, or 0

static const CaseSpec cases[] = {
    {.label = "256 values", .size = {[COUNT] = 256}},
    {.label = "1,000 values", .size = {[COUNT] = 1000}},
    {.label = "a hundred billion values, too many for any GPU",
     .size = {[COUNT] = 1, [TOO_LARGE] = 100 * (INT64_C(1) << 30) + 1024}},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = random_odd_size(&random, 2000, 9000);
    label_sizes(spec, "# values");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    float *values = case_file_add(input, "in", CASE_FLOAT32, CASE_HOST, count);
    if (values) random_fill(&random, values, count);
    float *factor = case_file_add(input, "factor", CASE_FLOAT32, CASE_HOST, 1);
    if (!values || !factor) return false;
    *factor = (float)(1 + count % 7) / 4; // where in is veiled, the program is told the same one
    int64_t told = spec->size[TOO_LARGE];
    return input_size(input, "count", told ? told : spec->size[COUNT]) &&
           case_file_announce(input, "out", CASE_FLOAT32, 4, CASE_HOST_OUT, count) &&
           (!told || case_file_announce(input, "worked", CASE_INT32, 4, CASE_HOST_OUT, 1));
}

static double scaled(const Outcome *outcome, uint64_t i) {
    return input_float(outcome, "in", i) * input_float(outcome, "factor", 0);
}
static double copied(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }
static const Mistaken mistakes[] = {
    {copied, "out is a copy of in: multiply by factor in the kernel, and copy back the array that it stores to"},
    {0},
};

// What the copies say of a result that is wrong.
static void name_copies(const Outcome *outcome, CaseResult *result) {
    if (!outcome->report || result->cause[0]) return;
    double there = report_copied(outcome->report, REPORT_HOST_TO_DEVICE);
    double back = report_copied(outcome->report, REPORT_DEVICE_TO_HOST), bytes = 4 * (double)outcome->spec->size[COUNT];
    if (back == 0)
        result_cause(result, "nothing is copied back: after the launch, copy the device's results to out with "
                             "cudaMemcpy(..., cudaMemcpyDeviceToHost)");
    else if (there == bytes / 4 || back == bytes / 4)
        result_cause(result,
                     "a quarter of the values is copied: cudaMemcpy counts bytes, so multiply by sizeof(float)");
}

static void check_refusal(const Outcome *outcome, CaseResult *result) {
    const int32_t *worked = output_array(outcome, "worked", CASE_INT32, 1, result);
    if (!worked) return;
    if (!*worked) {
        result_right(result, "scale returned false");
        return;
    }
    result_wrong(result, "scale returned true, but the device has no memory for so many values");
    result_cause(result, "cudaMalloc() failed and scale went on: compare what each call returns with cudaSuccess, and "
                         "return false where it differs");
}

static void check(const Outcome *outcome, CaseResult *result) {
    if (outcome->spec->size[TOO_LARGE]) {
        check_refusal(outcome, result);
        return;
    }
    Expected out = {
        .name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}, .terms = 1};
    compare_elements(outcome, &out, scaled, mistakes, result);
    if (!result->passed) name_copies(outcome, result);
}

#include "first_host.text.h"
