// definition.c - chapter 01, memory_quiz: where variables live, how many there are, for how long. Questions only.
//
// The key program includes the skeleton and runs its kernels. What has an address is asked for its space by the
// device; what has none is in registers if the kernel neither stores nor loads local memory. How long a variable keeps
// its value is a definition of the language; the number of copies and the value after three launches are its evidence.
#include "../definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL_REQUESTS "local_load_requests+local_store_requests"

static const Parameter parameters[] = {
    {"first", "weight,calls,tile,window"},
    {"second", "window[0],best,front,in[0]"},
    {"third", "front[0],weight[1],tile[5],window[2],best[3]"},
    {"blocks", "5..47/2"},
    {"count", "130..500"},
    {"launches", "2..9"},
    {"copied", "tile,front,i,window,best"},
    {"wide", "tile,front"},
    {"own", "i,window,best"},
    {"kind", "device,device,device,device,shared,plain"},
    {"lasting", "window,tile,calls"},
    {"other", "best,front,weight"},
};

static bool answer(char text[64], const char *word) { return snprintf(text, 64, "%s", word) > 0; }

static bool is_one_of(const char *name, const char *words) {
    const char *at = strstr(words, name);
    size_t length = strlen(name);
    return at && (at == words || at[-1] == ' ') && (!at[length] || at[length] == ' ');
}

// What the key program printed as WHAT_of_NAME, for the variable that a parameter names.
static bool printed_of(const KeyRun *run, const char *what, const char *parameter, char text[64]) {
    char name[64];
    snprintf(name, sizeof name, "%s_%.40s", what, key_word(run, parameter));
    return key_printed(run, name, text);
}

// An array of a thread is in registers, unless its kernel stores or loads local memory: a kernel has one such array.
static bool place_of(const KeyRun *run, const char *parameter, char text[64]) {
    const char *name = key_word(run, parameter);
    if (!is_one_of(name, "window window[0] window[2] best best[3]"))
        return printed_of(run, "place_of", parameter, text);
    const char *kernel = is_one_of(name, "best best[3]") ? "larger_of_pairs" : "smooth";
    return answer(text, key_counter(run, kernel, LOCAL_REQUESTS) > 0 ? "local" : "register");
}
static bool place_1(const KeyRun *run, char text[64]) { return place_of(run, "first", text); }
static bool place_2(const KeyRun *run, char text[64]) { return place_of(run, "second", text); }
static bool place_3(const KeyRun *run, char text[64]) { return place_of(run, "third", text); }
static bool copies(const KeyRun *run, char text[64]) { return printed_of(run, "copies_of", "copied", text); }
static bool found(const KeyRun *run, char text[64]) { return printed_of(run, "found_in", "kind", text); }

static bool bytes_of(const KeyRun *run, const char *parameter, char text[64]) {
    char size[64], count[64];
    if (!printed_of(run, "size_of", parameter, size) || !printed_of(run, "copies_of", parameter, count)) return false;
    return snprintf(text, 64, "%ld", atol(size) * atol(count)) > 0;
}
static bool bytes_1(const KeyRun *run, char text[64]) { return bytes_of(run, "wide", text); }
static bool bytes_2(const KeyRun *run, char text[64]) { return bytes_of(run, "own", text); }

static bool life_of(const KeyRun *run, const char *parameter, char text[64]) {
    const char *name = key_word(run, parameter);
    return answer(text, is_one_of(name, "window best")  ? "thread"
                        : is_one_of(name, "tile front") ? "block"
                                                        : "program");
}
static bool life_1(const KeyRun *run, char text[64]) { return life_of(run, "lasting", text); }
static bool life_2(const KeyRun *run, char text[64]) { return life_of(run, "other", text); }

static const Part parts[] = {ANSWERS("answers", 100)};

