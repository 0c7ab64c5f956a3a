// definition.c - chapter 06, bank_quiz: passes and conflicts of strides, wide values and tiles; the key is measured.
#include "../definition.h"

#include <stdio.h>

#define PASSES "shared_load_wavefronts"

static const Parameter parameters[] = {
    {"warps", "11..97"}, // that make each access: sums are rarely another student's
    {"a", "12,20,24,28,36,40,44,48,52,56,60,72,80,88"},
    {"b", "5,6,7,9,10,13,14,18,22,26,30,42,46"},
    {"c", "34,35,37,38,39,41,42,43,45,46,47,49,50,51,66,68,69,70,71,76,84,92"},
    {"d", "31,33,48,63,64,65,80,96,112,160"},
    {"apart", "4,8,16,20,24,32,40,48,64"},
    {"share", "2,4"},
    {"double_stride", "2,3,4,6,8,10,12,14,16"},
    {"quad_stride", "2,3,4,5,6,7,8,10"},
    {"width_a", "34,36,38,40,44,48,52,56,60"},
    {"width_b", "35,64,68,72,76,80,88,96,100,112"},
    {"turned_width_a", "16,18,20,22,24,32,40"},
    {"turned_width_b", "17,19,21,16,24,32,40,48"},
    {"from", "13..140"},
    {"both_width", "16..40"},
};

#define GCD_WHY "Write down the banks (word % 32) of lanes 0, 1, 2, ... until they repeat. How many lanes share a bank?"
#define NO_PASS                                                                                                        \
    {"0", "A request takes at least one pass: no conflicts is one pass"}, {                                            \
        "key / warps", "That is one warp's: there are {warps}"                                                         \
    }
#define MINUS_ONE                                                                                                      \
    { "key - warps", "That is the number of conflicts: a request's passes are one more" }
#define STRIDE_SLIPS(s)                                                                                                \
    NO_PASS, MINUS_ONE,                                                                                                \
        {"32 * warps * warps / key",                                                                                   \
         "That is how many banks are used: how many of the 32 words lie in each of them?"},                            \
        {"32 * warps", "Lanes 0 and 1 read different banks, so not all 32 words are in one"}, {                        \
#s " * warps", "The stride is not the number of passes: find the lanes whose words lie in the same bank"       \
    }
static const Slip a_slips[] = {STRIDE_SLIPS(a)}, b_slips[] = {STRIDE_SLIPS(b)}, c_slips[] = {STRIDE_SLIPS(c)};
static const Slip d_slips[] = {
    NO_PASS,
    MINUS_ONE,
    {"32 * warps * warps / key", "That is how many banks are used: how many words lie in each of them?"},
    {"d * warps", "The stride is not the number of passes: divide it by 32, and look at the rest"}};
static const Slip share_slips[] = {
    NO_PASS,
    MINUS_ONE,
    {"gcd(apart, 32) * warps",
     "That counts lanes that read the same word: a word is delivered once, to all lanes that want it"},
    {"32 * warps", "Lanes that read the same word do not conflict: count the different words of a bank"},
    {"share * warps",
     "That many lanes read the same word, which is delivered once. Which different words share a bank?"},
};
static const Slip double_slips[] = {
    NO_PASS,
    {"key / 2", "A warp's 32 doubles are 64 words: each half of the warp takes passes of its own"},
    {"key - 2 * warps",
     "Those are the passes beyond the two that 64 words need anyway: the question is for all of them"},
    {"gcd(double_stride, 32) * warps",
     "That is for floats: a double fills two banks, and half a warp is served at a time"},
    {"gcd(2 * double_stride, 32) * warps",
     "Lanes meet within their half of the warp only: take 16 lanes, {2 * double_stride} words apart"},
};
static const Slip double_conflict_slips[] = {
    {"double_passes", "Conflicts are passes beyond what the data needs, and 64 words need two passes anyway"},
    {"double_passes - warps", "Conflicts are passes beyond what the data needs, and 64 words need two passes anyway"},
};
static const Slip quad_slips[] = {
    NO_PASS,
    {"key / 4", "That is one quarter of the warp. A warp's 32 values of 16 bytes are served in four quarters"},
    {"key / 2", "16-byte accesses are served in quarters of a warp, not in halves"},
    {"gcd(quad_stride, 32) * warps", "That is for floats: a float4 fills four banks, and 8 lanes are served at a time"},
};
#define COLUMN_SLIPS(width)                                                                                            \
    {"key / warps", "That is one warp's: there are {warps}"},                                                          \
        {"key + warps", "Those are the passes: conflicts are the passes beyond the first of each request"},            \
        {"32 / gcd(" #width ", 32) * warps",                                                                           \
         "That many banks hold the column. How many of its 32 words are in each?"},                                    \
    {                                                                                                                  \
        "31 * warps", "Not all rows begin in the same bank: row r begins at word {" #width "} r"                       \
    }
static const Slip column_a_slips[] = {COLUMN_SLIPS(width_a)}, column_b_slips[] = {COLUMN_SLIPS(width_b)};
#define TURNED_SLIPS                                                                                                   \
    {"key / warps", "That is one warp's: there are {warps}"},                                                          \
        {"key + warps", "Those are the passes: conflicts are the passes beyond the first of each request"},            \
        {"31 * warps", "The lanes are in 16 rows and two columns of the tile, not in 32 rows"}, {                      \
        "15 * warps", "The warp stores two columns of 16 words: tx = 0..15, ty = 0 and 1. Which words share a bank?"   \
    }
