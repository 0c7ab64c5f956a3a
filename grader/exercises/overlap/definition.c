// definition.c - chapter 10, overlap: copies and kernels of several streams at once.
#include "../definition.h"

#include <stdlib.h>

#include <stdio.h>

enum { COUNT }; // CaseSpec.size
enum { TURNS = 16 };

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    {.label = "1,000 elements", .size = {[COUNT] = 1000}},
    {.label = "40,001 elements", .size = {[COUNT] = 40001}},
    {.label = "524,288 elements", .size = {[COUNT] = 1 << 19}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? random_between(&random, 1 << 18, 1 << 19) : random_odd_size(&random, 300, 30000);
    label_sizes(spec, "# elements");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    float *values = case_file_add(input, "in", CASE_FLOAT32, CASE_HOST, count);
    if (!values) return false;
    random_fill(&random, values, count);
    return input_size(input, "count", spec->size[COUNT]) &&
           case_file_announce(input, "out", CASE_FLOAT32, 4, CASE_HOST_OUT, count);
}

static double relaxed(const Outcome *outcome, uint64_t i) {
    double value = input_float(outcome, "in", i);
    for (int turn = 0; turn < TURNS; turn++) value = value * 0.5 + 1;
    return value;
}

static double unchanged(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }

static const Mistaken mistakes[] = {
    {unchanged, "what comes back is the input: copy the array back that the kernel stores to, buffers.out"}, {0}};

// What the copies back leave out. Kernels may store to memory of the host instead.
static void name_copies(const Outcome *outcome, CaseResult *result) {
    if (!outcome->report || report_copied(outcome->report, REPORT_KERNEL_TO_HOST) > 0) return;
    double back = report_copied(outcome->report, REPORT_DEVICE_TO_HOST), count = (double)outcome->spec->size[COUNT];
    if (back == 0 && report_copied(outcome->report, REPORT_HOST_TO_DEVICE) > 0)
        result_cause(result, "nothing is copied back to out: copy each piece from the device to the host");
    else if (back == count && count > 4)
        result_cause(result, "a quarter of out is copied back: cudaMemcpyAsync counts bytes, so multiply by sizeof");
}

// Whether every piece is computed from the inputs of the first one. Pieces are numbers of at most MOST_PIECES.
enum { MOST_PIECES = 64 };
static void name_first_piece(const Outcome *outcome, Expected *out, CaseResult *result) {
    uint64_t count = out->dims[0];
    double *values = malloc(count * sizeof *values);
    if (!values) abort(); // a few megabytes
    out->expected = values;
    for (uint64_t pieces = 2; pieces <= MOST_PIECES && pieces < count && !result->cause[0]; pieces++) {
        uint64_t size = (count + pieces - 1) / pieces;
        for (uint64_t i = 0; i < count; i++) values[i] = relaxed(outcome, i % size);
        name_cause(outcome, out, values,
                   "each piece is computed from the inputs of the first: copy from in + first, where the piece begins",
                   result);
    }
    free(values);
}

static void check(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    Expected out = {.name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {count}, .terms = 2};
    compare_elements(outcome, &out, relaxed, mistakes, result);
    if (result->passed || !result->has_element || result->cause[0]) return;
    name_copies(outcome, result);
    name_first_piece(outcome, &out, result);
}

static double bytes(const CaseSpec *spec) { return 4 * (double)spec->size[COUNT]; }

// What did not go over the device was computed on the host. Both ways together, in units of what has to travel: by
// copies, or by loads and stores of kernels to memory of the host.
static double travelled(const DeviceReport *report, const CaseSpec *spec) {
    double there = report_copied(report, REPORT_HOST_TO_DEVICE) + report_copied(report, REPORT_HOST_TO_KERNEL);
    double back = report_copied(report, REPORT_DEVICE_TO_HOST) + report_copied(report, REPORT_KERNEL_TO_HOST);
    double computed = report_counter(report, "ffma") / TURNS * 4;
    double least = there < back ? there : back, most = there > back ? there : back;
    least = least < computed ? least : computed;
    return least < bytes(spec) ? least / bytes(spec) : most / bytes(spec);
}

// Copies go at 55 GB/s each way (device/emulate/timeline.c), whatever else the program does beside them.
static double span(const DeviceReport *report, const CaseSpec *spec) {
    double ways = 2 * bytes(spec) / 55e3, together = report_timeline(report, REPORT_SPAN_US);
    return together > 0 ? together / ways : 2;
}

static const char *pieces_overlap(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    double together = report_timeline(report, REPORT_SPAN_US), alone = report_timeline(report, REPORT_BUSY_US);
    return together > 0 && together < 0.95 * alone ? "The first piece's copy there and the last one's copy back "
                                                     "overlap nothing: cut the array into more pieces"
                                                   : NULL;
}

static bool pieces_key(const KeyRun *run, char answer[64]) {
    const DeviceReport *report = key_report(run);
    double span = report_timeline(report, REPORT_SPAN_US), busy = report_timeline(report, REPORT_BUSY_US);
    return busy > 0 && snprintf(answer, 64, "%.12g", 100 * span / busy) > 0;
}

// All copies of n pieces take n + 1 of the 2 n times that both ways take one after the other.
static bool fewest_key(const KeyRun *run, char answer[64]) {
    int pieces = 1;
    while (100 * (pieces + 1) > key_drawn(run, "percent") * 2 * pieces) pieces++;
    snprintf(answer, 64, "%d", pieces);
    return true;
}

#include "overlap.text.h"
