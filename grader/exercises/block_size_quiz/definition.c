// definition.c - chapter 04, block_size_quiz: which tiles use every byte of the sectors they touch.
#include "../definition.h"

#include <stdio.h>

enum { LARGEST = 32, SECTOR_BYTES = 32 };

static const Parameter parameters[] = {
    {"first", "1..20"},
    {"small", "2,4"},
    {"odd", "3,5"},
    {"large", "8,16,24,32"},
    {"blocks", "11..97"},
    {"requests", "160..960/16"},
    {"other_requests", "160..960/16"},
};

static const Part parts[] = {ANSWERS("answers", 100)};

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

// ---- questions ----

static const Slip lanes_slips[] = {
    {"key / blocks", "That is one block: there are {blocks}"},
    {"32 * blocks", "A block of {small} x {small} has no more threads than that"},
    {"small * blocks", "All rows of the block are in one warp"},
};
static const Slip small_slips[] = {
    {"key / requests", "That is one request: there are {requests}"},
    {"4 * requests", "A block's rows have {4 * small} bytes: in how many sectors are they?"},
    {"small * small * requests", "Floats of one row share a sector"},
};
static const Slip wasted_slips[] = {
    {"0", "The block's rows are {4 * small} bytes: how many bytes of each sector does it use?"},
    {"key / requests", "That is one request: there are {requests}"},
    {"4 * small * small * requests", "That is what is used"},
    {"32 * sectors_small", "That is what is moved: take away what is used"},
};
static const Slip odd_slips[] = {
    {"key / other_requests", "That is one request: there are {other_requests}"},
    {"odd * other_requests",
     "That is the best case. A tile's row may begin in the middle of a sector: take the mean over "
     "the phases"},
    {"2 * odd * other_requests", "That is the worst case. A tile's row may lie in one sector: take the mean over the "
                                 "phases"},
};
static const Slip moved_slips[] = {
    {"large / small", "That is what larger tiles save. The waste of the smaller tile comes on top"},
    {"8 / small", "That is the waste of the smaller tile. What larger tiles save comes on top"},
};

static const Question questions[] = {
    {"whole_sectors", "T from {first} to {first + 12} that waste nothing", 24, ANSWER_SET, .key = whole_sectors,
     .why = "A tile's row is 4 T bytes and begins at a multiple of 4 T bytes: for which T are these whole sectors?"},
    {"lanes", "lanes at work in {blocks} blocks of {small} x {small}", 10, .unit = UNIT_NONE, .key = lanes,
     .times = "blocks", SLIPS(lanes_slips), .why = "A block's threads fill one warp as far as they go"},
    {"sectors_small", "sectors of {requests} requests with T = {small}", 16, .unit = UNIT_SECTORS,
     .kernel = "tiles_{small}", .counter = "global_load_sectors", .per = "global_load_requests", .times = "requests",
     SLIPS(small_slips), .why = "The lanes load {small} rows of {small} floats: in how many sectors is that?"},
    {"wasted_small", "bytes of these sectors that are not used", 16, .unit = UNIT_BYTES, .key = small_wasted,
     .times = "requests", SLIPS(wasted_slips), .why = "How many bytes of a sector do not belong to the tile's row?"},
    {"sectors_odd", "sectors of {other_requests} requests with T = {odd}, as a mean over all phases", 16,
     .unit = UNIT_SECTORS, .kernel = "tiles_{odd}", .counter = "global_load_sectors", .per = "global_load_requests",
     .times = "other_requests", SLIPS(odd_slips),
     .why = "Row p of tiles begins at byte 4 * {odd} * p. Count the sectors under {4 * odd} bytes from there, for p = "
            "0 to 7, and take the mean"},
    {"moved", "bytes moved with T = {small}, over those with T = {large}", 18, .unit = UNIT_FRACTION,
     .key = small_to_large, SLIPS(moved_slips),
     .why = "How much more does the smaller tile need, and how much of what it moves is waste?"},
};

const Exercise block_size_quiz_exercise = {
    .name = "block_size_quiz",
    .chapter = "04_tiling",
    .title = "Which tiles waste nothing?",
    .learnt = "a tile wastes nothing when its rows are whole sectors and its threads whole warps.",
    .checklist = "tiling,coalescing",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Forget warps for a moment. A row of a tile is T neighbouring floats that begin at element phase * T of a "
         "row. In which sectors does it lie for T = 4, 8, 12?",
         "For T = 12 the rows of tiles begin at bytes 0, 48, 96, 144, ...: every second one begins in the middle of a "
         "sector, and shares it with its neighbour, which another phase loads. So 4 T must be a multiple of 32.",
         "Multiples of 8 waste nothing. A smaller tile needs as many times more loads as it is narrower, and each of "
         "them "
         "moves whole sectors. Odd tiles begin at every offset in a sector in turn: list the phases and count."},
};
