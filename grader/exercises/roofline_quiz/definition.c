// definition.c - chapter 12, roofline_quiz: intensity, ridge, attainable rate; operations and bytes are counted in a
// run.
//
// A fused multiply-add is two operations. The bytes are those of the requests' sectors, as the lesson has it: what
// passes between the multiprocessors and the memory behind them if no cache helps.
#include "../definition.h"

#include <stdio.h>
#include <string.h>

#define LOADS "global_load_sectors"
#define LOADS_AND_STORES "global_load_sectors+global_store_sectors"

// Operations per byte of the sectors that these requests move.
static double intensity(const KeyRun *run, const char *kernel, const char *sectors) {
    double operations = 2 * key_counter(run, kernel, "ffma") + key_counter(run, kernel, "fadd+fmul");
    return operations / (32 * key_counter(run, kernel, sectors));
}

static double edge(const KeyRun *run) { return key_drawn(run, "rate") / key_drawn(run, "bandwidth"); }

static double attainable(const KeyRun *run, const char *kernel) {
    double slanted = key_drawn(run, "bandwidth") * intensity(run, kernel, LOADS_AND_STORES);
    return fmin(key_drawn(run, "rate"), slanted);
}

static bool say(double value, char answer[64]) {
    snprintf(answer, 64, "%.12g", value);
    return value > 0;
}

static bool sum_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "sum", LOADS_AND_STORES), answer);
}
static bool fused_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "fused", LOADS_AND_STORES), answer);
}
static bool strided_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "saxpy_strided", LOADS_AND_STORES), answer);
}
static bool polynomial_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "polynomial", LOADS_AND_STORES), answer);
}
static bool ridge(const KeyRun *run, char answer[64]) { return say(edge(run), answer); }
static bool sum_rate(const KeyRun *run, char answer[64]) { return say(attainable(run, "sum"), answer); }
static bool polynomial_rate(const KeyRun *run, char answer[64]) { return say(attainable(run, "polynomial"), answer); }
static bool moved_ridge(const KeyRun *run, char answer[64]) {
    return say(edge(run) / key_drawn(run, "faster"), answer);
}
static bool product(const KeyRun *run, char answer[64]) { return say(intensity(run, "product", LOADS), answer); }

// The rate that the product reaches where its intensity is the limit, in percent of the peak.
static bool product_percent(const KeyRun *run, char answer[64]) {
    return say(100 * fmin(1, intensity(run, "product", LOADS) / edge(run)), answer);
}

// The smallest degree whose polynomial is not left of the ridge.
static bool first_flat_degree(const KeyRun *run, char answer[64]) {
    double by_degree = intensity(run, "polynomial", LOADS_AND_STORES) / key_drawn(run, "degree");
    return snprintf(answer, 64, "%.0f", ceil(edge(run) / by_degree - 1e-9)) > 0;
}

#include "roofline_quiz.text.h"
