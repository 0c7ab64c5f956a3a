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

// The device is drawn: its peak in single precision (GFLOP/s) and its bandwidth (GB/s).
static const Parameter parameters[] = {
    {"rate", "9000..40000/500"}, {"bandwidth", "900..3300/50"}, {"step", "2,3,5,6,7,8"},
    {"arrays", "2..8"},          {"degree", "20..240/10"},      {"wide", "8,16,32"},
    {"faster", "2,3,4"},         {"gigabytes", "11..97"},       {"high", "8,16,32"},
};

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

static const Slip sum_slips[] = {
    {"key * (arrays + 1) / arrays", "The sum is stored, too: {arrays + 1} floats move for each element"},
    {"arrays / (4 * (arrays + 1))", "A sum of {arrays} values takes {arrays - 1} additions"},
    {"(arrays - 1) / 4", "That is operations over 4 bytes. How many floats move for an element?"},
    {"arrays - 1", "That is operations per element. How many bytes does an element move?"},
};
static const Slip strided_slips[] = {
    {"1 / 6", "Sectors of 8 floats move whole, although the kernel uses one float in {step}"},
    {"1 / (6 * step)",
     "With steps of more than 8 floats each element would have a sector of its own: count the sectors "
     "of a warp"},
};
static const Slip polynomial_slips[] = {
    {"degree / 8", "Each step is a multiplication and an addition: two operations"},
    {"degree / 2", "An element is loaded and stored: 8 bytes"},
};
static const Slip ridge_slips[] = {
    {"1 / key", "Upside down: operations over bytes, not bytes over operations"},
    {"1000 * key", "GFLOP/s and GB/s are both giga: no factor of 1,000 is left"},
};
static const Slip rate_slips[] = {
    {"rate", "That is the flat roof. At this intensity the slanted one is lower: bandwidth times intensity"},
    {"bandwidth * sum", "That is the slanted roof. The flat one is lower at this intensity"},
    {"bandwidth / sum", "The slanted roof is bandwidth times intensity, not divided by it"},
};
static const Slip polynomial_rate_slips[] = {
    {"bandwidth * polynomial", "That is the slanted roof. The flat one is lower at this intensity"},
    {"rate", "That is the flat roof. At this intensity the slanted one is lower: bandwidth times intensity"},
};
static const Slip product_slips[] = {
    {"key / 2", "A fused multiply-add is two operations"},
    {"key / gigabytes", "That is for one GB: there are {gigabytes}"},
    {"wide / 4 * gigabytes",
     "A tile of {wide} x {wide} would give that. Count A and B apart: each serves another side"},
    {"high / 4 * gigabytes",
     "A tile of {high} x {high} would give that. Count A and B apart: each serves another side"},
    {"(wide + high) / 8 * gigabytes", "Add up the bytes that one product costs, not the operations that a byte serves"},
};
static const Slip percent_slips[] = {
    {"100 - key", "That is what is lost"},
    {"100 * ridge * gigabytes / product", "Upside down: the rate grows with the intensity, up to the ridge"},
};
static const Slip moved_slips[] = {
    {"ridge * faster", "To the left, not to the right: with a faster memory fewer operations per byte reach the peak"},
    {"ridge", "That is the ridge of the device as it is. The bandwidth below the fraction grows"},
};

static const Slip flat_slips[] = {
    {"ceil(ridge)", "That is in operations per byte: each degree does two operations on an element of 8 bytes"},
    {"ceil(8 * ridge)", "Each step is a multiplication and an addition: two operations"},
    {"ceil(2 * ridge)", "An element is loaded and stored: 8 bytes"},
    {"ceil(4 * moved_ridge)", "That is with the faster memory"},
};

static const Question questions[] = {
    {.name = "sum",
     .asks = "operations per byte of the sum of {arrays} arrays",
     .points = 12,
     .unit = UNIT_FRACTION,
     .key = sum_intensity,
     .why = "Count for one element: additions, then bytes loaded and stored",
     SLIPS(sum_slips)},
    {.name = "saxpy_strided",
     .asks = "operations per byte of saxpy_strided with STEP = {step}",
     .points = 12,
     .unit = UNIT_FRACTION,
     .key = strided_intensity,
     .why = "32 lanes do 64 operations. How many sectors does each of their three requests touch?",
     SLIPS(strided_slips)},
    {.name = "polynomial",
     .asks = "operations per byte of a polynomial of degree {degree}",
     .points = 10,
     .unit = UNIT_FRACTION,
     .key = polynomial_intensity,
     .why = "Two operations per step; one float in, one out",
     SLIPS(polynomial_slips)},
    {.name = "ridge",
     .asks = "the ridge of a device with {rate} GFLOP/s and {bandwidth} GB/s, in operations per byte",
     .points = 10,
     .key = ridge,
     .why = "At the ridge both roofs are equal: bandwidth times intensity is the peak rate",
     SLIPS(ridge_slips)},
    {.name = "sum_rate",
     .asks = "the rate that the sum of {arrays} arrays can attain there, in GFLOP/s",
     .points = 10,
     .unit = UNIT_GFLOPS,
     .key = sum_rate,
     .why = "The lower of the two roofs at the sum's intensity",
     SLIPS(rate_slips)},
    {.name = "polynomial_rate",
     .asks = "the rate that the polynomial of degree {degree} can attain there, in GFLOP/s",
     .points = 10,
     .unit = UNIT_GFLOPS,
     .key = polynomial_rate,
     .why = "The lower of the two roofs at the polynomial's intensity",
     SLIPS(polynomial_rate_slips)},
    {.name = "product",
     .asks = "billions of operations that a product whose blocks compute {high} rows and {wide} columns does for "
             "{gigabytes} GB loaded",
     .points = 10,
     .key = product,
     .times = "gigabytes",
     .why = "How many threads use a loaded float of A, and how many one of B?",
     SLIPS(product_slips)},
    {.name = "product_percent",
     .asks = "percent of the peak that memory lets that product reach",
     .points = 10,
     .unit = UNIT_PERCENT,
     .key = product_percent,
     .why = "Bandwidth times intensity over the peak, and never more than 100",
     SLIPS(percent_slips)},
    {.name = "moved_ridge",
     .asks = "the ridge if the memory were {faster} times as fast",
     .points = 6,
     .key = moved_ridge,
     .why = "The same peak over more bandwidth",
     SLIPS(moved_slips)},
    {.name = "first_flat_degree",
     .asks = "the smallest degree whose polynomial a faster memory would not help, on the device as it is",
     .points = 10,
     .key = first_flat_degree,
     .why = "A faster memory helps a kernel left of the ridge. How many operations per byte does each degree add?",
     SLIPS(flat_slips)},
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
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .suits = "high - wide", // the lesson has squares
    .hints =
        {"Intensity is operations over bytes. Write both down for one element of the result, then divide.",
         "The attainable rate is the lower of two numbers: the peak rate, and bandwidth times intensity. Where they "
         "are equal is the ridge.",
         "saxpy_strided: 64 operations of a warp, and three requests whose sectors chapter 02 counts. A block of R "
         "rows and C columns: a float of A serves C products, one of B serves R, so a product costs 4 / C + 4 / R "
         "bytes. The ridge is the peak over the bandwidth."},
};
