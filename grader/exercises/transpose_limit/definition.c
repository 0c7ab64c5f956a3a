// definition.c - chapter 13, transpose_limit: a transpose with enough bytes in flight, in as few instructions as
// vectors take.
#include "../transpose.h"

#include <inttypes.h>
#include <stdio.h>

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 64),
    TRANSPOSE_CASE(100, 36),
    TRANSPOSE_CASE(66, 130),
    TRANSPOSE_CASE(101, 40),
    TRANSPOSE_CASE(40, 103),
    TRANSPOSE_CASE(1152, 1024, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Whole tiles of 64 x 64, and more than 4 MiB: the GPU must have enough to ask for.
static void draw(uint64_t seed, CaseSpec *spec) {
    transpose_draw(seed, spec);
    if (!spec->measured) return;
    Random random = random_seeded(seed);
    spec->size[TRANSPOSE_WIDTH] = 64 * random_between(&random, 16, 18);
    spec->size[TRANSPOSE_HEIGHT] = 64 * random_between(&random, 17, 19);
    snprintf(spec->label, sizeof spec->label, "width %" PRId64 ", height %" PRId64, spec->size[TRANSPOSE_WIDTH],
             spec->size[TRANSPOSE_HEIGHT]);
}

static double in_flight(const DeviceReport *report, const CaseSpec *spec) {
    return report_in_flight(report, NULL, 4 * transpose_elements(spec));
}

// A float4 moves four elements, so 32 elements take a quarter of an instruction each to load, to store in the tile, to
// load from it and to store: 1 together. Floats take 4.
#define MEMORY_INSTRUCTIONS LOAD_REQUESTS "+" STORE_REQUESTS "+shared_load_instructions+shared_store_instructions"

// An H200 copies at nine tenths of its best with 2.16 MB in flight and at all of it with 4.3 MB: chapter 07's
// h200_in_flight.csv. 2 MiB and 4 MiB are asked for. 64 warps with four floats a lane are 4.33 MB.
static const Part parts[] = {
    RIGHT_RESULTS(15),
    NO_FAULTS(5),
    {.label = "coalesced stores",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors stored per 32 elements",
     .counter = STORE_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_STORES,
     .advice = "Neighbouring lanes write down a column of out: let threadIdx.x run along a row of out, and read the "
               "tile transposed",
     .advise = transpose_stored_twice},
    {.label = "coalesced loads",
     .points = 5,
     .kind = PART_LIMIT,
     .symptom = "coalescing",
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_LOADS,
     .after = "coalesced stores",
     .advice = "Neighbouring lanes read different rows of in: let threadIdx.x run along a row",
     .advise = transpose_loaded_twice},
    {.label = "no bank conflicts",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "bank_conflicts",
     .counts = "shared memory bank conflicts",
     .counter = BANK_CONFLICTS,
     .bounds = transpose_conflicts,
     .paths = PATH_BANKS,
     .after = "coalesced loads",
     .advice = "The lanes of a request touch words of the tile that share banks: pad its rows, or exchange its columns "
               "by the row (a float4 is four banks wide)"},
    {.label = "2 MiB in flight",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "bytes_in_flight",
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = 2 << 20,
     .plain = 132 * 64 * 32 * 4, // a float a lane
     .most = INFINITY,
     .paths = PATH_LOADS,
     .after = "no bank conflicts",
     .advice = "A warp waits too early: let a thread load several elements before the barrier"},
    {.label = "4 MiB in flight",
     .points = 10,
     .kind = PART_LIMIT,
     .symptom = "bytes_in_flight",
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = 4 << 20,
     .plain = 2 << 20,
     .most = INFINITY,
     .paths = PATH_LOADS,
     .after = "2 MiB in flight",
     .advice = "Bytes in flight are the bytes a warp has asked for times the resident warps: let a thread load four "
               "float4 before the barrier"},
    {.label = "vectors",
     .points = 20,
     .kind = PART_LIMIT,
     .symptom = "issue_slots",
     .counts = "instructions that access memory, global and shared, per 32 elements",
     .counter = MEMORY_INSTRUCTIONS,
     .per = transpose_warps,
     .most = 1,
     .slack = 1 / 16.,
     .plain = 4,
     .paths = PATH_LOADS | PATH_STORES,
     .after = "4 MiB in flight",
     .advice =
         "Each access moves 4 bytes a lane: load and store float4, in global and in shared memory, and let a thread "
         "transpose a square of 4 x 4 in registers"},
    ANSWERS("questions", 10),
    {.label = "time", .points = 10, .kind = PART_TIME, .after = "vectors"},
};

// Blocks are tiles of 64 x 64; `together` of them run at once, in the order of their numbers.
static const Parameter parameters[] = {
    {"tiles_across", "37..97/2"}, {"tiles_down", "38..98/2"}, {"together", "132..1980/12"}};

static const Slip rows_slips[] = {
    {"64 * together", "Several of these blocks write to the same rows of out"},
    {"rows_down", "That is for the other order of the blocks"},
    {"key / 64", "Those are rows of tiles: each has 64 rows"},
    {"64 * ceil(together / tiles_across)", "Those are rows of in. Which rows of out does a row of tiles of in become?"},
};
static const Slip down_slips[] = {
    {"64 * together", "Several of these blocks write to the same rows of out"},
    {"rows_across", "That is for the other order of the blocks"},
    {"key / 64", "Those are rows of tiles: each has 64 rows"},
    {"64 * tiles_down", "Those are rows of in. Which rows of out does a column of tiles of in become?"},
};
static const Slip run_slips[] = {
    {"256", "That is one tile's piece of the row: the blocks side by side in out write the next pieces"},
    {"64 * tiles_down", "Those are floats. How many bytes?"},
    {"256 * tiles_across", "That is a row of in: how wide is out?"},
};
static const Question questions[] = {
    {.name = "rows_across",
     .asks = "rows of out that the first {together} blocks write; in is {tiles_across} tiles wide and {tiles_down} "
             "tiles high, blocks follow each other along the rows of in",
     .points = 4,
     .why = "Which tiles of in do these blocks have? A row of tiles of in becomes a column of tiles of out",
     SLIPS(rows_slips)},
    {.name = "rows_down",
     .asks = "the same if blocks follow each other down the columns of in",
     .points = 3,
     .why = "Which tiles of in do these blocks have? A column of tiles of in becomes a row of tiles of out",
     SLIPS(down_slips)},
    {.name = "bytes_in_a_row",
     .asks = "bytes of the first row of out that they write then",
     .points = 3,
     .unit = UNIT_BYTES,
     .why = "How many of these blocks write a piece of the first row of out, and how many bytes has a piece?",
     SLIPS(run_slips)},
};

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

const Exercise transpose_limit_exercise = {
    .name = "transpose_limit",
    .chapter = "13_capstone",
    .title = "A transpose nearly as fast as a copy",
    .learnt = "four float4 a thread, swizzled in the tile, come as near to a copy as the order of the blocks allows.",
    .checklist = "coalescing,tiling,coarsening",
    .interface = "transpose",
    .must_define = "void transpose(const float *in, float *out, int width, int height)",
    .cases = cases,
    .case_count = COUNT_OF(cases),
    .timed = &timed,
    .work = transpose_elements,
    .draw = draw,
    .make = transpose_make,
    .check = transpose_check,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints = {"Grade the last step of chapter 06 first. It has 4 MiB in flight and no conflict. Then count its "
              "instructions: each "
              "moves 128 bytes. What would let one instruction move 512?",
              "A thread takes a square of 4 x 4 elements: it loads a float4 of each of four rows, and the first "
              "elements of the "
              "four are the first row of the transposed square. So it stores four float4 as well. A block of 16 x 16 "
              "threads "
              "has a tile of 64 rows of 16 float4.",
              "tile[4 * tx + i][ty ^ tx] = float4 i of the transposed square; barrier; out gets tile[4 * ty + i][tx ^ "
              "ty]. A "
              "float4 needs width % 4 == 0 and height % 4 == 0: other sizes take a kernel of single floats. Let "
              "blockIdx.x run "
              "down the columns of in, so that the blocks that run together write whole rows of out."},
};