static const Slip copies_slips[] = {
    {"1", "Not all threads share one: does its declaration say __device__ or __constant__?"},
    {"4 * blocks", "Those are the warps: neither warps nor grids own variables"},
    {"128", "Those are the threads of one block, and there are {blocks} blocks"},
    {"blocks", "Blocks do not own it: nothing says __shared__"},
    {"128 * blocks", "Threads do not own it: it is declared __shared__"},
};
static const Slip bytes_1_slips[] = {
    {"key / blocks", "That is one of them: each block has its own"},
    {"key * 128", "Threads of a block share it: each block has one"},
    {"key / 2", "A pointer has 8 bytes"},
    {"512 * blocks", "The tile has THREADS + 2 elements"},
};
static const Slip bytes_2_slips[] = {
    {"key / (128 * blocks)", "That is one of them: each thread has its own"},
    {"key / blocks", "That is one block's: there are {blocks}"},
    {"key / 128", "Each thread of a block has its own"},
};
static const Slip calls_slips[] = {
    {"count", "It is set to 0 when the program starts, not at each launch"},
    {"128 * blocks * launches", "Threads from {count} on do not add: the test i < COUNT is before it"},
    {"128 * blocks", "Threads from {count} on do not add, and it is not set to 0 again at a launch"},
    {"launches", "Every thread below COUNT adds 1, not every launch"},
    {"blocks * launches", "Every thread below COUNT adds 1, not every block"},
};
static const Slip found_slips[] = {
    {"1", "Threads that share a variable all add to the same one"},
    {"128", "Who owns such a variable: each thread, each block, or the program?"},
    {"128 * blocks", "Who owns such a variable: each thread, each block, or the program?"},
};
static const Slip life_slips[] = {
    {"grid", "No variable lives as long as a grid: look who owns it"},
};

#define PLACES "register,local,shared,constant,global"
#define LIVES "thread,block,grid,program"
#define PLACE(number, variable)                                                                                        \
    {                                                                                                                  \
        .name = "place_" #number, .asks = "where {" variable "} lives", .points = 8, .kind = ANSWER_WORD,              \
        .words = PLACES, .key = place_##number,                                                                        \
        .why =                                                                                                         \
            "Find its declaration. Does a word of the language place it? Is it the pointer that is asked about, or "   \
            "what it points to? And an array whose index is known only when the kernel runs cannot be in registers: "  \
            "which loops "                                                                                             \
            "are written out?"                                                                                         \
    }
#define LIFE(number, variable)                                                                                         \
    {                                                                                                                  \
        .name = "life_" #number, .asks = "how long {" variable "} keeps its value", .points = 8, .kind = ANSWER_WORD,  \
        .words = LIVES, .key = life_##number, .why = "Who owns it? Nobody can read it after its owner has ended",      \
        SLIPS(life_slips)                                                                                              \
    }

static const Question questions[] = {
    PLACE(1, "first"),
    PLACE(2, "second"),
    PLACE(3, "third"),
    {.name = "copies",
     .asks = "how many {copied} there are with {blocks} blocks of 128 threads",
     .points = 10,
     .key = copies,
     .why = "Who owns one: each thread, each block, or the program? Then count the owners",
     SLIPS(copies_slips)},
    {.name = "bytes_1",
     .asks = "bytes of all {wide} together, with {blocks} blocks",
     .points = 12,
     .unit = UNIT_BYTES,
     .key = bytes_1,
     .why = "The bytes of one, times the number of its owners",
     SLIPS(bytes_1_slips)},
    {.name = "bytes_2",
     .asks = "bytes of all {own} together, with {blocks} blocks",
     .points = 12,
     .unit = UNIT_BYTES,
     .key = bytes_2,
     .why = "The bytes of one, times the number of its owners",
     SLIPS(bytes_2_slips)},
    {.name = "calls_at_the_end",
     .asks = "calls after {launches} launches of {blocks} blocks with COUNT = {count}",
     .points = 14,
     .why = "How often is 1 added in one launch, and does a launch begin at 0 again?",
     SLIPS(calls_slips)},
    {.name = "found",
     .asks = "what thread 0 finds in a {kind} variable, with {blocks} blocks (device: __device__, shared: __shared__, "
             "plain: "
             "neither)",
     .points = 12,
     .key = found,
     .why = "How many threads add to the variable that thread 0 reads?",
     SLIPS(found_slips)},
    LIFE(1, "lasting"),
    LIFE(2, "other"),
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
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"Begin with the words before the declarations: __constant__, __device__, __shared__, or none. Memory from "
         "cudaMalloc has its own row in the lesson's table. A pointer and what it points to may live in two places.",
         "A variable without a word belongs to its thread, so there is one per thread. It is in registers, with "
         "one exception: an array whose index is known only while the kernel runs.",
         "window: nothing writes out its loop, so k is known only when the kernel runs: local. best: after unrolling, "
         "k % 4 is 0, 1, 2 or 3 in every line, so it is four registers. front is shared, front[0] is global. A launch "
         "of B x 128 threads has B blocks, 128 B "
         "threads, and there is one program: calls goes on from launch to launch."},
};
