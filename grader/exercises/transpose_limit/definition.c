// definition.c - chapter 13, transpose_limit: a transpose that also has enough bytes on their way.
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

// An H200 copies at nine tenths of its best with 2.16 MB on their way and at all of it with 4.3 MB: chapter 07's
// h200_in_flight.csv. 2 MiB and 4 MiB are asked for. 64 warps with four floats a lane are 4.33 MB.
static const Part parts[] = {
    RIGHT_RESULTS(15),
    NO_FAULTS(5),
    {.label = "coalesced stores",
     .points = 5,
     .kind = PART_LIMIT,
     .counts = "sectors stored per 32 elements",
     .counter = STORE_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_STORES,
     .advice = "Neighbouring lanes write down a column of out: let threadIdx.x run along a row of out, and read the "
               "tile transposed"},
    {.label = "coalesced loads",
     .points = 5,
     .kind = PART_LIMIT,
     .counts = "sectors loaded per 32 elements",
     .counter = LOAD_SECTORS,
     .per = transpose_warps,
     .most = 4,
     .slack = 1 / 16.,
     .plain = 32,
     .paths = PATH_LOADS,
     .after = "coalesced stores",
     .advice = "Neighbouring lanes read different rows of in: let threadIdx.x run along a row"},
    {.label = "no bank conflicts",
     .points = 10,
     .kind = PART_LIMIT,
     .counts = "shared memory bank conflicts",
     .counter = BANK_CONFLICTS,
     .bounds = transpose_conflicts,
     .paths = PATH_BANKS,
     .after = "coalesced loads",
     .advice = "The lanes of a request touch words of the tile that share banks: pad its rows, or exchange its columns "
               "by the row (a float4 is four banks wide)"},
    {.label = "2 MiB in flight",
     .points = 30,
     .kind = PART_LIMIT,
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = 2 << 20,
     .plain = 132 * 64 * 32 * 4, // a float a lane
     .most = INFINITY,
     .paths = PATH_LOADS,
     .after = "no bank conflicts",
     .advice = "A warp waits too early: let a thread load several elements before the barrier"},
    {.label = "4 MiB in flight",
     .points = 20,
     .kind = PART_LIMIT,
     .counts = "bytes of in in flight together",
     .measure = in_flight,
     .least = 4 << 20,
     .plain = 2 << 20,
     .most = INFINITY,
     .paths = PATH_LOADS,
     .after = "2 MiB in flight",
     .advice = "Bytes in flight are the bytes a warp has asked for times the resident warps: let a thread load four "
               "float4 before the barrier"},
    {.label = "time", .points = 10, .kind = PART_TIME, .after = "4 MiB in flight"},
};

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

const Exercise transpose_limit_exercise = {
    .name = "transpose_limit",
    .chapter = "13_capstone",
    .title = "A transpose nearly as fast as a copy",
    .learnt = "four loads a thread before the barrier keep enough bytes on their way to come near a copy.",
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
    .hints =
        {"Grade the padded transpose of chapter 06 first, and look at its bytes on their way. They are a product of "
         "two numbers. Which of the two is as large as it can be?",
         "All the warps that fit are there, so what each has asked for must grow: 128 bytes a warp must become 512. "
         "Keep the tile and its padding, and let fewer threads do it: each loads several elements, from rows that lie "
         "apart, before the barrier.",
         "32 x 8 threads and a tile of 32 x 33: in a loop over i = 0, 8, 16, 24 a thread loads row threadIdx.y + i of "
         "the tile; after the barrier, in a second loop, it stores row threadIdx.y + i of the turned square. Each row "
         "has a check of its own, and the grid stays as it is."},
};
