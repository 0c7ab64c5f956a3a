// definition.c - chapter 03, cache_footprint: sectors that kernels ask for, and different ones. Questions only.
//
// The key program includes the skeleton and runs its kernels; both numbers are counters of these launches.
#include "../definition.h"

#define DIFFERENT "dram_read_sectors"

static const Part parts[] = {ANSWERS("answers", 100)};

static const Parameter parameters[] = {
    {"side", "96..992/32"},
    {"taps", "3..12"},
    {"step", "2..8"},
    {"blocks", "11..97"},
    {"unit", "7,9,11,13,14,17,18,19,22,23,25"},
};

static const Slip rows_slips[] = {
    {"side * side / 8", "That many sectors are different, but each is asked for again and again"},
    {"side * side / 32", "Those are the requests. How many sectors does one touch?"},
    {"side * side * 32", "There are {side} threads in all: {side / 32} warps"},
};
static const Slip columns_slips[] = {
    {"side * side", "32 lanes load neighbours here: how many sectors do they touch?"},
    {"side * side / 32", "Those are the requests. How many sectors does one touch?"},
};
static const Slip blur_slips[] = {
    {"32 * blocks * taps", "Only loads whose first element is a multiple of 8 begin at a sector"},
    {"40 * blocks * taps", "Loads whose first element is a multiple of 8 begin at a sector"},
    {"32 * blocks + 1", "That many sectors are different, but {taps} loads ask for nearly the same ones"},
    {"32 * blocks", "There are {taps} loads per thread"},
};
static const Slip every_slips[] = {
    {"32 * blocks", "The floats are not neighbours: they are {4 * step} bytes apart"},
    {"8 * blocks", "Those are the requests. How many sectors does one touch?"},
};
static const Slip different_square_slips[] = {
    {"side * side", "Eight columns share a sector: it is asked for eight times"},
    {"side * side * 4", "Those are the bytes of the matrix"},
};
static const Slip different_blur_slips[] = {
    {"asked_by_blur", "Neighbouring threads share what they load"},
    {"32 * blocks", "The array in has {taps - 1} floats more than out, and they lie behind a whole number of sectors"},
    {"32 * blocks * taps", "The loads of a thread want nearly the same sectors"},
};
static const Slip different_every_slips[] = {
    {"32 * blocks", "A sector that is touched comes whole: which sectors do the threads reach?"},
    {"256 * blocks", "There is a sector per thread only if threads are at least 8 floats apart"},
};
static const Slip l2_slips[] = {
    {"unit * ceil(50 / unit)", "An L2 of 50 MiB belongs to another GPU"},
};

static const char *const asked_why =
    "Warps, times requests of a warp, times sectors of a request: which of these is it?";
static const char *const different_why = "Mark the bytes that any thread loads, and count the sectors with a mark";

#define ASKED(of, what, worth, list)                                                                                   \
    {                                                                                                                  \
        .name = "asked_by_" #of, .asks = "sectors that " #of " asks for, " what, .points = worth,                      \
        .unit = UNIT_SECTORS, .kernel = #of, .counter = LOAD_SECTORS, .why = asked_why, SLIPS(list)                    \
    }
#define DIFFERENT_FOR(of, what, worth, list)                                                                           \
    {                                                                                                                  \
        .name = "different_for_" #of, .asks = "different sectors of " #of ", " what, .points = worth,                  \
        .unit = UNIT_SECTORS, .kernel = #of, .counter = DIFFERENT, .why = different_why, SLIPS(list)                   \
    }
#define OF_SIDE "SIDE = {side}"
#define OF_TAPS "TAPS = {taps}, BLOCKS = {blocks}"
#define OF_STEP "STEP = {step}, BLOCKS = {blocks}"

static const Question questions[] = {
    ASKED(sum_rows, OF_SIDE, 12, rows_slips),
    ASKED(sum_columns, OF_SIDE, 10, columns_slips),
    ASKED(blur, OF_TAPS, 14, blur_slips),
    ASKED(every, OF_STEP, 12, every_slips),
    DIFFERENT_FOR(sum_rows, OF_SIDE, 10, different_square_slips),
    DIFFERENT_FOR(sum_columns, OF_SIDE, 8, different_square_slips),
    DIFFERENT_FOR(blur, OF_TAPS, 12, different_blur_slips),
    DIFFERENT_FOR(every, OF_STEP, 12, different_every_slips),
    {.name = "too_large_for_l2",
     .asks = "first multiple of {unit} MiB that does not fit into L2, in MiB",
     .points = 10,
     .unit = UNIT_MIB,
     .why = "The lesson says how large the L2 of an H200 is: which multiple is the first above it?",
     SLIPS(l2_slips)},
};

const Exercise cache_footprint_exercise = {
    .name = "cache_footprint",
    .chapter = "03_layout_and_caches",
    .title = "Asked for and fetched",
    .learnt = "what warps ask for and what memory must deliver are two numbers; caches live on the difference.",
    .checklist = "coalescing",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Two questions for each kernel. What does one load of one warp touch? And if you mark every byte that any "
         "thread ever loads, how many sectors have a mark?",
         "sum_rows: one request loads from 32 rows. blur: each thread makes TAPS loads; in[i] begins at a sector, "
         "in[i + 1] to in[i + 7] do not, which costs a sector each.",
         "Asked: a warp's loop has SIDE requests of 32 sectors by rows, of 4 by columns; a "
         "block of blur has 8 warps whose loads touch 4 or 5 sectors; a block of every has 8 warps. Different: a "
         "matrix of SIDE x SIDE floats, 8 per sector; blur "
         "touches TAPS - 1 floats more than it stores; every touches each sector that holds a multiple of STEP."},
};
