// definition.c - chapter 12, roofline_points: three kernels of the student's own at three places under the roof.
#include "../definition.h"

#include <inttypes.h>
#include <stdio.h>

enum { COUNT }; // CaseSpec.size: elements
#define MOST_OFF 1.05

static const CaseSpec cases[] = {
    {.label = "65,536 elements", .size = {[COUNT] = 1 << 16}, .measured = true},
    {.label = "1,001 elements", .size = {[COUNT] = 1001}},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

static void draw(uint64_t seed, CaseSpec *spec) {
    Random random = random_seeded(seed);
    spec->size[COUNT] = spec->measured ? 256 * random_between(&random, 128, 512) : random_odd_size(&random, 100, 5000);
    label_sizes(spec, "# elements");
}

static void arguments(const CaseSpec *spec, uint64_t seed, char *const argv[8], unsigned *count) {
    (void)seed;
    snprintf(argv[0], 64, "%" PRId64, spec->size[COUNT]);
    *count = 1;
}

// Three kernels, an element in and out.
static void least_work(const CaseSpec *spec, Work *work) {
    work->loaded = work->stored = 3 * 4 * (double)spec->size[COUNT];
}

// Operations per byte of a kernel. Each launch counts by itself, and of several the one that is farthest off: bytes in
// one and operations in another make no kernel at that place.
static double intensity(const DeviceReport *report, const char *kernel, double at) {
    Range range =
        report_quotients(report, kernel, "ffma+ffma+fadd+fmul", LOAD_SECTORS "+global_store_sectors"); // per sector
    return (range.most / 32 > MOST_OFF * at ? range.most : range.least) / 32;
}

static const char *in_double(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return report_counter(report, "dfma+dadd+dmul") > 0
               ? "Operations in double precision do not count here: declare all values of the kernel as float"
               : NULL;
}

// A kernel loads each element and stores each result, 4 bytes both; anything less is no work on `count` elements.
static void check(const Outcome *outcome, CaseResult *result) {
    static const char *const kernels[] = {"low", "middle", "high"};
    double count = (double)outcome->spec->size[COUNT];
    for (size_t i = 0; i < COUNT_OF(kernels); i++) {
        double loaded = report_kernel_counter(outcome->report, kernels[i], LOAD_BYTES);
        double stored = report_kernel_counter(outcome->report, kernels[i], "global_store_bytes");
        double different_in = 32 * report_kernel_counter(outcome->report, kernels[i], "dram_read_sectors");
        double different_out = 32 * report_kernel_counter(outcome->report, kernels[i], "dram_write_sectors");
        bool again = loaded > different_in;
        if (again) loaded = different_in; // what is loaded again is no other element
        if (stored > different_out) stored = different_out;
        if (loaded >= 4 * count && stored >= 4 * count) continue;
        result_wrong(result, "the kernel %s loads %.0f and stores %.0f different bytes; %.0f elements need %.0f each",
                     kernels[i], loaded, stored, count, 4 * count);
        if (!again && loaded == 0 && stored == 0)
            result_cause(result,
                         "the kernel %s is never launched, or does nothing: the program launches all three, by "
                         "these names",
                         kernels[i]);
        else if (!again && loaded == stored && loaded < 4 * count && 4 * count - loaded < 4 * 1024)
            result_cause(result, "the elements after the last whole block have no thread: round the number of blocks "
                                 "up with ceil_div(), and test i < count");
        return;
    }
    result_right(result, "three kernels ran over %.0f elements", count);
}

static double of_low(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return intensity(report, "low", 0.25);
}
static double of_middle(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return intensity(report, "middle", 2);
}
static double of_high(const DeviceReport *report, const CaseSpec *spec) {
    (void)spec;
    return intensity(report, "high", 16);
}

static double elements(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

static const CaseSpec timed = {.label = "16,777,216 elements", .size = {[COUNT] = 1 << 24}};
static double work(const CaseSpec *spec) { return (double)spec->size[COUNT]; }

#include "roofline_points.text.h"
