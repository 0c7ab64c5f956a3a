// definition.c - chapter 04, block_size_quiz: which tiles use every byte of the sectors they touch.
#include "../definition.h"

#include <stdio.h>

enum { LARGEST = 32, SECTOR_BYTES = 32 };

// ---- keys: counts of key.cu's kernels tiles_1 to tiles_32 ----

static double moved_bytes(const KeyRun *run, const char *kernel) {
    return SECTOR_BYTES * key_counter(run, kernel, "global_load_sectors");
}

// Each element is loaded by one thread in each phase: what is moved and not asked for is waste.
static bool whole_sectors(const KeyRun *run, char answer[64]) {
    size_t used = 0;
    int first = (int)key_drawn(run, "first");
    for (int tile = first; tile <= first + 12; tile++) {
        char kernel[16];
        snprintf(kernel, sizeof kernel, "tiles_%d", tile);
        if (moved_bytes(run, kernel) > key_counter(run, kernel, "global_load_bytes")) continue;
        used += (size_t)snprintf(answer + used, 64 - used, "%s%d", used ? ", " : "", tile);
        if (used >= 64) return false;
    }
    return used > 0;
}

static bool ratio(double above, double below, char answer[64]) {
    if (below <= 0) return false;
    snprintf(answer, 64, "%.12g", above / below);
    return true;
}
static double loaded_bytes(const KeyRun *run, const char *kernel) {
    return key_counter(run, kernel, "global_load_bytes");
}

// Of the tile that a parameter names.
static void kernel_of(const KeyRun *run, const char *parameter, char kernel[32]) {
    snprintf(kernel, 32, "tiles_%s", key_word(run, parameter));
}
static bool lanes(const KeyRun *run, char answer[64]) {
    char kernel[32];
    kernel_of(run, "small", kernel);
    return ratio(loaded_bytes(run, kernel) / sizeof(float), key_counter(run, kernel, "global_load_requests"), answer);
}
// Bytes of a request's sectors that no lane asks for.
static bool small_wasted(const KeyRun *run, char answer[64]) {
    char kernel[32];
    kernel_of(run, "small", kernel);
    double wasted = moved_bytes(run, kernel) - loaded_bytes(run, kernel);
    return ratio(wasted, key_counter(run, kernel, "global_load_requests"), answer);
}

// The matrices have different sizes, so by product: a row of blocks has tile * width results of `width` products each.
static double moved_by_product(const KeyRun *run, const char *parameter) {
    char kernel[32];
    kernel_of(run, parameter, kernel);
    double results = key_counter(run, kernel, "global_store_bytes") / sizeof(float);
    return moved_bytes(run, kernel) / (results * (results / key_drawn(run, parameter)));
}
static bool small_to_large(const KeyRun *run, char answer[64]) {
    return ratio(moved_by_product(run, "small"), moved_by_product(run, "large"), answer);
}

#include "block_size_quiz.text.h"
