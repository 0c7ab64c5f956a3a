// definition.c - chapter 01, memory_quiz: where variables live, how many there are, for how long. Questions only.
//
// The key program includes the skeleton and runs its kernels. What has an address is asked for its space by the
// device; what has none is in registers if the kernel neither stores nor loads local memory. How long a variable keeps
// its value is a definition of the language; the number of copies and the value after three launches are its evidence.
#include "../definition.h"

#include <stdio.h>

#define LOCAL_REQUESTS "local_load_requests+local_store_requests"

static bool answer(char text[64], const char *word) { return snprintf(text, 64, "%s", word) > 0; }

// An automatic variable of a kernel whose only array it is, or that has none.
static bool automatic_place(const KeyRun *run, const char *kernel, char text[64]) {
    return answer(text, key_counter(run, kernel, LOCAL_REQUESTS) > 0 ? "local" : "register");
}

static bool place_in_smooth(const KeyRun *run, char text[64]) { return automatic_place(run, "smooth", text); }
static bool place_of_last(const KeyRun *run, char text[64]) { return automatic_place(run, "last_of_group", text); }

static bool place_of_tile(const KeyRun *run, char text[64]) {
    bool shared = report_launch_most(key_report(run), "smooth", REPORT_STATIC_SHARED_BYTES) > 0 &&
                  key_counter(run, "smooth", "shared_load_instructions") > 0;
    return shared && answer(text, "shared");
}

static bool life_of_thread(const KeyRun *run, char text[64]) { return (void)run, answer(text, "thread"); }
static bool life_of_block(const KeyRun *run, char text[64]) { return (void)run, answer(text, "block"); }
static bool life_of_program(const KeyRun *run, char text[64]) { return (void)run, answer(text, "program"); }

static const Part parts[] = {ANSWERS("answers", 100)};

static const Slip weight_slips[] = {{"global", "What does __constant__ say?"},
                                    {"shared", "All threads read it, but __shared__ is another word"}};
static const Slip calls_slips[] = {{"shared", "It is not declared inside a kernel, and nothing says __shared__"},
                                   {"constant", "Kernels change it"}};
static const Slip in_slips[] = {
    {"register", "The pointer may be in a register, but in[0] is what it points to: memory of cudaMalloc"},
    {"local", "The float in[0] is memory of cudaMalloc, which all threads of all blocks can read"}};
static const Slip tile_slips[] = {{"global", "__shared__ places it nearer to the threads"},
                                  {"local", "Threads of its block read elements that other threads wrote"}};
static const Slip near_slips[] = {
    {"local", "An array is not local only because it is an array: its three indices are known when the loop is "
              "unrolled, so did the kernel really touch local memory?"}};
static const Slip last_slips[] = {{"register", "Registers have no index: which register would last[wanted % 16] be?"},
                                  {"shared", "Each thread has its own: nothing says __shared__"}};
static const Slip i_slips[] = {{"local", "A plain variable that is not too many lives nearer to the thread"}};
static const Slip one_slips[] = {{"6", "A __device__ variable belongs to the program, not to a block"},
                                 {"768", "A __device__ variable belongs to the program, not to a thread"}};
static const Slip tile_copies_slips[] = {{"768", "Threads of one block share it"},
                                         {"1", "Blocks do not share it: each has its own"},
                                         {"24", "Warps of one block share it"},
                                         {"130", "These are the elements of one tile"}};
static const Slip thread_copies_slips[] = {{"1", "Each thread computes its own"},
                                           {"6", "Each thread computes its own, also within a block"},
                                           {"24", "The 32 lanes of a warp have 32 values of it"},
                                           {"128", "These are the threads of one block, and there are six"}};
static const Slip calls_value_slips[] = {{"768", "It is set to 0 when the program starts, not at each launch"},
                                         {"3", "Every thread of every launch adds 1"},
                                         {"18", "Every thread of every block adds 1"}};
static const Slip tile_life_slips[] = {
    {"grid", "Some books say so, but the next block that runs in its place finds nothing that it may use"},
    {"thread", "Other threads still read what a thread that has ended wrote"}};
