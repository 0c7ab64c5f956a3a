// definition.c - chapter 09, reduce_converged: sums of segments, by trees that leave whole warps idle.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT };         // CaseSpec.size
enum { SEGMENT = 512 }; // elements of a sum

#define SUMS_CASE(count, ...)                                                                                          \
    { .label = #count " elements", .size = {[COUNT] = count}, __VA_ARGS__ }

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    SUMS_CASE(512),
    SUMS_CASE(1300),
    SUMS_CASE(32768, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? SEGMENT * random_between(&random, 120, 240) : random_odd_size(&random, 600, 20000);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " elements", spec->size[COUNT]);
}

static uint64_t segments(const CaseSpec *spec) { return ((uint64_t)spec->size[COUNT] + SEGMENT - 1) / SEGMENT; }

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    return input_size(input, "count", spec->size[COUNT]) &&
           input_floats(input, "in", &random, (uint64_t)spec->size[COUNT]) &&
           output_announce(input, "sums", CASE_FLOAT32, segments(spec));
}

// Trees whose last step or first addition is missing.
static void name_lost_values(const Outcome *outcome, const float *in, const Expected *sums, CaseResult *result) {
    uint64_t count = sums->dims[0];
    double *of_even = calloc(2 * count, sizeof *of_even), *of_first_half = of_even + count;
    if (!of_even) abort(); // a few hundred bytes
    for (int64_t i = 0; i < outcome->spec->size[COUNT]; i++) {
        if (i % 2 == 0) of_even[i / SEGMENT] += in[i];
        if (i % SEGMENT < SEGMENT / 2) of_first_half[i / SEGMENT] += in[i];
    }
    name_cause(outcome, sums, of_even, "every second value is missing: is the step with distance 1 made", result);
    name_cause(outcome, sums, of_first_half, "the second half of each segment is missing: a thread has two values",
               result);
    free(of_even);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const float *in = case_file_find(outcome->input, "in")->data;
    double *expected = calloc(segments(outcome->spec), sizeof *expected);
    if (!expected) abort(); // a few hundred bytes
    for (int64_t i = 0; i < outcome->spec->size[COUNT]; i++) expected[i / SEGMENT] += in[i];
    Expected sums = {.name = "sums",
                     .type = CASE_FLOAT32,
                     .rank = 1,
                     .dims = {segments(outcome->spec)},
                     .terms = SEGMENT,
                     .expected = expected};
    compare_output(outcome, &sums, result);
    if (!result->passed) name_lost_values(outcome, in, &sums, result);
    free(expected);
}

static double elements(const CaseSpec *spec) { return (double)spec->size[COUNT]; }
static double warps(const CaseSpec *spec) { return elements(spec) / 32; }

// An instruction of a warp has a slot for each of its 32 lanes, whoever of them takes part. An atomic takes the lanes
// that add at one address one after another, while the others stand aside.
static double idle_slots(const DeviceReport *report, const CaseSpec *spec) {
    double slots = 32 * report_counter(report, "warp_instructions");
    double turns = report_counter(report, "global_red_sectors+global_atom_sectors") -
                   report_counter(report, "global_red_requests+global_atom_requests");
    return (slots - report_counter(report, "thread_instructions") + 32 * turns) / elements(spec);
}

// The tree whose neighbours lie 2 s words apart has 97 conflicts for each segment (make ladder).
static void conflict_bounds(const CaseSpec *spec, Bounds *bounds) { bounds->plain = 97 * (double)segments(spec); }

static bool strided_conflicts(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.0f", key_counter(run, "strided_step", BANK_CONFLICTS));
    return true;
}

static const CaseSpec timed = SUMS_CASE(67108864);
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "reduce_converged.text.h"
