// definition.c - chapter 10, overlap: copies and kernels of several streams at once.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT }; // CaseSpec.size
enum { TURNS = 16 };
#define MOST_OF_BOTH_WAYS 0.7

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
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " elements", spec->size[COUNT]);
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

static void check(const Outcome *outcome, CaseResult *result) {
    const float *in = case_file_find(outcome->input, "in")->data;
    uint64_t count = (uint64_t)outcome->spec->size[COUNT];
    double *expected = malloc(count * sizeof *expected);
    if (!expected) abort(); // a few megabytes
    for (uint64_t i = 0; i < count; i++) {
        expected[i] = in[i];
        for (int turn = 0; turn < TURNS; turn++) expected[i] = expected[i] * 0.5 + 1;
    }
    compare_output(
        outcome,
        &(Expected){.name = "out", .type = CASE_FLOAT32, .rank = 1, .dims = {count}, .terms = 2, .expected = expected},
        result);
    free(expected);
}

static double bytes(const CaseSpec *spec) { return 4 * (double)spec->size[COUNT]; }
// The arrays lie on the host; what goes over the device must go through a kernel.
static void least_work(const CaseSpec *spec, Work *work) { work->loaded = work->stored = bytes(spec); }

// What did not go over the device was computed on the host. Both ways together, in units of what has to travel.
static double travelled(const DeviceReport *report, const CaseSpec *spec) {
    double there = report_copied(report, REPORT_HOST_TO_DEVICE), back = report_copied(report, REPORT_DEVICE_TO_HOST);
    double computed = report_counter(report, "ffma") / TURNS * 4;
    double least = there < back ? there : back, most = there > back ? there : back;
    least = least < computed ? least : computed;
    return least < bytes(spec) ? least / bytes(spec) : most / bytes(spec);
}

// Copies go at 55 GB/s each way (emulate/timeline.c), whatever else the program does beside them.
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

// Without a kernel that takes time, and with copies of the same length.
static const Parameter parameters[] = {
    {"pieces", "4..24"},
    {"percent", "50.5,50.8,51,51.25,51.6,52,52.5,53,54,55,56,58,60,62.5,65,68"},
};

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

static const Slip pieces_slips[] = {
    {"100", "While the second piece travels there, the first one can travel back"},
    {"50", "The first piece's way there has nothing beside it yet, and the last one's way back nothing any more"},
    {"100 / pieces", "Each way has to carry all {pieces} pieces, and neither can carry two at once"},
    {"50 * (pieces + 2) / pieces", "Only one way of one piece is added to the ways of all: draw the boxes"},
};
static const Slip fewest_slips[] = {
    {"key - 1", "That many pieces reach a little more than {percent} per cent"},
};

static const Question questions[] = {
    {.name = "percent_of_pieces",
     .asks = "time of {pieces} pieces, in per cent of both ways one after the other",
     .points = 4,
     .kind = ANSWER_NUMBER,
     .unit = UNIT_PERCENT,
     .key = pieces_key,
     .why = "Draw it: {pieces} boxes there, {pieces} boxes back, and a box back may begin when its box there has ended",
     SLIPS(pieces_slips)},
    {.name = "fewest_pieces",
     .asks = "fewest pieces for at most {percent} per cent",
     .points = 4,
     .kind = ANSWER_NUMBER,
     .key = fewest_key,
     .why = "With n pieces only two of the 2n boxes have nothing beside them",
     SLIPS(fewest_slips)},
};

static const Part parts[] = {
    ANSWERS("predictions", 8),
    RIGHT_RESULTS(20),
    NO_FAULTS(12),
    {.label = "each element travels once",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "transfers",
     .counts = "times that an element travels each way",
     .measure = travelled,
     .least = 1,
     .most = 1,
     .plain = 2,
     .advice = "Copy each piece of in to the device once and each piece of out back once"},
    {.label = "the ways overlap",
     .points = 45,
     .kind = PART_LIMIT,
     .symptom = "transfers",
     .counts = "time of all together, in times of both ways one after the other",
     .measure = span,
     .most = MOST_OF_BOTH_WAYS,
     .plain = 1,
     .after = "each element travels once",
     .advice = "Nothing overlaps: give each piece's copies and kernel a stream of their own, use cudaMemcpyAsync with "
               "the pinned arrays that the function is given, and wait only after the last piece",
     .advise = pieces_overlap},
};

const Exercise overlap_exercise = {
    .name = "overlap",
    .chapter = "10_kernels_and_transfers",
    .title = "Copies and kernels at once",
    .learnt = "copies there, kernels and copies back run at once when pieces lie in different streams.",
    .checklist = "",
    .serves = "transfers",
    .interface = "overlap",
    .must_define = "void relax_all(const float *in, float *out, int count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .draw = draw,
    .make = make,
    .check = check,
    .veiled = "in",
    .least_work = least_work,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints = {"Which of the three operations could begin before the one above it has ended, if they worked on "
              "different elements?",
              "Cut the array into four pieces or more. For each piece: cudaMemcpyAsync there, the kernel on the piece, "
              "cudaMemcpyAsync back, all three in the same stream; the next piece in another stream.",
              "cudaStreamCreate(&streams[s]); for each piece first = piece * size, all with + first and with "
              "streams[piece % 4]; the kernel as <<<blocks, THREADS, 0, stream>>>; at the end cudaStreamSynchronize "
              "for each "
              "stream, before the function returns."},
};
