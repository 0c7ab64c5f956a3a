// definition.c - chapter 08, register_pressure: two jobs in one kernel; each holds the registers that the other needs.
#include "../definition.h"

#include <string.h>

enum { SENSORS, SAMPLES, LINKS, TOGETHER }; // CaseSpec.size
enum { WARP = 32 };
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
    label_sizes(spec, "# sensors, # samples, # links");
}

// A forest in layers: the parent of a node is any node of the next layer, and those of the last are roots. TOGETHER:
// the 32 sensors of a warp have parents side by side, so links wait for memory and do not fill the L2's bandwidth.
static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    uint64_t sensors = (uint64_t)spec->size[SENSORS], nodes = sensors * (uint64_t)spec->size[LINKS];
    uint64_t run = spec->size[TOGETHER] ? WARP : 1;
    Random random = random_seeded(seed);
    int32_t *parent = case_file_add(input, "parent", CASE_INT32, CASE_IN, nodes);
    for (uint64_t i = 0; parent && i < nodes; i++) {
        uint64_t next = (i / sensors + 1) * sensors;
        uint64_t above = i % run ? (uint64_t)parent[i - 1] + 1 : next + run * random_below(&random, sensors / run);
        parent[i] = (int32_t)(next < nodes ? above : i);
    }
    return parent && input_floats(input, "samples", &random, sensors * (uint64_t)spec->size[SAMPLES]) &&
           input_size(input, "sensors", spec->size[SENSORS]) &&
           input_size(input, "sample_count", spec->size[SAMPLES]) &&
           output_announce(input, "sums", CASE_FLOAT32, LEVELS * sensors) &&
           output_announce(input, "root", CASE_INT32, sensors);
}

static double sum(const Outcome *outcome, uint64_t i) {
    uint64_t sensors = (uint64_t)outcome->spec->size[SENSORS], level = i / sensors;
    const float *samples = (const float *)input_of(outcome, "samples") + i % sensors;
    double sum = 0;
    for (uint64_t s = 0; s < (uint64_t)outcome->spec->size[SAMPLES]; s++)
        sum += fmax(0, samples[s * sensors] - ((double)level - LEVELS / 2) / 16);
    return sum;
}

// By how much the samples fall short of the level; and where those of a sensor are taken to lie side by side.
static double shortfall(const Outcome *outcome, uint64_t i) {
    uint64_t sensors = (uint64_t)outcome->spec->size[SENSORS], level = i / sensors;
    double sum = 0;
    for (uint64_t s = 0; s < (uint64_t)outcome->spec->size[SAMPLES]; s++)
        sum += fmax(0, ((double)level - LEVELS / 2) / 16 - input_float(outcome, "samples", s * sensors + i % sensors));
    return sum;
}
static double side_by_side(const Outcome *outcome, uint64_t i) {
    uint64_t sensors = (uint64_t)outcome->spec->size[SENSORS], samples = (uint64_t)outcome->spec->size[SAMPLES];
    double sum = 0;
    for (uint64_t s = 0; s < samples; s++)
        sum += fmax(0, input_float(outcome, "samples", i % sensors * samples + s) -
                           ((double)(i / sensors) - LEVELS / 2) / 16);
    return sum;
}

static double parent(const Outcome *outcome, uint64_t i) { return ((const int32_t *)input_of(outcome, "parent"))[i]; }
static double root(const Outcome *outcome, uint64_t i) {
    const int32_t *parent = input_of(outcome, "parent");
    while (parent[i] != (int32_t)i) i = (uint64_t)parent[i];
    return (double)i;
}

static Expected like_of(const Outcome *outcome, const char *output) {
    uint64_t sensors = (uint64_t)outcome->spec->size[SENSORS], samples = (uint64_t)outcome->spec->size[SAMPLES];
    if (!strcmp(output, "root")) return (Expected){.name = output, .type = CASE_INT32, .rank = 1, .dims = {sensors}};
    return (Expected){.name = output, .type = CASE_FLOAT32, .rank = 2, .dims = {LEVELS, sensors}, .terms = samples};
}

static void check(const Outcome *outcome, CaseResult *result) {
    static const Mistaken mistakes[] = {{parent, "one link is followed alone: go on until a node is its own parent"},
                                        {0}};
    static const Mistaken in_sums[] = {
        {shortfall, "what falls short of a level is added: add the sample minus the level where that is above 0"},
        {side_by_side,
         "the samples of a sensor are taken to lie side by side: sample s of a sensor is at s * sensors + "
         "sensor"},
        {0},
    };
    Expected sums = like_of(outcome, "sums"), roots = like_of(outcome, "root");
    compare_elements(outcome, &sums, sum, in_sums, result);
    if (result->passed) compare_elements(outcome, &roots, root, mistakes, result);
}

static double element(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    *like = like_of(outcome, output);
    return like->type == CASE_INT32 ? root(outcome, i) : sum(outcome, i);
}

// The occupancy of find_roots, if it follows the links and no other kernel does. The others have the samples to load,
// at most twice where the sums are split; there are twice as many links, so that the two can be distinguished.
static double links_occupancy(const DeviceReport *report, const CaseSpec *spec) {
    double samples = (double)spec->size[SAMPLES], links = (double)spec->size[LINKS];
    double followed = report_kernel_counter(report, "find_roots", LOAD_BYTES);
    double elsewhere = report_counter(report, LOAD_BYTES) - followed, sensors = (double)spec->size[SENSORS];
    double requests =
        report_counter(report, LOAD_REQUESTS) - report_kernel_counter(report, "find_roots", LOAD_REQUESTS);
    bool alone = followed >= 4 * sensors * links && elsewhere < 4 * sensors * (samples + 0.9 * links) &&
                 requests < sensors / 32 * (samples + 0.9 * links);
    return alone ? report_occupancy(report, "find_roots") : 0;
}

// 0 percent may also mean that nothing of that name follows the links.
static const char *links_advice(const DeviceReport *report, const CaseSpec *spec) {
    if (report_launch_most(report, "find_roots", REPORT_GRID) == 0)
        return "No kernel named find_roots was launched: give the links a kernel of their own with that name, which "
               "needs "
               "a dozen registers";
    return links_occupancy(report, spec) == 0
               ? "The kernel find_roots does not follow all of the links, or another kernel follows them, too: let it "
                 "follow them alone"
               : NULL;
}

// The links need not reach every node.
static void least_work(const CaseSpec *spec, Work *work) {
    work->loaded = 4 * (double)(spec->size[SENSORS] * spec->size[SAMPLES]);
}

static double local_bytes(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_launch_most(report, NULL, REPORT_LOCAL_BYTES);
}

static double sample_sectors(const DeviceReport *report, const CaseSpec *spec) {
    double loaded = report_counter(report, LOAD_SECTORS) - report_kernel_counter(report, "find_roots", LOAD_SECTORS);
    return loaded / ((double)spec->size[SENSORS] * (double)spec->size[SAMPLES] / 32);
}

// Two blocks of 256 threads for every one that the multiprocessors hold at half of their occupancy.
static const CaseSpec timed = {.label = "262,144 sensors, 8 samples, 96 links",
                               .size = {[SENSORS] = 262144, [SAMPLES] = 8, [LINKS] = 96, [TOGETHER] = 1}};
static double work(const CaseSpec *spec) {
    return (double)(spec->size[SENSORS] * (spec->size[SAMPLES] + spec->size[LINKS]));
}

#include "register_pressure.text.h"
