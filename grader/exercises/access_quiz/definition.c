// definition.c - chapter 02, access_quiz: which of nine accesses are coalesced, and what the others cost.
#include "../definition.h"

#include <stdio.h>

// 32 floats fill 4 sectors. The kernel's loads are asked about if it has any, else its stores; if it has neither it
// works in shared memory alone.
static bool is_coalesced(const KeyRun *run, const char *kernel, char answer[64]) {
    double loads = key_counter(run, kernel, "global_load_requests");
    double stores = key_counter(run, kernel, "global_store_requests");
    double sectors = key_counter(run, kernel, loads > 0 ? "global_load_sectors" : "global_store_sectors");
    double requests = loads > 0 ? loads : stores;
    snprintf(answer, 64, "%s", requests == 0 ? "n/a" : sectors <= 4 * requests ? "yes" : "no");
    return true;
}
static bool asked_coalesced(const KeyRun *run, const char *parameter, char answer[64]) {
    char kernel[32];
    snprintf(kernel, sizeof kernel, "access_%s", key_word(run, parameter));
    return is_coalesced(run, kernel, answer);
}
static bool coalesced_1(const KeyRun *run, char answer[64]) { return asked_coalesced(run, "first", answer); }
static bool coalesced_2(const KeyRun *run, char answer[64]) { return asked_coalesced(run, "second", answer); }
static bool coalesced_3(const KeyRun *run, char answer[64]) { return asked_coalesced(run, "third", answer); }

static bool percent_used(const KeyRun *run, char answer[64]) {
    double bytes = key_counter(run, "access_i", "global_store_bytes");
    double sectors = key_counter(run, "access_i", "global_store_sectors");
    if (sectors <= 0) return false;
    snprintf(answer, 64, "%.12g", 100 * bytes / (32 * sectors));
    return true;
}

#include "access_quiz.text.h"
