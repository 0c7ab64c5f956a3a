// definition.c - chapter 07, bytes_in_flight: a copy whose warps ask for much before they wait.
#include "../definition.h"

#include <stdio.h>

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
    label_sizes(spec, "# floats");
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    uint64_t count = (uint64_t)spec->size[COUNT];
    return input_size(input, "count", spec->size[COUNT]) && input_floats(input, "in", &random, count) &&
           output_announce(input, "out", CASE_FLOAT32, count);
}

static double copied(const Outcome *outcome, uint64_t i) { return input_float(outcome, "in", i); }

static Expected like_of(const Outcome *outcome, const char *output) {
    return (Expected){.name = output, .type = CASE_FLOAT32, .rank = 1, .dims = {(uint64_t)outcome->spec->size[COUNT]}};
}

static double element(const Outcome *outcome, const char *output, uint64_t i, Expected *like) {
    *like = like_of(outcome, output);
    return copied(outcome, i);
}

static void check(const Outcome *outcome, CaseResult *result) {
    Expected out = like_of(outcome, "out");
    compare_elements(outcome, &out, copied, NULL, result);
}

static double warps(const CaseSpec *spec) { return (double)spec->size[COUNT] / 32; }
static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 4.0 * (double)spec->size[COUNT]);
}

enum { ENOUGH = 2 << 20, WARPS_HELD = 132 * 64 }; // bytes in flight; warps that an H200 holds
#define MANY_LOAD 0.6                             // of the threads of a launch

// Bytes in flight are warps times bytes of a wait. Warps are told where there are few, or where the bytes would do.
static const char *few_warps(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    double waits = report_counter(report, "load_waits"), bytes = report_counter(report, "load_wait_bytes");
    if (32 * waits < MANY_LOAD * (double)report_threads(report))
        return "Most threads find nothing to load: a thread copies several floats now, so launch as many times fewer "
               "blocks";
    double held = report_warps_together(report);
    bool few = held < WARPS_HELD && (held < WARPS_HELD / 2 || bytes >= waits * ENOUGH / WARPS_HELD);
    return few ? "Few warps ask for anything: launch more threads than the GPU can hold, 132 times 2048" : NULL;
}

static double bytes_of_a_wait(const KeyRun *run) {
    return key_counter(run, "copy", "load_wait_bytes") / key_counter(run, "copy", "load_waits");
}

static bool warp_key(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.12g", bytes_of_a_wait(run));
    return true;
}

static bool multiprocessor_key(const KeyRun *run, char answer[64]) {
    snprintf(answer, 64, "%.12g", bytes_of_a_wait(run) * key_drawn(run, "warps"));
    return true;
}

static bool needed_key(const KeyRun *run, char answer[64]) {
    // Little's law: bytes = bandwidth x time; GB/s are bytes in a nanosecond
    snprintf(answer, 64, "%.12g", key_drawn(run, "gbs") * key_drawn(run, "ns"));
    return true;
}

static const CaseSpec timed = {.label = "33,554,432 floats", .size = {[COUNT] = 1 << 25}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "bytes_in_flight.text.h"
