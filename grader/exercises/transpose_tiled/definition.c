// definition.c - chapter 05, transpose_tiled: a transpose that reads rows and writes rows, of any size.
#include "../transpose.h"

#include <stdio.h>

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 32),
    TRANSPOSE_CASE(33, 65),
    TRANSPOSE_CASE(100, 7),
    TRANSPOSE_CASE(160, 224, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// What the skeleton moves is asked first: a key that is measured on it.
static double skeleton_sectors(const KeyRun *run, const char *sectors, const char *requests) {
    return key_counter(run, NULL, sectors) / key_counter(run, NULL, requests);
}
static bool loaded(const KeyRun *run, char answer[64]) {
    return snprintf(answer, 64, "%.12g", skeleton_sectors(run, LOAD_SECTORS, LOAD_REQUESTS)) > 0;
}
static bool stored(const KeyRun *run, char answer[64]) {
    return snprintf(answer, 64, "%.12g", skeleton_sectors(run, STORE_SECTORS, STORE_REQUESTS)) > 0;
}

static const Slip load_slips[] = {
    {"32", "Lanes have neighbouring x, and in[y * width + x] has x alone: follow the load, not the store"},
    {"1", "32 floats are 128 bytes, and a sector has 32"},
};
static const Slip store_slips[] = {
    {"4", "Neighbouring lanes store height floats apart: out[x * height + y]"},
    {"1", "Each lane stores to a sector of its own"},
};
static const Question questions[] = {
    {.name = "sectors_loaded",
     .asks = "sectors of one load request of the skeleton",
     .points = 3,
     .key = loaded,
     .why = "Which elements of in do the lanes 0, 1, 2, ... of a warp read?",
     SLIPS(load_slips)},
    {.name = "sectors_stored",
     .asks = "sectors of one store request of the skeleton",
     .points = 3,
     .key = stored,
     .why = "Which elements of out do the lanes 0, 1, 2, ... of a warp write?",
     SLIPS(store_slips)},
};

// 32 elements are 4 sectors, to read and to write. A warp that walks down a column touches 32 instead.
static const Part parts[] = {
    RIGHT_RESULTS(24),
    NO_FAULTS(6),
    {.label = "coalesced stores",
     .points = 40,
     .kind = PART_LIMIT,
     .counts = "sectors stored per 32 elements",
     .counter = STORE_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_STORES,
     .advice = "Neighbouring lanes write down a column of out: stage a tile in shared memory, let threadIdx.x run "
               "along a row of out, and read tile[threadIdx.x][threadIdx.y]"},
    {.label = "coalesced loads",
     .points = 24,
     .kind = PART_LIMIT,
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_LOADS,
     .after = "coalesced stores", // the one without the other is what the exercise starts from
     .advice = "Neighbouring lanes read different rows of in: let threadIdx.x run along a row"},
    {.label = "shared memory bank conflicts",
     .points = 0, // shown: the next chapter is about them
     .kind = PART_LIMIT,
     .counts = "shared memory bank conflicts",
     .counter = BANK_CONFLICTS,
     .most = INFINITY},
    ANSWERS("predictions", 6),
};

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

const Exercise transpose_tiled_exercise = {
    .name = "transpose_tiled",
    .chapter = "05_corner_turning",
    .title = "A transpose, coalesced on both sides",
    .learnt = "one side of a transpose always strides, so let that be shared memory, where it costs least.",
    .checklist = "coalescing,tiling",
    .interface = "transpose",
    .must_define = "void transpose(const float *in, float *out, int width, int height)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = transpose_elements,
    .draw = transpose_draw,
    .make = transpose_make,
    .check = transpose_check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_SKELETON,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"Whichever index the lanes follow, reading or writing strides. Could a block read a square of in by rows, "
         "keep it, and write it by rows of out? Where would it keep it?",
         "Read element (y, x) of in into tile[threadIdx.y][threadIdx.x]. The block's square of out begins at row "
         "blockIdx.x * 32 and column blockIdx.y * 32, and threadIdx.x must run along its rows.",
         "After the barrier: int out_x = blockIdx.y * 32 + threadIdx.x, out_y = blockIdx.x * 32 + threadIdx.y; if "
         "out_x < height and out_y < width, out[out_y * height + out_x] = tile[threadIdx.x][threadIdx.y]."},
};