static const Slip turned_slips[] = {TURNED_SLIPS};
static const Slip width_slips[] = {
    {"from", "With rows of {from} words, two of the four columns that a warp stores meet in a bank"},
    {"from + 1", "One more word spreads one column, and a warp of an 8 x 8 block stores four"},
};
static const Slip both_slips[] = {
    {"key / 8", "That is one warp's conflicts: the block has 8 warps"},
    {"key / warps", "That is one block: there are {warps}"},
    {"key + 16 * warps", "Those are passes: each of a block's 16 requests needs one anyway"},
};

#define COLUMN_WHY "Column 5 of a tile is an array whose stride is the width of a row"
#define STRIDE(letter, worth)                                                                                          \
    {                                                                                                                  \
        .name = "stride_" #letter, .asks = "passes of {warps} warps' loads of values[{" #letter "} * threadIdx.x]",    \
        .points = worth, .kernel = "stride_" #letter, .counter = PASSES, .why = GCD_WHY, SLIPS(letter##_slips)         \
    }
#define COLUMN(letter)                                                                                                 \
    {                                                                                                                  \
        .name = "column_" #letter,                                                                                     \
        .asks = "conflicts of {warps} warps that read a column of tile[32][{width_" #letter "}]", .points = 7,         \
        .kernel = "column_" #letter, .counter = BANK_CONFLICTS, .why = COLUMN_WHY, SLIPS(column_##letter##_slips)      \
    }
#define TURNED(letter)                                                                                                 \
    {                                                                                                                  \
        .name = "turned_" #letter,                                                                                     \
        .asks = "conflicts of {warps} warps' transposed stores, T = 16, tile[16][{turned_width_" #letter "}]",         \
        .points = 8, .kernel = "turned_" #letter, .counter = "shared_store_bank_conflicts",                            \
        .why = "Write {turned_width_" #letter "} tx + ty mod 32 for tx = 0..15 and ty = 0, 1: how often does the "     \
               "fullest bank occur?",                                                                                  \
        SLIPS(turned_slips)                                                                                            \
    }

// The least of the widths that were run whose store takes one pass.
static bool least_width(const KeyRun *run, char answer[64]) {
    for (int more = 0; more < 8; more++) {
        char kernel[32];
        snprintf(kernel, sizeof kernel, "turned_8_%d", more);
        if (key_counter(run, kernel, "shared_store_wavefronts") == key_drawn(run, "warps"))
            return snprintf(answer, 64, "%.0f", key_drawn(run, "from") + more) > 0;
    }
    return false;
}

static const Question questions[] = {
    STRIDE(a, 8),
    STRIDE(b, 6),
    STRIDE(c, 8),
    STRIDE(d, 8),
    {.name = "shared_words",
     .asks = "passes of {warps} warps' loads of values[{apart} * (threadIdx.x / {share})]",
     .points = 6,
     .kernel = "shared_words",
     .counter = PASSES,
     .why = "{share} neighbouring lanes read the same word. Write down the different words and their banks",
     SLIPS(share_slips)},
    {.name = "double_passes",
     .asks = "passes of {warps} warps' loads of doubles with stride {double_stride}",
     .points = 8,
     .kernel = "doubles",
     .counter = PASSES,
     .why = "8-byte values are served in halves of a warp: find the fullest bank of 16 lanes, for each half",
     SLIPS(double_slips)},
    {.name = "double_conflicts",
     .asks = "conflicts of those loads",
     .points = 6,
     .kernel = "doubles",
     .counter = BANK_CONFLICTS,
     .why = "Conflicts are the passes beyond what the data needs without any conflict",
     SLIPS(double_conflict_slips)},
    {.name = "float4_passes",
     .asks = "passes of {warps} warps' loads of float4 with stride {quad_stride}",
     .points = 8,
     .kernel = "quads",
     .counter = PASSES,
     .why = "16-byte values are served in quarters of a warp: find the fullest bank of 8 lanes, for each quarter",
     SLIPS(quad_slips)},
    COLUMN(a),
    COLUMN(b),
    TURNED(a),
    TURNED(b),
    {.name = "least_width",
     .asks = "least WIDTH from {from} on without conflicts in the transposed store of an 8 x 8 block",
     .points = 6,
     .key = least_width,
     .why =
         "A warp of an 8 x 8 block has four values of ty: rows must leave four neighbouring banks free for each other",
     SLIPS(width_slips)},
    {.name = "both_ways",
     .asks = "conflicts of {warps} blocks of 16 x 16 that store rows and read columns, tile[16][{both_width}]",
     .points = 6,
     .kernel = "both_ways",
     .counter = BANK_CONFLICTS,
     .why = "Check both accesses of a warp: two rows at once when it stores, two columns at once when it reads. Then "
            "count the warps",
     SLIPS(both_slips)},
};

static const Part parts[] = {ANSWERS("answers", 100)};

const Exercise bank_quiz_exercise = {
    .name = "bank_quiz",
    .chapter = "06_bank_conflicts",
    .title = "Passes and conflicts of strides, wide values and tiles",
    .learnt = "a request takes as many passes as different words meet in its fullest bank.",
    .checklist = "tiling",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Write the 32 banks of a request in a row, lane by lane: word index modulo 32. Cross out lanes that want the "
         "same word as an earlier lane. The bank that is left most often gives the number of passes.",
         "A float array with stride S > 0 takes gcd(S, 32) passes. A column of a tile is a stride: its width. For "
         "doubles do the same with half a warp and two words per lane, for float4 with a quarter and four.",
         "Transposed stores: with T = 16 a warp has ty = 0 and ty = 1, so it has no conflict if rows begin an even "
         "number of banks apart and all 16 in different banks. With T = 8 it has ty = 0..3: rows must begin at "
         "multiples of 4 that visit 8 different banks. For both ways, look at two rows at once, too."},
};
