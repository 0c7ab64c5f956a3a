// definition.c - chapter 09, reduce_converged: sums of segments, by trees that leave whole warps idle.
#include "../definition.h"

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
        spec->measured ? SEGMENT * random_between(&random, 260, 320) : random_odd_size(&random, 600, 20000);
    label_sizes(spec, "# elements");
}

static uint64_t segments(const CaseSpec *spec) { return ((uint64_t)spec->size[COUNT] + SEGMENT - 1) / SEGMENT; }

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    return input_size(input, "count", spec->size[COUNT]) &&
           input_floats(input, "in", &random, (uint64_t)spec->size[COUNT]) &&
           output_announce(input, "sums", CASE_FLOAT32, segments(spec));
}

// The sum of a segment; or, where `left_out` is no 0, that of a tree whose step with this distance is left out: the
// upper half of each 2 * left_out elements is not added.
static double sum_without(const Outcome *outcome, uint64_t segment, uint64_t left_out) {
    uint64_t begin = segment * SEGMENT, end = (uint64_t)outcome->spec->size[COUNT];
    double sum = 0;
    for (uint64_t i = 0; i < SEGMENT && begin + i < end; i++)
        if (!left_out || i % (2 * left_out) < left_out) sum += input_float(outcome, "in", begin + i);
    return sum;
}
static double sum(const Outcome *outcome, uint64_t i) { return sum_without(outcome, i, 0); }

// Trees whose first addition or one of whose steps is missing.
static void name_mistake(const Outcome *outcome, Expected *sums, CaseResult *result) {
    uint64_t count = segments(outcome->spec);
    double *values = malloc(count * sizeof *values);
    if (!values) abort(); // a few kilobytes
    sums->expected = values;
    for (uint64_t distance = SEGMENT / 2; distance > 0; distance /= 2) {
        char says[CAUSE_BYTES] = "the second half of each segment is missing: a thread has two values";
        if (distance < SEGMENT / 2)
            snprintf(says, sizeof says,
                     "the step of the tree with distance %d is missing: let its loop run for this distance, too",
                     (int)distance);
        for (uint64_t i = 0; i < count; i++) values[i] = sum_without(outcome, i, distance);
        name_cause(outcome, sums, values, says, result);
    }
    for (uint64_t i = 0; i < count; i++) values[i] = 2 * sum_without(outcome, i, 0);
    name_cause(
        outcome, sums, values,
        "every sum is doubled: a lane that shuffles from a distance of 32 or more gets its own value and adds it "
        "again; the first distance in a warp is 16",
        result);
    free(values);
}

static void check(const Outcome *outcome, CaseResult *result) {
    Expected sums = {
        .name = "sums", .type = CASE_FLOAT32, .rank = 1, .dims = {segments(outcome->spec)}, .terms = SEGMENT};
    compare_elements(outcome, &sums, sum, NULL, result);
    if (!result->passed) name_mistake(outcome, &sums, result);
}

static double elements(const CaseSpec *spec) { return (double)spec->size[COUNT]; }
static double warps(const CaseSpec *spec) { return elements(spec) / 32; }

// An instruction of a warp has a slot for each of its 32 lanes, whoever of them takes part. An atomic takes the lanes
// that add at one address one after another, while the others stand aside. So does an asynchronous addition to shared
// memory, of which lanes are counted.
static double idle_slots(const DeviceReport *report, const CaseSpec *spec) {
    double slots = 32 * report_counter(report, "warp_instructions");
    double waiting = report_counter(report, ATOMIC_TURNS "+async_stores") - report_counter(report, ATOMIC_REQUESTS);
    return (slots - report_counter(report, "thread_instructions") + 32 * waiting) / elements(spec);
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
