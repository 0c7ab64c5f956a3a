// definition.c - chapter 08, op_per_byte_quiz: operations per byte of global memory, of six kernels.
#include "../definition.h"

#include <stdio.h>

static bool say_ratio(double operations, double bytes, char answer[64]) {
    return operations > 0 && bytes > 0 && snprintf(answer, 64, "%.12g", operations / bytes) > 0;
}

// A fused multiply-add is two operations.
static bool ratio(const KeyRun *run, const char *kernel, const char *bytes, char answer[64]) {
    double operations = 2 * key_counter(run, kernel, "ffma") + key_counter(run, kernel, "fadd+fmul");
    return say_ratio(operations, key_counter(run, kernel, bytes), answer);
}
#define LOADED "global_load_bytes"
#define MOVED "global_load_bytes+global_store_bytes"
static bool rectangle(const KeyRun *run, char answer[64]) { return ratio(run, "rectangle", LOADED, answer); }
static bool coarsened(const KeyRun *run, char answer[64]) { return ratio(run, "coarsened", LOADED, answer); }
static bool coarsened_all(const KeyRun *run, char answer[64]) { return ratio(run, "coarsened", MOVED, answer); }
static bool register_tile(const KeyRun *run, char answer[64]) { return ratio(run, "register_tile", LOADED, answer); }
static bool doubles(const KeyRun *run, char answer[64]) {
    double operations = 2 * key_counter(run, "doubles", "dfma");
    return say_ratio(operations, key_counter(run, "doubles", LOADED), answer);
}
static bool stencil(const KeyRun *run, char answer[64]) { return ratio(run, "stencil", MOVED, answer); }
static bool polynomial(const KeyRun *run, char answer[64]) { return ratio(run, "polynomial", MOVED, answer); }

#include "op_per_byte_quiz.text.h"
