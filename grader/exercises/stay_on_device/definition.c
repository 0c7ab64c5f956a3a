// definition.c - chapter 10, stay_on_device: running sums without a trip to the host.
#include "../definition.h"

#include <stdio.h>
#include <stdlib.h>

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    {.label = "300 elements", .size = {[COUNT] = 300}},
    {.label = "200,000 elements", .size = {[COUNT] = 200000}},
    {.label = "70,000 elements", .size = {[COUNT] = 70000}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Measured cases have more totals than a block of 256 threads can add up at once, and the case before them more than
// two such blocks: only the third needs the totals of both blocks before it.
static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = spec->measured ? random_between(&random, 66000, 90000) : random_odd_size(&random, 300, 20000);
    label_sizes(spec, "# elements");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "in", &random, count) &&
           output_announce(input, "out", CASE_FLOAT32, count);
}

// Blocks of 256 values to which the wrong totals are added: their own, too (perhaps not to the first block), or that of
// one block before them alone, or of the blocks of their group of 256, or none.
static void name_mistake(const Outcome *outcome, const float *in, const Expected *out, CaseResult *result) {
    uint64_t count = out->dims[0];
    double *own_too = malloc(3 * count * sizeof *own_too), *one_before = own_too + count,
           *own_later = own_too + 2 * count;
    if (!own_too) abort(); // less than a megabyte
    double within = 0, before = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i % 256 == 0) before = within, within = 0;
        within += in[i];
        uint64_t end = i - i % 256 + 255;
        double own = out->expected[end < count ? end : count - 1] - (i < 256 ? 0 : out->expected[i - i % 256 - 1]);
        own_too[i] = out->expected[i] + own;
        own_later[i] = i < 256 ? out->expected[i] : own_too[i];
        one_before[i] = within + before;
    }
    static const char own_says[] = "a block's own total is added to its values, too: only those before it belong there";
    name_cause(outcome, out, own_too, own_says, result);
    name_cause(outcome, out, own_later, own_says, result);
    name_cause(outcome, out, one_before,
               "the totals are not added up: each block gets the total of one block before it, and needs that of all",
               result);
    for (uint64_t i = 0; i < count; i++) {
        one_before[i] = in[i] + (i % 256 ? one_before[i - 1] : 0);
        uint64_t block = i / 256, first = block ? (block - 1) / 256 * 65536 : 0; // of the group of the block before
        own_too[i] = out->expected[i] - (first ? out->expected[first - 1] : 0);
        own_later[i] = i < 256 ? in[i] : NAN;
    }
    for (uint64_t distance = 1; distance < 256; distance *= 2)
        for (uint64_t i = count < 256 ? count : 256; i-- > distance + 1;) own_later[i] += own_later[i - distance];
    name_cause(outcome, out, own_later,
               "the first value of a block is never added to others: the thread whose number equals the distance adds, "
               "too, t >= distance",
               result);
    name_cause(outcome, out, own_too,
               "the totals go on for 256 blocks and then begin again: add to each group of totals the totals of all "
               "groups before it",
               result);
    name_cause(outcome, out, one_before, "each block begins at 0: add to its values the totals of all blocks before it",
               result);
    free(own_too);
}

static void check(const Outcome *outcome, CaseResult *result) {
    const float *in = case_file_find(outcome->input, "in")->data;
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    double *expected = malloc(count * sizeof *expected), sum = 0;
    if (!expected) abort(); // less than a megabyte
    for (uint64_t i = 0; i < count; i++) expected[i] = sum += in[i];
    // As for any long sum, but signs are mixed: see sum_atomic.
    Expected out = {.name = "out",
                    .type = CASE_FLOAT32,
                    .rank = 1,
                    .dims = {count},
                    .terms = count < 4096 ? count : 4096,
                    .expected = expected};
    compare_output(outcome, &out, result);
    if (!result->passed) name_mistake(outcome, in, &out, result);
    free(expected);
}

// What the host learns without a copy, from answers to its calls: the times between a few events are free.
enum { BYTES_OF_EVENTS = 16 };

// Copies, what kernels store to memory that the host sees, and all else that the host can have learnt.
static double travelled(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    double back = report_copied(report, REPORT_DEVICE_TO_HOST) + report_copied(report, REPORT_KERNEL_TO_HOST);
    double learnt = report_learnt(report);
    return report_copied(report, REPORT_HOST_TO_DEVICE) + (learnt > back + BYTES_OF_EVENTS ? learnt : back);
}
// The totals of blocks of 256, one way.
static void travel_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->plain = 4 * ceil((double)spec->size[COUNT] / 256);
}
static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }

static bool trip_key(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.0f", travelled(key_report(run), NULL));
    return true;
}

#include "stay_on_device.text.h"
