// definition.c - chapter 10, sum_two_level: a sum in double precision by two kernels.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    {.label = "1,000 elements", .size = {[COUNT] = 1000}},
    {.label = "70,001 elements", .size = {[COUNT] = 70001}},
    {.label = "2,097,152 elements", .size = {[COUNT] = 1 << 21}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? random_between(&random, 1 << 20, 3 << 19) : random_odd_size(&random, 300, 60000);
    label_sizes(spec, "# elements");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    double *values = case_file_add(input, "in", CASE_FLOAT64, CASE_IN, count);
    if (!values) return false;
    random_fill_doubles(&random, values, count);
    return input_size(input, "count", spec->size[COUNT]) && output_announce(input, "out", CASE_FLOAT64, 1);
}

// A sum without the first elements leaves them out: no kernel goes on from sum to sum where there are so few blocks.
// A sum of as many sums as a block has threads is that of the first elements, as many as 256 blocks of whole turns add;
// or that of the last ones, if each thread keeps the last sum that it takes. And a sum that is right to a float's
// digits went through one.
static void name_mistake(const Outcome *outcome, const double *in, const Expected *out, CaseResult *result) {
    double sum = 0, rest, error = fabs(result->got - result->expected);
    Expected first = *out, last = *out;
    first.expected = &sum;
    last.expected = &rest;
    if (error <= 0x1p-20 * fmax(1, fabs(result->expected)))
        result_cause(result, "out is right to the digits of a float only: something between in and out is no double");
    for (uint64_t i = 0; i < (uint64_t)outcome->spec->size[COUNT]; i++) sum += (1 + i / 4096) * in[i];
    if (output_equals(outcome, &first))
        result_cause(result,
                     "the second kernel adds the sums of later blocks several times: a thread must go on by the "
                     "number of its block's threads, and not by 1");
    sum = 0;
    for (uint64_t i = 0; i < (uint64_t)outcome->spec->size[COUNT] && !result->cause[0]; i++) {
        if (i == 4096 && outcome->spec->size[COUNT] <= 256 * 4096 && output_equals(outcome, &first))
            result_cause(result,
                         "only the sum of the first block is in out: add up what all threads of the second kernel "
                         "have taken, as in the first one");
        if (i && i % (256 * 256) == 0 && output_equals(outcome, &first))
            result_cause(
                result, "only the first 256 blocks' sums are added: let each thread go on in steps of blockDim.x until "
                        "all are added");
        rest = result->expected - sum;
        if (i && i % 32 == 0 && outcome->spec->size[COUNT] <= 256 * 256 && output_equals(outcome, &last))
            result_cause(result,
                         "the first %" PRIu64 " elements are not added: let each thread begin with the first of "
                         "its elements",
                         i);
        else if (i && i % 256 == 0 && output_equals(outcome, &last))
            result_cause(result, "only the last of each thread's sums is kept: add each with +=");
        sum += in[i];
    }
}

static void check(const Outcome *outcome, CaseResult *result) {
    const double *in = case_file_find(outcome->input, "in")->data;
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    long double sum = 0;
    for (uint64_t i = 0; i < count; i++) sum += in[i];
    double expected = (double)sum;
    Expected out = {.name = "out", .type = CASE_FLOAT64, .rank = 1, .dims = {1}, .terms = count, .expected = &expected};
    compare_output(outcome, &out, result);
    if (!result->passed && result->has_element) name_mistake(outcome, in, &out, result);
    name_loads(outcome, "in", 8 * (double)count, result);
}

static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 8.0 * (double)spec->size[COUNT]);
}

static const CaseSpec timed = {.label = "33,554,432 elements", .size = {[COUNT] = 1 << 25}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "sum_two_level.text.h"
