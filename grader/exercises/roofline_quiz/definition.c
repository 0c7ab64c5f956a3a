// definition.c - chapter 12, roofline_quiz: intensity, ridge, attainable rate; operations and bytes are counted in a
// run.
//
// A fused multiply-add is two operations. The bytes are those of the requests' sectors, as the lesson has it: what
// passes between the multiprocessors and the memory behind them if no cache helps.
#include "../definition.h"

#include <stdio.h>
#include <string.h>

#define A100_RATE 19500.0     // GFLOP/s in single precision
#define A100_BANDWIDTH 1555.0 // GB/s

#define LOADS "global_load_sectors"
#define LOADS_AND_STORES "global_load_sectors+global_store_sectors"

// Operations per byte of the sectors that these requests move.
static double intensity(const KeyRun *run, const char *kernel, const char *sectors) {
    double operations = 2 * key_counter(run, kernel, "ffma") + key_counter(run, kernel, "fadd+fmul");
    return operations / (32 * key_counter(run, kernel, sectors));
}

static double attainable(double each) { return fmin(A100_RATE, A100_BANDWIDTH * each); }

static bool say(double value, char answer[64]) {
    snprintf(answer, 64, "%.6g", value);
    return value > 0;
}

static bool saxpy_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "saxpy", LOADS_AND_STORES), answer);
}
static bool strided_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "saxpy_strided", LOADS_AND_STORES), answer);
}
static bool polynomial_intensity(const KeyRun *run, char answer[64]) {
    return say(intensity(run, "polynomial", LOADS_AND_STORES), answer);
}
static bool ridge(const KeyRun *run, char answer[64]) {
    (void)run;
    return say(A100_RATE / A100_BANDWIDTH, answer);
}
static bool saxpy_rate(const KeyRun *run, char answer[64]) {
    return say(attainable(intensity(run, "saxpy", LOADS_AND_STORES)), answer);
}
static bool polynomial_rate(const KeyRun *run, char answer[64]) {
    return say(attainable(intensity(run, "polynomial", LOADS_AND_STORES)), answer);
}
static bool doubled_ridge(const KeyRun *run, char answer[64]) {
    (void)run;
    return say(A100_RATE / (2 * A100_BANDWIDTH), answer);
}

static bool tile_16(const KeyRun *run, char answer[64]) { return say(intensity(run, "product_16", LOADS), answer); }
static bool tile_32(const KeyRun *run, char answer[64]) { return say(intensity(run, "product_32", LOADS), answer); }

// A tile twice as wide has twice the operations for a byte, as the two that are run show.
static bool tile_at_the_ridge(const KeyRun *run, char answer[64]) {
    double of_16 = intensity(run, "product_16", LOADS), of_32 = intensity(run, "product_32", LOADS);
    int tile = 32;
    if (fabs(of_32 / of_16 - 2) > 0.01) return false;
    while (of_32 * tile / 32 < A100_RATE / A100_BANDWIDTH) tile *= 2;
    return say(tile, answer);
}

// Left of the ridge the slanted roof is the lower one.
static bool helped_by_memory(const KeyRun *run, char answer[64]) {
    static const char *const kernels[] = {"saxpy", "saxpy_strided", "polynomial"};
    const double edge = A100_RATE / A100_BANDWIDTH;
    answer[0] = 0;
    for (size_t i = 0; i < COUNT_OF(kernels); i++)
        if (intensity(run, kernels[i], LOADS_AND_STORES) < edge)
            snprintf(answer + strlen(answer), 64 - strlen(answer), "%s ", kernels[i]);
    if (intensity(run, "product_32", LOADS) < edge)
        snprintf(answer + strlen(answer), 64 - strlen(answer), "product_32");
    return true;
}