static const Slip calls_life_slips[] = {{"grid", "The second launch goes on from what the first one left"}};
static const Slip near_life_slips[] = {{"block", "Each thread has its own, and nobody else can read it"},
                                       {"grid", "Each thread has its own, and nobody else can read it"}};

#define PLACES "register,local,shared,constant,global"
#define LIVES "thread,block,grid,program"
#define WORD(asked, says, worth, list, ...)                                                                            \
    {                                                                                                                  \
        .name = asked, .asks = says, .points = worth, .kind = ANSWER_WORD, .slips = list,                              \
        .slip_count = COUNT_OF(list), __VA_ARGS__                                                                      \
    }
#define NUMBER(asked, says, worth, list, ...)                                                                          \
    {                                                                                                                  \
        .name = asked, .asks = says, .points = worth, .kind = ANSWER_NUMBER, .slips = list,                            \
        .slip_count = COUNT_OF(list), __VA_ARGS__                                                                      \
    }

static const char *const place_why =
    "Look for its declaration: who can use it, and does a word of the language place it?";
static const char *const copies_why = "Who owns one: each thread, each block, or the program? Then count the owners";

static const Question questions[] = {
    WORD("place_of_weight", "where weight lives", 6, weight_slips, .words = PLACES, .why = place_why),
    WORD("place_of_calls", "where calls lives", 6, calls_slips, .words = PLACES, .why = place_why),
    WORD("place_of_in_0", "where in[0] lives", 6, in_slips, .words = PLACES, .why = place_why),
    WORD("place_of_tile", "where tile lives", 6, tile_slips, .words = PLACES, .why = place_why, .key = place_of_tile),
    WORD("place_of_i", "where i lives", 6, i_slips, .words = PLACES, .why = place_why, .key = place_in_smooth),
    WORD("place_of_near", "where near lives", 8, near_slips, .words = PLACES, .why = place_why, .key = place_in_smooth),
    WORD("place_of_last", "where last lives", 8, last_slips, .words = PLACES, .why = place_why, .key = place_of_last),
    NUMBER("copies_of_calls", "how many calls there are", 7, one_slips, .why = copies_why),
    NUMBER("copies_of_tile", "how many tiles there are", 7, tile_copies_slips, .why = copies_why),
    NUMBER("copies_of_i", "how many i there are", 7, thread_copies_slips, .why = copies_why),
    NUMBER("copies_of_last", "how many last there are", 7, thread_copies_slips, .why = copies_why),
    NUMBER("calls_after_three_launches", "calls after three launches", 8, calls_value_slips,
           .why = "How often is 1 added in one launch, and does a launch begin at 0 again?"),
    WORD("life_of_near", "how long near keeps its value", 6, near_life_slips, .words = LIVES, .key = life_of_thread,
         .why = "Nobody can read it after its owner has ended"),
    WORD("life_of_tile", "how long tile keeps its value", 6, tile_life_slips, .words = LIVES, .key = life_of_block,
         .why = "Nobody can read it after its owner has ended"),
    WORD("life_of_calls", "how long calls keeps its value", 6, calls_life_slips, .words = LIVES, .key = life_of_program,
         .why = "What did the program read after three launches?"),
};

const Exercise memory_quiz_exercise = {
    .name = "memory_quiz",
    .chapter = "01_warps_and_occupancy",
    .title = "Where variables live",
    .learnt = "a variable's declaration says where it lives, how many there are, and for how long.",
    .checklist = "",
    .serves = "kinds of memory",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"Begin with the words before the declarations: __constant__, __device__, __shared__, or none. Memory from "
         "cudaMalloc has its own row in the lesson's table.",
         "A variable without a word belongs to its thread, so there is one for each thread. It is in registers, with "
         "one exception: an array whose index is known only while the kernel runs.",
         "near: after unrolling its indices are 0, 1 and 2, so it is three registers. last: its index comes from "
         "memory, so it is local. A launch of 6 x 128 threads has 768 threads, 6 blocks, and there is one program."},
};
