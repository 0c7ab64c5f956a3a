// definition.c - chapter 08, register_pressure: two jobs in one kernel; each holds the registers that the other needs.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { SENSORS, SAMPLES, LINKS }; // CaseSpec.size
enum { LEVELS = 32 };

#define SURVEY_CASE(sensors, samples, links, ...)                                                                      \
    {                                                                                                                  \
        .label = #sensors " sensors, " #samples " samples, " #links " links",                                          \
        .size = {[SENSORS] = sensors, [SAMPLES] = samples, [LINKS] = links}, __VA_ARGS__                               \
    }

static const CaseSpec cases[] = {
    SURVEY_CASE(1, 1, 1),     SURVEY_CASE(256, 8, 3),
    SURVEY_CASE(1000, 13, 7), SURVEY_CASE(2048, 16, 40, .measured = true),
    {.hidden = true},         {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[SENSORS] = spec->measured ? 256 * random_between(&random, 16, 24) : random_odd_size(&random, 300, 2000);
    spec->size[SAMPLES] = random_between(&random, 9, 30);
    spec->size[LINKS] = random_between(&random, 2 * spec->size[SAMPLES], 3 * spec->size[SAMPLES]);
    snprintf(spec->label, sizeof spec->label, "%" PRId64 " sensors, %" PRId64 " samples, %" PRId64 " links",
             spec->size[SENSORS], spec->size[SAMPLES], spec->size[LINKS]);
}

// A forest in layers: the parent of a node is any node of the next layer, and those of the last are roots.
static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t sensors = (uint64_t)spec->size[SENSORS], nodes = sensors * (uint64_t)spec->size[LINKS];
    Random random = random_seeded(seed);
    int32_t *parent = case_file_add(input, "parent", CASE_INT32, CASE_IN, nodes);
    for (uint64_t i = 0; parent && i < nodes; i++) {
        uint64_t next = (i / sensors + 1) * sensors;
        parent[i] = (int32_t)(next < nodes ? next + random_below(&random, sensors) : i);
    }
    return parent && input_floats(input, "samples", &random, sensors * (uint64_t)spec->size[SAMPLES]) &&
           input_size(input, "sensors", spec->size[SENSORS]) &&
           input_size(input, "sample_count", spec->size[SAMPLES]) &&
           output_announce(input, "sums", CASE_FLOAT32, LEVELS * sensors) &&
           output_announce(input, "root", CASE_INT32, sensors);
}

static void expected_sums(const Outcome *outcome, uint64_t sensors, double *sums) {
    const float *samples = case_file_find(outcome->input, "samples")->data;
    for (uint64_t s = 0; s < (uint64_t)outcome->spec->size[SAMPLES]; s++)
        for (uint64_t l = 0; l < LEVELS; l++)
            for (uint64_t i = 0; i < sensors; i++)
                sums[l * sensors + i] += fmax(0, samples[s * sensors + i] - ((double)l - LEVELS / 2) / 16);
}

static void expected_roots(const Outcome *outcome, uint64_t sensors, double *roots) {
    const int32_t *parent = case_file_find(outcome->input, "parent")->data;
    for (uint64_t i = 0; i < sensors; i++) {
        int32_t node = (int32_t)i;
        while (parent[node] != node) node = parent[node];
        roots[i] = node;
    }
}

static void check_roots(const Outcome *outcome, uint64_t sensors, double *roots, CaseResult *result) {
    const int32_t *parent = case_file_find(outcome->input, "parent")->data;
    Expected like = {.name = "root", .type = CASE_INT32, .rank = 1, .dims = {sensors}, .expected = roots};
    compare_output(outcome, &like, result);
    for (uint64_t i = 0; i < sensors; i++) roots[i] = parent[i];
    name_cause(outcome, &like, roots, "one link is followed alone: go on until a node is its own parent", result);
}

static void check(const Outcome *outcome, CaseResult *result) {
    uint64_t sensors = (uint64_t)outcome->spec->size[SENSORS];
    double *expected = calloc((LEVELS + 1) * sensors, sizeof *expected), *roots = expected + LEVELS * sensors;
    if (!expected) abort(); // less than a megabyte: the grader itself cannot work
    expected_sums(outcome, sensors, expected);
    expected_roots(outcome, sensors, roots);
    compare_output(outcome,
                   &(Expected){.name = "sums",
                               .type = CASE_FLOAT32,
                               .rank = 2,
                               .dims = {LEVELS, sensors},
                               .terms = (uint64_t)outcome->spec->size[SAMPLES],
                               .expected = expected},
                   result);
    if (result->passed) check_roots(outcome, sensors, roots, result);
    free(expected);
}

// The occupancy of find_roots, if it follows the links and no other kernel does. The others have the samples to load,
// at most twice where the sums are split; there are twice as many links, so that they can be told apart.
static double links_occupancy(const DeviceReport *report, const CaseSpec *spec) {
    double samples = (double)spec->size[SAMPLES], links = (double)spec->size[LINKS];
    double followed = report_kernel_counter(report, "find_roots", "global_load_bytes");
    double elsewhere = report_counter(report, "global_load_bytes") - followed, sensors = (double)spec->size[SENSORS];
    bool alone = followed >= 4 * sensors * links && elsewhere < 4 * sensors * (samples + 0.9 * links);
    return alone ? report_occupancy(report, "find_roots") : 0;
}

// The links need not reach every node.
static void least_work(const CaseSpec *spec, Work *work) {
    work->loaded = 4 * (double)(spec->size[SENSORS] * spec->size[SAMPLES]);
}

static double local_bytes(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_launch_most(report, NULL, REPORT_LOCAL_BYTES);
}

static double least_occupancy(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_occupancy(report, NULL);
}

