// definition.c - chapter 10, stay_on_device: running sums without a trip to the host.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 element", .size = {[COUNT] = 1}},
    {.label = "300 elements", .size = {[COUNT] = 300}},
    {.label = "5,000 elements", .size = {[COUNT] = 5000}},
    {.label = "65,536 elements", .size = {[COUNT] = 65536}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = spec->measured ? random_between(&random, 40000, 90000) : random_odd_size(&random, 300, 20000);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " elements", spec->size[COUNT]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "in", &random, count) &&
           output_announce(input, "out", CASE_FLOAT32, count);
}

// Blocks of 256 values to which the wrong totals are added: their own, too, or that of one block before them alone.
static void name_mistake(const Outcome *outcome, const float *in, const Expected *out, CaseResult *result) {
    uint64_t count = out->dims[0];
    double *own_too = malloc(2 * count * sizeof *own_too), *one_before = own_too + count;
    if (!own_too) abort(); // less than a megabyte
    double within = 0, before = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i % 256 == 0) before = within, within = 0;
        within += in[i];
        uint64_t end = i - i % 256 + 255;
        double own = out->expected[end < count ? end : count - 1] - (i < 256 ? 0 : out->expected[i - i % 256 - 1]);
        own_too[i] = out->expected[i] + own;
        one_before[i] = within + before;
    }
    name_cause(outcome, out, own_too,
               "a block's own total is added to its values, too: only those before it belong there", result);
    name_cause(outcome, out, one_before,
               "the totals are not added up: each block gets the total of one block before it, and needs that of all",
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

// Copies, and what kernels store to memory that the host sees, too.
static double travelled(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_copied(report, REPORT_HOST_TO_DEVICE) + report_copied(report, REPORT_DEVICE_TO_HOST) +
           report_copied(report, REPORT_KERNEL_TO_HOST);
}
// The totals of blocks of 256, one way.
static void travel_bounds(const CaseSpec *spec, Bounds *bounds) {
    bounds->plain = 4 * ceil((double)spec->size[COUNT] / 256);
}
static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }

static const Parameter parameters[] = {
    {"count", "20000..90000"},
    {"blocks", "20..90"},
};

static bool trip_key(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.0f", travelled(key_report(run), NULL));
    return true;
}

static const Slip trip_slips[] = {
    {"key / 2", "The totals have that many bytes, but they travel there and back"},
    {"key / 4", "There are {ceil(count / 256)} totals there and back, and a float has 4 bytes"},
    {"8 * floor(count / 256)", "What is left over of {count} elements needs a block, too"},
    {"8 * count", "The elements stay where they are; only the totals of blocks travel"},
};
static const Slip sectors_slips[] = {
    {"(blocks - 1) * 8 * 4", "Those are the elements of out; what does the kernel load beside them?"},
    {"(blocks - 1) * 8 * 36", "All lanes of a warp load the same total: that is one sector, not 32"},
    {"blocks * 8 * 5", "Block 0 has nothing to add, and loads nothing"},
    {"(blocks - 1) * 5", "That is one warp of each block, and a block of 256 threads has 8"},
};

static const Question questions[] = {
    {.name = "bytes_of_the_trip",
     .asks = "bytes copied for {count} elements, both ways",
     .points = 4,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_BYTES,
     .key = trip_key,
     .why = "A block has 256 elements and one total, a float; all totals travel there and back",
     SLIPS(trip_slips)},
    {.name = "sectors_of_add_totals",
     .asks = "sectors that add_totals loads for {256 * blocks} elements",
     .points = 4,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_SECTORS,
     .kernel = "add_totals",
     .counter = LOAD_SECTORS,
     .why = "out[i] += totals[b] loads twice: neighbours of out, and the same total for all lanes of a warp",
     SLIPS(sectors_slips)},
};

static const Part parts[] = {
    ANSWERS("predictions", 8),
    RIGHT_RESULTS(20),
    NO_FAULTS(12),
    {.label = "nothing travels",
     .points = 45,
     .kind = PART_LIMIT,
     .symptom = "transfers",
     .counts = "bytes between host and device",
     .measure = travelled,
     .bounds = travel_bounds,
     .advice =
         "Add up the totals on the device, in a kernel of one thread at least, instead of copying them to the host"},
    {.label = "loads as before",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "transfers",
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = warps,
     .most = 10,
     .plain = 40, // a total for each element
     .paths = PATH_LOADS,
     .after = "nothing travels",
     .advice = "Load only the totals of blocks again; leave the elements as the first kernel stored them"},
};

const Exercise stay_on_device_exercise = {
    .name = "stay_on_device",
    .chapter = "10_kernels_and_transfers",
    .title = "A serial step on the device",
    .learnt = "a short serial step on the device costs less than a trip to the host.",
    .checklist = "",
    .serves = "transfers",
    .interface = "stay_on_device",
    .must_define = "void running_sums(const float *in, float *out, int count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .draw = draw,
    .make = make,
    .check = check,
    .host_bytes = UINT64_MAX, // what is copied is what is counted
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints = {"The host adds up a few numbers faster than a thread of the device. But what does it cost to bring them "
              "there and "
              "back, and to wait for that twice?",
              "A kernel of one thread, launched between the two others, can run the same loop over totals. Kernels of "
              "one stream "
              "run in order, so nobody has to wait for it explicitly.",
              "__global__ void add_up(float *totals, int blocks) { for (int b = 1; b < blocks; b++) totals[b] += "
              "totals[b - 1]; } "
              "and add_up<<<1, 1>>>(totals, blocks); instead of the function of the host."},
};