static const Slip tile_16_slips[] = {
    {"2", "A fused multiply-add is two operations"},
    {"8", "A float has 4 bytes, and two floats are loaded: one of A and one of B"},
    {"0.25", "That is the product without tiles. In a tile of 16 each loaded float serves 16 threads"},
};
static const Slip tile_32_slips[] = {
    {"4", "That is for tiles of 16. Now each loaded float serves 32 threads"},
    {"16", "A and B are each loaded half as often: half the bytes for the same operations, a factor of 2"},
};
static const Slip doubled_slips[] = {
    {"25.08", "To the left, not to the right: with a faster memory fewer operations per byte reach the peak"},
    {"12.54", "That is the ridge of today. The bandwidth below the fraction doubles"},
};
static const Slip helped_slips[] = {
    {"saxpy saxpy_strided",
     "The product in tiles of 32 has 8 operations per byte: on which side of the ridge is that?"},
    {"saxpy saxpy_strided polynomial product_32",
     "Right of the ridge the flat roof is the lower one, and that is arithmetic"},
    {"polynomial", "It is right of the ridge: its roof is arithmetic, which a faster memory does not raise"},
};
static const Slip saxpy_slips[] = {
    {"0.25", "saxpy moves three floats for an element: it loads x and y and stores y"},
    {"0.0833", "A multiply and an add are two operations"},
    {"2", "That is operations per element. How many bytes does an element move?"},
};
static const Slip strided_slips[] = {
    {"0.1667", "Every fourth float is used, but sectors of 8 floats move whole"},
};
static const Slip polynomial_slips[] = {
    {"8", "64 fused multiply-adds are 128 operations"},
    {"32", "An element is loaded once and stored once: 8 bytes"},
};
static const Slip ridge_slips[] = {
    {"0.0797", "Upside down: operations over bytes, not bytes over operations"},
    {"12540", "19.5 TFLOP/s are 19,500 GFLOP/s, and 1,555 GB/s are already giga"},
};
static const Slip rate_slips[] = {
    {"19500", "That is the flat roof. At this intensity the slanted one is lower: bandwidth times intensity"},
};
static const Slip polynomial_rate_slips[] = {
    {"24880", "Bandwidth times intensity is above what the arithmetic can do: the flat roof is the lower one"},
};
static const Slip tile_slips[] = {
    {"32", "A tile of 32 has 8 operations for a byte, and the ridge is further right"},
    {"50", "Widths here are powers of two: 16, 32, 64, ..."},
};

static const Question questions[] = {
    {.name = "saxpy",
     .asks = "operations per byte of saxpy",
     .points = 12,
     .key = saxpy_intensity,
     .why = "Count for one element: operations, then bytes loaded and stored",
     SLIPS(saxpy_slips)},
    {.name = "saxpy_strided",
     .asks = "operations per byte of saxpy on every fourth element",
     .points = 10,
     .key = strided_intensity,
     .why = "The same operations, and whole sectors for a quarter of their floats",
     SLIPS(strided_slips)},
    {.name = "polynomial",
     .asks = "operations per byte of a polynomial of degree 63",
     .points = 10,
     .key = polynomial_intensity,
     .why = "Two operations for each fused multiply-add, 64 of them; one float in, one out",
     SLIPS(polynomial_slips)},
    {.name = "ridge",
     .asks = "the A100's ridge in operations per byte",
     .points = 12,
     .key = ridge,
     .why = "At the ridge both roofs are equal: bandwidth times intensity is the peak rate",
     SLIPS(ridge_slips)},
    {.name = "saxpy_rate",
     .asks = "the rate saxpy can attain, in GFLOP/s",
     .points = 12,
     .key = saxpy_rate,
     .why = "The lower of the two roofs at saxpy's intensity",
     SLIPS(rate_slips)},
    {.name = "polynomial_rate",
     .asks = "the rate the polynomial can attain, in GFLOP/s",
     .points = 10,
     .key = polynomial_rate,
     .why = "The lower of the two roofs at the polynomial's intensity",
     SLIPS(polynomial_rate_slips)},
    {.name = "tile_16",
     .asks = "operations per loaded byte of a product in tiles of 16",
     .points = 8,
     .key = tile_16,
     .why = "A loaded float serves T threads: 2 T operations for 2 floats of 4 bytes",
     SLIPS(tile_16_slips)},
    {.name = "tile_32",
     .asks = "the same with tiles of 32",
     .points = 6,
     .key = tile_32,
     .why = "Twice the width, twice the use",
     SLIPS(tile_32_slips)},
    {.name = "tile_at_the_ridge",
     .asks = "the first power of two whose tiles reach the ridge",
     .points = 8,
     .key = tile_at_the_ridge,
     .why = "T / 4 operations for a byte: when is that at least the ridge?",
     SLIPS(tile_slips)},
    {.name = "doubled_ridge",
     .asks = "the ridge if the memory were twice as fast",
     .points = 4,
     .key = doubled_ridge,
     .why = "The same peak over twice the bandwidth",
     SLIPS(doubled_slips)},
    {.name = "helped_by_memory",
     .asks = "which of them a faster memory could help",
     .points = 8,
     .kind = ANSWER_SET,
     .key = helped_by_memory,
     .why = "Those left of the ridge",
     SLIPS(helped_slips)},
};

static const Part parts[] = {ANSWERS("answers", 100)};

const Exercise roofline_quiz_exercise = {
    .name = "roofline_quiz",
    .chapter = "12_roofline",
    .title = "Intensity, ridge, and what a kernel can attain",
    .learnt = "attainable is the lower of the peak rate and bandwidth times intensity; they meet at the ridge.",
    .checklist = "",
    .serves = "roofline",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"Intensity is operations over bytes. Write both down for one element of the result, then divide.",
         "The attainable rate is the lower of two numbers: the peak rate, and bandwidth times intensity. Where they "
         "are equal is the ridge.",
         "saxpy: 2 operations, 3 floats of 4 bytes. A tile of T: each loaded float is used T times, so 2 T operations "
         "for 8 bytes. The A100: 19,500 GFLOP/s over 1,555 GB/s."},
};