static double sample_sectors(const DeviceReport *report, const CaseSpec *spec) {
    double loaded = report_counter(report, LOAD_SECTORS) - report_kernel_counter(report, "find_roots", LOAD_SECTORS);
    return loaded / ((double)spec->size[SENSORS] * (double)spec->size[SAMPLES] / 32);
}

static const Part parts[] = {
    RIGHT_RESULTS(25),
    NO_FAULTS(10),
    {.label = "links at full occupancy",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "occupancy",
     .counts = "percent occupancy of find_roots, which follows the links",
     .measure = links_occupancy,
     .least = 100,
     .most = INFINITY,
     .plain = 50, // of the skeleton, whose kernel does both
     .advice = "Give the links a kernel of their own named find_roots: they need a dozen registers, and in one kernel "
               "with the sums they get as many as these"},
    {.label = "nothing spilled",
     .points = 15,
     .kind = PART_LIMIT,
     .symptom = "local_memory",
     .counts = "bytes of local memory of a thread",
     .measure = local_bytes,
     .plain = LEVELS * sizeof(float), // all sums
     .after = "links at full occupancy",
     .advice = "The launch bound leaves fewer registers than the sums need, so ptxas spills the rest to local memory: "
               "give the links a kernel of their own, and ask __launch_bounds__ of the sums for fewer blocks"},
    {.label = "samples loaded once",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "tiling",
     .counts = "sectors loaded per 32 samples",
     .measure = sample_sectors,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 8,
     .paths = PATH_LOADS,
     .after = "links at full occupancy",
     .advice = "Every sample is needed once: keep all 32 sums in one kernel"},
    {.label = "sums at 60 %",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "occupancy",
     .counts = "percent occupancy of the kernel with the least",
     .measure = least_occupancy,
     .least = 60,
     .most = INFINITY,
     .plain = 50,
     .after = "nothing spilled",
     .advice = "The sums' kernel takes more registers than it needs: ask for the most blocks that do not spill, "
               "__launch_bounds__(THREADS, blocks)"},
    ANSWERS("predictions", 15),
};

static const Parameter parameters[] = {
    {"threads", "128,256,384"},
    {"registers", "40,48,56,72,80,96,104,120,160"},
    {"resident", "3..8"},
    {"block", "128,256"},
    {"warps", "4,8"},
    {"hungry", "40..120/8"},
    {"multiprocessors", "11..132"},
};

static const Slip occupancy_slips[] = {
    {"100", "{threads} threads with {registers} registers are {threads * registers} registers a block: how many blocks "
            "do 65,536 hold?"},
    {"100 * 65536 / (2048 * registers)", "Blocks are resident whole: 65,536 / {threads * registers} is rounded down"},
    {"key * 2048 / 100", "Those are the resident threads: divide them by the 2048 that there is room for"},
};
static const Slip most_slips[] = {
    {"floor(65536 / (resident * block))", "ptxas rounds registers up to a multiple of 8, and then this is too many"},
    {"8 * ceil(65536 / (resident * block) / 8)", "{resident} blocks with that many registers need more than 65,536"},
    {"floor(65536 / block / 8) * 8", "That is for one block: {resident} share the registers"},
};
static const Slip blocks_slips[] = {
    {"key / multiprocessors", "That is one multiprocessor: there are {multiprocessors}"},
    {"ceil(65536 / (32 * warps * hungry)) * multiprocessors",
     "That many blocks need more than 65,536 registers: blocks are resident whole"},
    {"floor(2048 / (32 * warps)) * multiprocessors", "That is by threads: do the registers last for that many?"},
    {"floor(65536 / (warps * hungry)) * multiprocessors", "Registers are those of a thread, and a warp has 32 threads"},
};
static const Question questions[] = {
    {.name = "occupancy_of_blocks",
     .asks = "percent occupancy, blocks of {threads} threads with {registers} registers",
     .points = 5,
     .unit = UNIT_PERCENT,
     .why = "Registers of a block, then whole blocks in 65,536 registers, then warps out of 64",
     SLIPS(occupancy_slips)},
    {.name = "most_registers",
     .asks = "most registers, a multiple of 8, with which {resident} blocks of {block} threads are resident",
     .points = 5,
     .why = "Share 65,536 registers out over the threads of {resident} blocks, and round down to a multiple of 8",
     SLIPS(most_slips)},
    {.name = "blocks_that_fit",
     .asks = "resident blocks of {warps} warps on {multiprocessors} multiprocessors, {hungry} registers per thread",
     .points = 5,
     .times = "multiprocessors",
     .why = "Registers of a block are those of all its threads: how many blocks fit into 65,536 whole?",
     SLIPS(blocks_slips)},
};

const Exercise register_pressure_exercise = {
    .name = "register_pressure",
    .chapter = "08_coarsening",
    .title = "A kernel whose registers cost it blocks",
    .learnt =
        "a kernel holds its hungriest line's registers all the time; splitting it gives the rest its occupancy back.",
    .checklist = "occupancy,coarsening",
    .interface = "register_pressure",
    .must_define = "void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, "
                   "int sample_count)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .draw = draw,
    .make = make,
    .check = check,
    .least_work = least_work,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"A kernel has the registers of its hungriest line, from the first instruction to the last. Which of the two "
         "jobs needs 32 sums? Which of them waits for memory most?",
         "Make two kernels, and launch one after the other. find_roots needs no sums, so eight of its blocks fit. "
         "The sums' kernel can do with fewer registers than ptxas gives it, but not with 32.",
         "__global__ void find_roots(const int *parent, int *root, int sensors) follows the links; __global__ void "
         "__launch_bounds__(256, 5) on the other kernel leaves it 48 registers: 62.5 %, and nothing is spilled."},
};
