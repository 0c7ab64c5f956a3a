// definition.c - chapter 12, profile_reading: four kernels by their counters alone; each is run, and told by what it
// did.
#include "../definition.h"

#include <stdio.h>

#define MULTIPROCESSORS 132 // of an H200

// Four kernels, each with a trouble of its own or none, as bad as `how` says.

static double lanes_active(const KeyRun *run, const char *kernel) {
    return key_counter(run, kernel, "thread_instructions") / key_counter(run, kernel, "warp_instructions");
}

static double blocks_of(const KeyRun *run, const char *kernel) {
    return report_launch_most(key_report(run), kernel, REPORT_GRID);
}

// What is wrong with a kernel, by the counter that is out of the ordinary.
static bool trouble_of(const KeyRun *run, const char *kernel, char answer[64]) {
    double requests = key_counter(run, kernel, "global_load_requests");
    const char *word = "none";
    if (key_counter(run, kernel, "global_load_sectors") > 4 * requests) word = "scattered";
    else if (key_counter(run, kernel, BANK_CONFLICTS) > requests) word = "conflicted";
    else if (lanes_active(run, kernel) < 24) word = "divergent";
    else if (blocks_of(run, kernel) < MULTIPROCESSORS) word = "few_blocks";
    snprintf(answer, 64, "%s", word);
    return requests > 0;
}

static bool trouble_p(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_p", answer); }
static bool trouble_q(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_q", answer); }
static bool trouble_r(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_r", answer); }
static bool trouble_s(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_s", answer); }

// Busy multiprocessors: those that have a block.
static bool busy(const KeyRun *run, char answer[64]) {
    char kernel[32];
    snprintf(kernel, sizeof kernel, "kernel_%s", key_word(run, "third"));
    return snprintf(answer, 64, "%.0f", fmin(MULTIPROCESSORS, blocks_of(run, kernel))) > 0;
}

#include "profile_reading.text.h"
