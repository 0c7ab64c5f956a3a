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

#include "register_pressure.text.h"
