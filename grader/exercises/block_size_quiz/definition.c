// definition.c - chapter 04, block_size_quiz: which tiles use every byte of the sectors they touch.
#include "../definition.h"

#include <stdio.h>

enum { LARGEST = 32, SECTOR_BYTES = 32 };

static const Part parts[] = {ANSWERS("answers", 100)};

// ---- keys: counts of key.cu's kernels tiles_1 to tiles_32 ----

static double moved_bytes(const KeyRun *run, const char *kernel) {
    return SECTOR_BYTES * key_counter(run, kernel, "global_load_sectors");
}

// Each element is loaded by one thread in each phase: what is moved and not asked for is waste.
static bool whole_sectors(const KeyRun *run, char answer[64]) {
    size_t used = 0;
    for (int tile = 1; tile <= LARGEST; tile++) {
        char kernel[16];
        snprintf(kernel, sizeof kernel, "tiles_%d", tile);
        if (moved_bytes(run, kernel) > key_counter(run, kernel, "global_load_bytes")) continue;
        used += (size_t)snprintf(answer + used, 64 - used, "%s%d", used ? ", " : "", tile);
        if (used >= 64) return false;
    }
    return true;
}

static bool ratio(double above, double below, char answer[64]) {
    if (below <= 0) return false;
    snprintf(answer, 64, "%.6g", above / below);
    return true;
}
static double loaded_bytes(const KeyRun *run, const char *kernel) {
    return key_counter(run, kernel, "global_load_bytes");
}

static bool lanes_4(const KeyRun *run, char answer[64]) {
    return ratio(loaded_bytes(run, "tiles_4") / sizeof(float), key_counter(run, "tiles_4", "global_load_requests"),
                 answer);
}
static bool percent_used_4(const KeyRun *run, char answer[64]) {
    return ratio(100 * loaded_bytes(run, "tiles_4"), moved_bytes(run, "tiles_4"), answer);
}
static bool percent_used_16(const KeyRun *run, char answer[64]) {
    return ratio(100 * loaded_bytes(run, "tiles_16"), moved_bytes(run, "tiles_16"), answer);
}
static bool moved_4_to_needed(const KeyRun *run, char answer[64]) {
    return ratio(moved_bytes(run, "tiles_4"), loaded_bytes(run, "tiles_4"), answer);
}

// The two kernels compute as many terms of each result, but not as many results: by result, then.
static bool moved_4_to_16(const KeyRun *run, char answer[64]) {
    double by_4 = moved_bytes(run, "tiles_4") / key_counter(run, "tiles_4", "global_store_bytes");
    return ratio(by_4, moved_bytes(run, "tiles_16") / key_counter(run, "tiles_16", "global_store_bytes"), answer);
}

// ---- questions ----

static const Slip whole_slips[] = {
    {"4, 8, 16, 24, 32",
     "with T = 4 the 4.0 sectors of a request look perfect; how many bytes of them does a block want?"},
    {"32", "that is the answer for lines of 128 bytes. A sector is 32 bytes: which rows are made of whole sectors?"},
    {"16, 32", "a row of 8 floats is 32 bytes long. And what of 24?"},
    {"8, 16, 32", "what of 24? Its rows are 96 bytes, and begin at multiples of 96"},
};
static const Slip lanes_slips[] = {
    {"32", "a block of 4 x 4 has no more threads than that: 16"},
    {"4", "four rows of four threads are all in one warp"},
};
static const Slip sectors_4_slips[] = {
    {"2", "16 floats are 64 bytes, but they do not lie side by side: the tile has four rows"},
    {"1", "the tile has four rows, each in a sector of its own"},
};
static const Slip used_4_slips[] = {
    {"100", "4.0 sectors a request look perfect, but how many bytes of each does the block want?"},
    {"12.5", "a row of the tile is four floats, not one"},
};
static const Slip needed_slips[] = {{"1", "how much of what is moved is used?"}};
static const Slip moved_slips[] = {
    {"4", "that is what larger tiles save; the waste of the small one comes on top"},
    {"2", "that is the waste of the small tile; what larger tiles save comes on top"},
    {"16", "a tile's element serves a row or a column of threads: 4 or 16 of them"},
};
#define OF(tile) .kernel = tile, .counter = "global_load_sectors", .per = "global_load_requests"

static const Question questions[] = {
    {"whole_sectors", "T that waste nothing", 40, ANSWER_SET, .key = whole_sectors, SLIPS(whole_slips),
     .why = "a tile's row is 4 T bytes and begins at a multiple of 4 T bytes: for which T are these whole sectors?"},
    {"lanes_4", "lanes at work with T = 4", 8, ANSWER_NUMBER, .key = lanes_4, SLIPS(lanes_slips),
     .why = "a block of 4 x 4 is one warp"},
    {"sectors_4", "sectors of a request with T = 4", 10, ANSWER_NUMBER, OF("tiles_4"), SLIPS(sectors_4_slips),
     .why = "the 16 lanes load four rows of four floats"},
    {"percent_used_4", "percent used with T = 4", 12, ANSWER_NUMBER, .key = percent_used_4, SLIPS(used_4_slips),
     .why = "four floats are 16 bytes of a sector's 32"},
    {"sectors_16", "sectors of a request with T = 16", 6, ANSWER_NUMBER, OF("tiles_16"),
     .why = "a warp loads two rows of 16 floats"},
    {"percent_used_16", "percent used with T = 16", 6, ANSWER_NUMBER, .key = percent_used_16,
     .why = "a row is 64 bytes, and begins at a multiple of 64"},
    {"moved_4_to_needed", "bytes moved to bytes needed with T = 4", 8, ANSWER_NUMBER, .key = moved_4_to_needed,
     SLIPS(needed_slips), .why = "the reciprocal of the share that is used"},
    {"moved_4_to_16", "bytes moved with T = 4 to those with T = 16", 10, ANSWER_NUMBER, .key = moved_4_to_16,
     SLIPS(moved_slips), .why = "how much more does T = 4 need, and how much of what it moves is waste?"},
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
    .hints =
        {"Forget warps for a moment. A row of a tile is T neighbouring floats that begin at element phase * T of a "
         "row. "
         "In which sectors does it lie for T = 4, 8, 12?",
         "For T = 12 the rows of tiles begin at bytes 0, 48, 96, 144, ...: every second one begins in the middle of a "
         "sector, and shares it with its neighbour, which another phase loads. So 4 T must be a multiple of 32.",
         "Multiples of 8. With T = 4 a block has 16 threads in four rows: four sectors for 64 bytes. A tile of 4 needs "
         "four times the loads of a tile of 16, and moves twice what it needs."},
};
