// definition.c - chapter 06, transpose_padded: a transpose, coalesced both ways, without a single bank conflict.
#include "../transpose.h"

static const CaseSpec cases[] = {
    TRANSPOSE_CASE(1, 1),
    TRANSPOSE_CASE(64, 32),
    TRANSPOSE_CASE(33, 65),
    TRANSPOSE_CASE(100, 7),
    TRANSPOSE_CASE(192, 160, .measured = true),
    {.hidden = true},
    {.hidden = true},
    {.hidden = true, .measured = true},
};

// Conflicts; and what goes through the banks one lane at a time instead of all at once, which has none. A tile is
// stored and read with one pass each for 32 elements; up to twice that is accepted.
static double conflicts(const DeviceReport *report, const CaseSpec *spec) {
    double counted = report_counter(report, BANK_CONFLICTS), passes = report_counter(report, SHARED_PASSES);
    return counted + fmax(0, passes - counted - 4 * transpose_warps(spec));
}

// 32 elements are 4 sectors, to read and to write. The lanes of a warp that walk down a column touch 32 instead.
static const Part parts[] = {
    RIGHT_RESULTS(20),
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
     .advice = "Neighbouring lanes write down a column of out: stage a tile in shared memory, let threadIdx.x run "
               "along a row of out, and read tile[threadIdx.x][threadIdx.y]",
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
     .after = "coalesced stores", // the one without the other is what chapter 05 starts from
     .advice = "Neighbouring lanes read different rows of in: let threadIdx.x run along a row",
     .advise = transpose_loaded_twice},
    {.label = "no bank conflicts",
     .points = 65,
     .kind = PART_LIMIT,
     .symptom = "bank_conflicts",
     .counts = "shared memory bank conflicts",
     .counter = BANK_CONFLICTS, // of the lines that are named
     .measure = conflicts,
     .bounds = transpose_conflicts,
     .paths = PATH_BANKS,
     .after = "coalesced loads",
     .advice = "A warp reads or writes a column of the tile, whose elements share banks: make its rows an odd number "
               "of words wide",
     .advise = taken_apart},
};

static const CaseSpec timed = TRANSPOSE_CASE(8192, 8192);

const Exercise transpose_padded_exercise = {
    .name = "transpose_padded",
    .chapter = "06_bank_conflicts",
    .title = "A transpose without bank conflicts",
    .learnt = "one word of padding a row moves a column of the tile through all 32 banks.",
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
    .hints =
        {"Bank of a word = its word index modulo 32. Which banks do the 32 elements tile[0][c] .. tile[31][c] of a "
         "32-wide tile lie in?",
         "They all lie in bank c. If each row of the tile began one bank later than the row before, a column would "
         "visit all 32 banks, and a row still would.",
         "__shared__ float tile[32][32 + 1]; read in[] into tile[threadIdx.y][threadIdx.x], then write out[] from "
         "tile[threadIdx.x][threadIdx.y] with x counted from blockIdx.y * 32 and y from blockIdx.x * 32."},
};
