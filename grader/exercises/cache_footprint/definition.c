// definition.c - chapter 03, cache_footprint: sectors that kernels ask for, and different ones. Questions only.
//
// The key program includes the skeleton and runs its kernels; both numbers are counters of these launches.
#include "../definition.h"

#include <stdio.h>

// Of both launches.
static bool asked_by_blur(const KeyRun *run, char answer[64]) {
    double sectors = key_counter(run, "blur", LOAD_SECTORS) + key_counter(run, "blur_again", LOAD_SECTORS);
    return snprintf(answer, 64, "%.0f", sectors) > 0;
}

#include "cache_footprint.text.h"
