// definition.c - chapter 03, cache_footprint: sectors that kernels ask for, and different ones. Questions only.
//
// The key program includes the skeleton and runs its kernels; both numbers are counters of these launches.
#include "../definition.h"

#define DIFFERENT "dram_read_sectors"

static const Part parts[] = {ANSWERS("answers", 100)};

static const Slip rows_slips[] = {
    {"8192", "That many sectors are different, but each is asked for again and again"},
    {"2048", "These are the requests: 8 warps, 256 each. How many sectors does one touch?"},
    {"262144", "256 x 256 threads would ask for that many: here are 256 threads"},
};
static const Slip columns_slips[] = {
    {"65536", "32 lanes load neighbours here: how many sectors do they touch?"},
    {"2048", "These are the requests: 8 warps, 256 each. How many sectors does one touch?"},
};
static const Slip blur_slips[] = {
    {"24576", "Two of the three loads of a warp do not begin at a sector"},
    {"30720", "One of the three loads of a warp begins at a sector"},
    {"8193", "That many sectors are different, but three loads ask for nearly the same ones"},
    {"8192", "Three loads for each thread"},
};
static const Slip sixteenth_slips[] = {
    {"512", "The floats are not neighbours: they are 64 bytes apart"},
    {"128", "These are the requests. How many sectors does one touch?"},
};
static const Slip different_rows_slips[] = {
    {"65536", "Eight columns share a sector: it is asked for eight times"},
    {"262144", "These are the bytes of the matrix"},
};
static const Slip different_blur_slips[] = {
    {"28672", "Neighbouring threads share what they load"},
    {"8192", "The array in has two floats more than out, and they lie behind a whole number of sectors"},
    {"24579", "The three loads want nearly the same sectors"},
};
static const Slip different_sixteenth_slips[] = {
    {"512", "A sector that is touched comes whole, and there is one for each thread"},
    {"8192", "Every second sector of in is not touched"},
};
static const Slip l2_slips[] = {
    {"60", "The size shall be a power of two"},
    {"32", "The L2 of an H200 has 60 MiB"},
    {"50", "That is the L2 of another GPU"},
};
// clang-format off
#define ASKED(of, worth, list, ...)                                                                                    \
    { .name = "asked_by_" #of, .asks = "sectors that " #of " asks for", .points = worth, .kernel = #of,                \
      .counter = LOAD_SECTORS, .near = 1.3, SLIPS(list), __VA_ARGS__ }
#define DIFFERENT_FOR(of, worth, list, ...)                                                                            \
    { .name = "different_for_" #of, .asks = "different sectors of " #of, .points = worth, .kernel = #of,               \
      .counter = DIFFERENT, .near = 1.3, SLIPS(list), __VA_ARGS__ }
// clang-format on

static const char *const asked_why =
    "Warps, times requests of a warp, times sectors of a request: which of these is it?";
static const char *const different_why = "Mark the bytes that anybody loads, and count the sectors with a mark";

static const Question questions[] = {
    ASKED(sum_rows, 12, rows_slips, .why = asked_why),
    ASKED(sum_columns, 10, columns_slips, .why = asked_why),
    ASKED(blur, 12, blur_slips, .why = asked_why),
    ASKED(every_sixteenth, 10, sixteenth_slips, .why = asked_why),
    DIFFERENT_FOR(sum_rows, 12, different_rows_slips, .why = different_why),
    DIFFERENT_FOR(sum_columns, 10, different_rows_slips, .why = different_why),
    DIFFERENT_FOR(blur, 12, different_blur_slips, .why = different_why),
    DIFFERENT_FOR(every_sixteenth, 10, different_sixteenth_slips, .why = different_why),
    {.name = "too_large_for_l2",
     .asks = "first table that does not fit into L2, in MiB",
     .points = 12,
     .why = "The lesson says how large the L2 is: which power of two is the first above it?",
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
    .hints =
        {"Two questions for each kernel. What does one load of one warp touch? And if you colour every byte that any "
         "thread ever loads, how many sectors have colour?",
         "sum_rows: 8 warps, 256 loads each, and 32 lanes in 32 rows. blur: 2,048 warps, three loads each; in[i] "
         "begins "
         "at a sector, in[i + 1] and in[i + 2] do not, which costs a sector each.",
         "Asked: 8 * 256 * 32; 8 * 256 * 4; 2,048 * (4 + 5 + 5); 128 * 32. Different: all 65,536 floats are 8,192 "
         "sectors of 8; blur touches two floats more; every_sixteenth touches a sector for each thread."},
};
