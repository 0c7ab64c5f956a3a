// definition.c - chapter 06, bank_quiz: passes and conflicts of strides, wide values and tiles; the key is measured.
#include "../definition.h"

#include <stdio.h>

#define PASSES "shared_load_wavefronts"

static const char *const gcd_why = "Write down the banks S i mod 32 of lanes 0, 1, 2, ... until they repeat. How many "
                                   "lanes share a bank?";

static const Slip stride_0_slips[] = {
    {"32", "All lanes want the same word, not only the same bank: a word is delivered once, to all who want it"},
    {"0", "A request takes at least one pass"},
};
#define NO_PASS                                                                                                        \
    { "0", "A request takes at least one pass: no conflicts is one pass" }
#define ODD_SLIPS(s)                                                                                                   \
    {#s,                                                                                                               \
     #s " shares no factor with 32, so the 32 lanes reach 32 banks. Write them down: the stride is not the answer"},   \
        {"2", "Only with an even stride do lanes come back to a bank before all banks were used"}, NO_PASS
static const Slip stride_1_slips[] = {{"32", "32 lanes, 32 neighbouring words, 32 banks: all in one pass"}, NO_PASS};
static const Slip stride_3_slips[] = {ODD_SLIPS(3)}, stride_5_slips[] = {ODD_SLIPS(5)};
static const Slip stride_31_slips[] = {ODD_SLIPS(31)}, stride_33_slips[] = {ODD_SLIPS(33)};

#define EVEN_SLIPS(passes, conflicts)                                                                                  \
    {conflicts, "That is the number of conflicts: passes are one more"},                                               \
        {"1", "Lane 32 / " passes " is back in bank 0, at another word than lane 0"}, NO_PASS
static const Slip stride_2_slips[] = {EVEN_SLIPS("2", "1")}, stride_4_slips[] = {EVEN_SLIPS("4", "3")};
static const Slip stride_8_slips[] = {EVEN_SLIPS("8", "7")}, stride_16_slips[] = {EVEN_SLIPS("16", "15")};
static const Slip stride_32_slips[] = {EVEN_SLIPS("32", "31")};

static const Slip double_slips[] = {
    {"1", "32 doubles are 64 words, and the banks deliver 32 words in a pass"},
    {"32", "Only lanes of the same half of the warp meet, and 16 doubles fill the 32 banks exactly"},
};
static const Slip double_conflict_slips[] = {
    {"1", "Conflicts are passes beyond what the data needs, and 64 words need two passes anyway"},
};
static const Slip double_2_slips[] = {
    {"2", "Within a half of the warp, lanes 0 and 8 begin 32 words apart: the same bank, another word"},
    {"8", "Lanes meet within their half of the warp only: 16 lanes, 4 words apart"},
};
static const Slip float4_slips[] = {
    {"1", "32 values of 16 bytes are 128 words, and the banks deliver 32 in a pass"},
    {"2", "128 words need 4 passes: 16-byte accesses are served in quarters of a warp"},
};
static const Slip float4_2_slips[] = {
    {"4", "Within a quarter of the warp, lanes 0 and 4 begin 32 words apart: the same bank, another word"},
    {"32", "Lanes meet within their quarter of the warp only: 8 lanes, 8 words apart"},
};
static const Slip column_32_slips[] = {
    {"32", "32 passes: the conflicts are those beyond the first"},
    {"0", "Row r begins at word 32 r. Which bank is that?"},
};
static const Slip column_33_slips[] = {
    {"1", "One pass is no conflict: conflicts are the passes beyond the first"},
    {"31", "That is a tile 32 wide. Here row r begins at word 33 r, in bank r"},
    {"32", "Row r begins at word 33 r, in bank r: no two rows share one"},
};
static const Slip column_34_slips[] = {
    {"0", "Row 16 begins at word 34 * 16 = 17 * 32, in the bank of row 0"},
    {"2", "2 passes: the conflicts are those beyond the first"},
    {"16", "16 is the number of banks that the column uses. How many of its 32 words are in each?"},
    {"15", "The column uses 16 banks. How many of its 32 words are in each?"},
};
static const Slip turned_16_16_slips[] = {
    {"31", "The lanes are in 16 rows and two columns of the tile, not in 32 rows: 16 tx + ty, tx = 0..15, ty = 0, 1"},
    {"15", "Rows of 16 words begin in bank 0 or in bank 16: how many of the 16 rows begin in each?"},
    {"8", "8 passes: the conflicts are those beyond the first"},
    {"0", "Rows 0 and 2 begin 32 words apart"},
};
static const Slip turned_16_17_slips[] = {
    {"0", "Each column alone is spread over all banks, but the warp stores two: which word of column 1 lies 256 words "
          "behind word 0 of column 0?"},
    {"2", "2 passes: the conflicts are those beyond the first"},
};
static const Slip turned_16_18_slips[] = {
    {"1", "18 tx is even and 18 tx + 1 is odd: the two columns cannot meet. Do the 16 words of one column?"},
};
static const Slip width_slips[] = {
    {"9", "One word of padding is enough for one column. A warp of an 8 x 8 block stores four"},
    {"10", "Two words of padding fit two columns. A warp of an 8 x 8 block stores four"},
    {"33", "Rows must begin 4 banks apart, all 8 of them at different multiples of 4: is there a smaller width?"},
    {"8", "With 8 words a row, rows 0 and 4 begin in the same bank"},
};
static const Slip both_slips[] = {
    {"16", "Rows 16 words apart store well, but a column of them has two banks only"},
    {"17", "Two rows of 17 words are 17 apart: 16 of the one and 16 of the other overlap in a bank"},
    {"18", "Columns are well spread, but two rows that are 18 apart overlap in two banks when they are stored"},
    {"20", "Rows 20 apart overlap when they are stored, and 8 of them bring a column back to its bank"},
    {"24", "Rows 24 apart overlap when they are stored, and 4 of them bring a column back to its bank"},
};

#define STRIDE(s)                                                                                                      \
    {                                                                                                                  \
        .name = "stride_" #s, .asks = "passes of one load, stride " #s, .points = 4, .kernel = "float_stride_" #s,     \
        .counter = PASSES, .why = gcd_why, SLIPS(stride_##s##_slips)                                                   \
    }

// The least width of those that were run without a conflict.
static bool least_width(const KeyRun *run, char answer[64]) {
    for (int width = 8; width <= 13; width++) {
        char kernel[32];
        snprintf(kernel, sizeof kernel, "turned_8_%d", width);
        if (key_counter(run, kernel, "shared_store_wavefronts") == 1) return snprintf(answer, 64, "%d", width) > 0;
    }
    return false;
}

static bool both_free(const KeyRun *run, char answer[64]) {
    static const int widths[] = {16, 17, 18, 20, 24};
    for (unsigned i = 0; i < COUNT_OF(widths); i++) {
        char kernel[32];
        snprintf(kernel, sizeof kernel, "both_%d", widths[i]);
        if (key_counter(run, kernel, PASSES) <= 0) return false;
        if (key_counter(run, kernel, BANK_CONFLICTS) == 0) return snprintf(answer, 64, "%d", widths[i]) > 0;
    }
    return snprintf(answer, 64, "none") > 0;
}

static const Question questions[] = {
    STRIDE(0),
    STRIDE(1),
    STRIDE(2),
    STRIDE(3),
    STRIDE(4),
    STRIDE(5),
    STRIDE(8),
    STRIDE(16),
    STRIDE(31),
    STRIDE(32),
    STRIDE(33),
    {.name = "double_1",
     .asks = "passes of one load of neighbouring doubles",
     .points = 5,
     .kernel = "double_stride_1",
     .counter = PASSES,
     .why = "8-byte values are served in halves of a warp: count the words of a half",
     SLIPS(double_slips)},
    {.name = "double_1_conflicts",
     .asks = "conflicts of that load",
     .points = 4,
     .kernel = "double_stride_1",
     .counter = BANK_CONFLICTS,
     .why = "Conflicts are the passes beyond what the data needs",
     SLIPS(double_conflict_slips)},
    {.name = "double_2",
     .asks = "passes, doubles with stride 2",
     .points = 4,
     .kernel = "double_stride_2",
     .counter = PASSES,
     .why = "Take the 16 lanes of half a warp: which of them meet in a bank?",
     SLIPS(double_2_slips)},
    {.name = "float4_1",
     .asks = "passes of one load of neighbouring float4",
     .points = 5,
     .kernel = "float4_stride_1",
     .counter = PASSES,
     .why = "16-byte values are served in quarters of a warp",
     SLIPS(float4_slips)},
    {.name = "float4_2",
     .asks = "passes, float4 with stride 2",
     .points = 4,
     .kernel = "float4_stride_2",
     .counter = PASSES,
     .why = "Take the 8 lanes of a quarter of the warp: which of them meet in a bank?",
     SLIPS(float4_2_slips)},
    {.name = "column_32",
     .asks = "conflicts of reading a column, 32 wide",
     .points = 4,
     .kernel = "column_width_32",
     .counter = BANK_CONFLICTS,
     .why = "A column of a tile of W words a row is an array with stride W",
     SLIPS(column_32_slips)},
    {.name = "column_33",
     .asks = "conflicts of reading a column, 33 wide",
     .points = 4,
     .kernel = "column_width_33",
     .counter = BANK_CONFLICTS,
     .why = "A column of a tile of W words a row is an array with stride W",
     SLIPS(column_33_slips)},
    {.name = "column_34",
     .asks = "conflicts of reading a column, 34 wide",
     .points = 5,
     .kernel = "column_width_34",
     .counter = BANK_CONFLICTS,
     .why = "A column of a tile of W words a row is an array with stride W",
     SLIPS(column_34_slips)},
    {.name = "turned_16_16",
     .asks = "conflicts of a turned store, T = 16, 16 wide",
     .points = 4,
     .kernel = "turned_16_16",
     .counter = "shared_store_bank_conflicts",
     .why = "Write 16 tx + ty mod 32 for tx = 0..15 and ty = 0, 1",
     SLIPS(turned_16_16_slips)},
    {.name = "turned_16_17",
     .asks = "conflicts of a turned store, T = 16, 17 wide",
     .points = 5,
     .kernel = "turned_16_17",
     .counter = "shared_store_bank_conflicts",
     .why = "Write 17 tx + ty mod 32 for tx = 0..15 and ty = 0, 1, and look for a bank that stands there twice",
     SLIPS(turned_16_17_slips)},
    {.name = "turned_16_18",
     .asks = "conflicts of a turned store, T = 16, 18 wide",
     .points = 4,
     .kernel = "turned_16_18",
     .counter = "shared_store_bank_conflicts",
     .why = "Write 18 tx + ty mod 32 for tx = 0..15 and ty = 0, 1",
     SLIPS(turned_16_18_slips)},
    {.name = "turned_8_width",
     .asks = "least width without conflicts, T = 8",
     .points = 4,
     .key = least_width,
     .why = "A warp of an 8 x 8 block has four values of ty: rows must leave room for four columns side by side",
     SLIPS(width_slips)},
    {.name = "both_ways",
     .asks = "width of a 16 x 16 tile, rows stored and columns read, without conflicts",
     .points = 4,
     .kind = ANSWER_WORD,
     .words = "16,17,18,20,24,none",
     .key = both_free,
     .why = "Check both accesses: two rows at once when storing, two columns at once when reading",
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
    .hints =
        {"Write the 32 banks of a request in a row, lane by lane: word index modulo 32. Cross out lanes that want the "
         "same word as an earlier one. The bank that is left most often says how many passes there are.",
         "A float array with stride S > 0 takes gcd(S, 32) passes. A column of a tile is a stride: its width. For "
         "doubles do the same with half a warp and two words a lane, for float4 with a quarter and four.",
         "Turned stores: T = 16 has lanes with ty = 0 and ty = 1, so rows must begin an even number of banks apart "
         "and all 16 in different ones: 18. T = 8 has ty = 0..3: the next width whose multiples are all multiples "
         "of 4 and visit 8 different banks. For both ways, look at two rows side by side, too."},
};
