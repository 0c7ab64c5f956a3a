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

static const Parameter parameters[] = {
    {"width", "96..320/32"},
    {"height", "96..320/32"},
    {"side", "2,4,8,16,32"},
};

#define KERNEL "the kernel, in of {width} x {height}, blocks of {side} x {512 / side}"
static const Slip load_slips[] = {
    {"width * height / 32", "Those are the requests: how many sectors does each of them touch?"},
    {"width * height", "Lanes with neighbouring x read neighbours: in[y * width + x] has x alone"},
    {"sectors_stored", "That is what the stores touch: follow the load"},
};
static const Slip store_slips[] = {
    {"width * height / 32", "Those are the requests: how many sectors does each of them touch?"},
    {"width * height / 8", "Lanes with neighbouring x store {height} floats apart: out[x * height + y]"},
    {"width * height", "Not every lane has a sector to itself: some lanes of a warp have the same x"},
    {"sectors_loaded", "That is what the loads touch: follow the store"},
};
static const Question questions[] = {
    {.name = "sectors_loaded",
     .asks = "sectors loaded by " KERNEL,
     .points = 3,
     .unit = UNIT_SECTORS,
     .kernel = "as_it_stands",
     .counter = LOAD_SECTORS,
     .why = "A warp is {side} lanes wide and {32 / side} high. Which elements of in does it read, and how many warps "
            "are there?",
     SLIPS(load_slips)},
    {.name = "sectors_stored",
     .asks = "sectors stored by " KERNEL,
     .points = 3,
     .unit = UNIT_SECTORS,
     .kernel = "as_it_stands",
     .counter = STORE_SECTORS,
     .why = "A warp is {side} lanes wide and {32 / side} high. Which elements of out does it write, and how many warps "
            "are there?",
     SLIPS(store_slips)},
};

// 32 elements are 4 sectors, to read and to write. A warp that walks down a column touches 32 instead.
static const Part parts[] = {
    RIGHT_RESULTS(24),
    NO_FAULTS(6),
    {.label = "coalesced stores",
     .points = 40,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors stored per 32 elements",
     .counter = STORE_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_STORES,
     .advice = "Neighbouring lanes write down a column of out: stage a tile in shared memory, let threadIdx.x run "
               "along a row of out, and read tile[threadIdx.x][threadIdx.y]",
     .advise = transpose_stored_twice},
    {.label = "coalesced loads",
     .points = 24,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_LOADS,
     .after = "coalesced stores", // the one without the other is what the exercise starts from
     .advice = "Neighbouring lanes read different rows of in: let threadIdx.x run along a row",
     .advise = transpose_loaded_twice},
    {.label = "shared memory bank conflicts",
     .points = 0, // shown: the next chapter is about them
     .kind = PART_LIMIT,
     .symptom = "bank_conflicts",
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
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Whichever index the lanes follow, reading or writing strides. Could a block read a square of in by rows, "
         "keep it, and write it by rows of out? Where would it keep it?",
         "Read element (y, x) of in into tile[threadIdx.y][threadIdx.x]. The block's square of out begins at row "
         "blockIdx.x * 32 and column blockIdx.y * 32, and threadIdx.x must run along its rows.",
         "After the barrier: int out_x = blockIdx.y * 32 + threadIdx.x, out_y = blockIdx.x * 32 + threadIdx.y; if "
         "out_x < height and out_y < width, out[out_y * height + out_x] = tile[threadIdx.x][threadIdx.y]."},
};
