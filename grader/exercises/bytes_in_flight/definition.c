// definition.c - chapter 07, bytes_in_flight: a copy whose warps ask for much before they wait.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT }; // CaseSpec.size

static const CaseSpec cases[] = {
    {.label = "1 float", .size = {[COUNT] = 1}},
    {.label = "1,000 floats", .size = {[COUNT] = 1000}},
    {.label = "4,099 floats", .size = {[COUNT] = 4099}},
    {.label = "1,048,576 floats", .size = {[COUNT] = 1 << 20}, .measured = true},
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] =
        spec->measured ? random_between(&random, 1 << 20, 3 << 19) : 4 * random_between(&random, 500, 5000) + 3;
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " floats", spec->size[COUNT]);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "in", &random, count) &&
           output_announce(input, "out", CASE_FLOAT32, count);
}

static void check(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    const float *in = case_file_find(outcome->input, "in")->data;
    double *expected = calloc(count, sizeof *expected);
    if (!expected) abort(); // a few megabytes
    for (uint64_t i = 0; i < count; i++) expected[i] = in[i];
    compare_output(outcome,
                   &(Expected){.name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {count}, .expected = expected},
                   result);
    free(expected);
}

static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 4.0 * (double)spec->size[COUNT]);
}

enum { ENOUGH = 2 << 20, WARPS_HELD = 132 * 64 }; // bytes in flight; warps that an H200 holds

// Bytes in flight are warps times bytes of a wait. Warps are told where there are few, or where the bytes would do.
static const char *few_warps(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    double waits = report_counter(report, "load_waits"), bytes = report_counter(report, "load_wait_bytes");
    double held = report_warps_together(report);
    bool few = held < WARPS_HELD && (held < WARPS_HELD / 2 || bytes >= waits * ENOUGH / WARPS_HELD);
    return few ? "Few warps ask for anything: launch more threads than the GPU can hold, 132 times 2048" : NULL;
}

static const Parameter parameters[] = {
    {"values", "2..6"}, {"size", "4,8,16"},       {"warps", "20..64"},
    {"sms", "60..140"}, {"gbs", "900..4800/100"}, {"ns", "450..900/10"},
};

static double per_wait(const KeyRun *run) {
    return key_counter(run, NULL, "load_wait_bytes") / key_counter(run, NULL, "load_waits");
}

static bool warp_key(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.12g", per_wait(run));
    return true;
}

static bool gpu_key(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.12g", per_wait(run) * key_drawn(run, "warps") * key_drawn(run, "sms"));
    return true;
}

static bool needed_key(const KeyRun *run, char answer[64]) {
    // Little's law: bytes = bandwidth x time; GB/s are bytes in a nanosecond
    snprintf(answer, 64, "%.12g", key_drawn(run, "gbs") * key_drawn(run, "ns"));
    return true;
}

static const Slip warp_slips[] = {
    {"values * size", "Those are one lane's bytes; a warp asks for those of its 32 lanes"},
    {"32 * values", "Those are the values of a warp; each has {size} bytes"},
    {"32 * size", "Those are the bytes of one load; the warp makes {values} before it waits"},
};
static const Slip gpu_slips[] = {
    {"warps * sms", "That is the number of warps; each of them has bytes in flight"},
    {"bytes_of_a_warp * warps", "That is one multiprocessor's; there are {sms}"},
    {"bytes_of_a_warp * sms", "That is one warp of each multiprocessor; each holds {warps}"},
};
static const Slip needed_slips[] = {
    {"gbs * 10^9", "That many arrive in a second. Only what arrives within the {ns} ns of a load is in flight"},
    {"key * 1000", "{ns} ns are {ns} / 10^9 of a second, and {gbs} GB are {gbs} * 10^9 bytes: three zeros less"},
    {"key / 1000", "That is in KB: bytes are asked for"},
    {"gbs / ns * 10^18", "Multiply, do not divide: the longer a load takes, the more bytes are in flight"},
};

static const Question questions[] = {
    {.name = "bytes_of_a_warp",
     .asks = "bytes a warp has asked for when it waits, {values} loads of {size} bytes per thread",
     .points = 3,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_BYTES,
     .key = warp_key,
     .why = "Each of the 32 lanes makes {values} loads of {size} bytes before it needs the first value",
     SLIPS(warp_slips)},
    {.name = "bytes_of_the_gpu",
     .asks = "bytes in flight with {warps} such warps on each of {sms} multiprocessors",
     .points = 4,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_BYTES,
     .key = gpu_key,
     .why = "Multiply: bytes of a warp, warps of a multiprocessor, multiprocessors",
     SLIPS(gpu_slips)},
    {.name = "bytes_needed",
     .asks = "bytes in flight for {gbs} GB/s at {ns} ns",
     .points = 3,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_BYTES,
     .key = needed_key,
     .why = "Little's law: bytes in flight = bandwidth x time of a load; {ns} ns are {ns} / 10^9 of a second",
     SLIPS(needed_slips)},
};

// An H200 copies at 90 per cent of its best with 2.16 MB in flight (h200_in_flight.csv); 2 MiB are asked for.
static const Part parts[] = {
    ANSWERS("predictions", 10),
    RIGHT_RESULTS(15),
    NO_FAULTS(10),
    {.label = "bytes in flight",
     .points = 45,
     .kind = PART_LIMIT,
     .symptom = "bytes_in_flight",
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = ENOUGH,
     .plain = 132 * 64 * 32 * 4, // a float a lane
     .most = INFINITY,
     .paths = PATH_LOADS,
     .advice = "A warp waits for each load before it asks for the next: load several floats, or a float4, before the "
               "first store",
     .advise = few_warps},
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 floats",
     .counter = LOAD_SECTORS,
     .per = warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 16, // lanes four floats apart
     .paths = PATH_LOADS,
     .after = "bytes in flight",
     .advice =
         "Let neighbouring lanes load neighbouring floats: a thread's floats lie THREADS apart, or in one float4"},
    {.label = "coalesced stores",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors stored per 32 floats",
     .counter = STORE_SECTORS,
     .per = warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 16, // lanes four floats apart
     .paths = PATH_STORES,
     .after = "bytes in flight",
     .advice = "Let neighbouring lanes store neighbouring floats"},
};

static const CaseSpec timed = {.label = "33,554,432 floats", .size = {[COUNT] = 1 << 25}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise bytes_in_flight_exercise = {
    .name = "bytes_in_flight",
    .chapter = "07_latency",
    .title = "A copy that keeps the memory busy",
    .learnt = "bandwidth needs bytes in flight: request several values before the first is used.",
    .checklist = "",
    .serves = "latency",
    .interface = "bytes_in_flight",
    .must_define = "void copy_floats(const float *in, float *out, int count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = work,
    .draw = draw,
    .make = make,
    .check = check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"A store needs the value that was loaded, so the warp waits in front of it. What could the thread load "
         "between its first load and its first store?",
         "Either four floats, THREADS apart, all loaded into float values[4] before the first is stored; or one "
         "float4. In a loop that loads and stores in turn the compiler may not move a load over a store: it does not "
         "know that in and out do not overlap.",
         "size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; if (i < count / 4) ((float4 *)out)[i] = "
         "((const float4 *)in)[i]; and if (i < count % 4) copy in[count / 4 * 4 + i] as a float. The grid shrinks to a "
         "quarter."},
};
