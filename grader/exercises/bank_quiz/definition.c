// definition.c - chapter 06, bank_quiz: passes and conflicts of strides, wide values and tiles; the key is measured.
#include "../definition.h"

#include <stdio.h>

// The least of the widths that were run whose store takes one pass.
static bool least_width(const KeyRun *run, char answer[64]) {
    for (int more = 0; more < 8; more++) {
        char kernel[32];
        snprintf(kernel, sizeof kernel, "turned_8_%d", more);
        if (key_counter(run, kernel, "shared_store_wavefronts") == 1)
            return snprintf(answer, 64, "%.0f", key_drawn(run, "from") + more) > 0;
    }
    return false;
}

#include "bank_quiz.text.h"
