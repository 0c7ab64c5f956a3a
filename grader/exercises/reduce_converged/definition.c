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

static const Parameter parameters[] = {
    {"blocks", "11..97"}, // that take the same step
    {"s", "2,2,4,4,8,8,16,32,64"},
    {"half", "16,32,48,64,96,128,160,192"},
    {"strided", "2,4,8,16"},
};

static const Slip lanes_slips[] = {
    {"key / blocks", "That is one block: there are {blocks}"},
    {"32 * blocks", "Only multiples of {2 * s} pass the test: the other lanes of the warp stand aside"},
    {"ceil(32 / s) * blocks", "Threads that are multiples of {s} are those of the step before"},
    {"256 / (2 * s) * blocks", "That is all threads of the blocks that add: the question is for their first warps"},
};
static const Slip warps_slips[] = {
    {"key / blocks", "That is one block: there are {blocks}"},
    {"ceil(256 / (2 * s) / 32) * blocks",
     "That many warps would be enough, but the threads that add are spread over the block"},
    {"lanes_modulo", "Those are lanes: count the warps that have at least one multiple of {2 * s}"},
};
static const Slip contiguous_slips[] = {
    {"key / blocks", "That is one block: there are {blocks}"},
    {"8 * blocks",
     "Threads from {half} on fail the test as whole warps, and a warp of which no lane takes part skips the addition"},
    {"half * blocks", "Those are threads: how many warps are they in?"},
};
static const Slip conflicts_slips[] = {
    {"0", "Lanes 0, 1, 2, ... use the words 0, {2 * strided}, {4 * strided}, ... Write down their banks"},
    {"key / blocks", "That is one block: there are {blocks}"},
    {"key / 3", "That is one access: the step has two loads and a store"},
    {"key + 3 * blocks", "Those are passes: the first of each access is no conflict"},
};

static const Question questions[] = {
    {.name = "lanes_modulo",
     .asks = "lanes that add in step s = {s}, in the first warps of {blocks} blocks",
     .points = 2,
     .times = "blocks",
     .why = "Write down the numbers of the warp's 32 threads and strike out those that are no multiples of {2 * s}",
     SLIPS(lanes_slips)},
    {.name = "warps_modulo",
     .asks = "warps of {blocks} blocks in which a lane adds in step s = {s}",
     .points = 3,
     .unit = UNIT_WARPS,
     .times = "blocks",
     .why = "A warp takes part as soon as one of its lanes does",
     SLIPS(warps_slips)},
    {.name = "warps_contiguous",
     .asks = "warps of {blocks} blocks in which a lane adds if threads t < {half} add",
     .points = 2,
     .unit = UNIT_WARPS,
     .times = "blocks",
     .why = "A warp takes part as soon as one of its lanes does; warp w holds the threads 32 w to 32 w + 31",
     SLIPS(contiguous_slips)},
    {.name = "conflicts_strided",
     .asks = "bank conflicts of {blocks} blocks in step s = {strided}, thread t at place {2 * strided} t",
     .points = 3,
     .key = strided_conflicts,
     .times = "blocks",
     .why = "Two loads and a store, each of words that lie {2 * strided} apart (chapter 06)",
     SLIPS(conflicts_slips)},
};

// A block adds 256 values in eight steps, and a step is five instructions: two loads, the addition, a store, the test.
// With neighbours only the last five steps leave lanes idle, 16 + 24 + 28 + 30 + 31 = 129 of one warp: 129 x 5 / 512 =
// 1.3 slots an element. With multiples of 2 s warps stay that hardly work: 128 + 192 + 224 + 240 + 248 + 124 + 62 + 31
// = 1,249 idle lanes, 12.2 slots. Library code has idle slots of its own, 6.2 in CUB's BlockReduce,
// and a branch that no lane takes has 32 as well. So the limit is 8; the multiples of 2 s count 11.5 to 12.2.
static const Part parts[] = {
    ANSWERS("predictions", 10),
    RIGHT_RESULTS(15),
    NO_FAULTS(10),
    {.label = "converged lanes",
     .points = 35,
     .kind = PART_LIMIT,
     .symptom = "divergence",
     .counts = "slots of idle lanes, per element of in",
     .measure = idle_slots,
     .most = 8,
     .plain = 11.5,
     .advice = "In each step some lanes of every warp add and others idle: let the first threads of the block do all "
               "additions, if (t < half)"},
    {.label = "coalesced loads",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 8,
     .paths = PATH_LOADS,
     .after = "converged lanes",
     .advice = "Let neighbouring threads load neighbouring elements, each element once"},
    {.label = "no bank conflicts",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "bank_conflicts",
     .counts = "shared memory bank conflicts",
     .counter = BANK_CONFLICTS,
     .bounds = conflict_bounds,
     .paths = PATH_BANKS,
     .after = "converged lanes",
     .advice = "The elements that a warp adds lie 2 s words apart and share banks: start with half = THREADS / 2, "
               "halve it, and add values[t + half] to values[t]"},
};

static const CaseSpec timed = SUMS_CASE(67108864);
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

const Exercise reduce_converged_exercise = {
    .name = "reduce_converged",
    .chapter = "09_divergence_and_privatisation",
    .title = "Sums by a tree that leaves whole warps idle",
    .learnt = "a warp costs the same with 1 lane or 32: let whole warps work, and whole warps rest.",
    .checklist = "divergence,coalescing",
    .interface = "reduce_converged",
    .must_define = "void segment_sums(const float *in, float *sums, int count)",
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
    .hints = {"In each step half as many threads add as before. Which of the 256 threads could they be, so that a warp "
              "either works with all its lanes or not at all?",
              "The first ones: t < 128, then t < 64, t < 32, ... Now choose what thread t adds to values[t]. If the "
              "other value is at a fixed distance, the 32 lanes read 32 neighbours, from 32 banks.",
              "for (unsigned half = THREADS / 2; half > 0; half /= 2) { barrier; threads t < half add values[t + half] "
              "to values[t]. } The barrier stands before the test, because all threads must reach it."},
};
