// definition.c - chapter 12, profile_reading: four kernels by their counters alone; each is run, and told by what it
// did.
#include "../definition.h"

#include <stdio.h>

#define MULTIPROCESSORS 132 // of an H200

// Four kernels, each with a trouble of its own or none, as bad as `how` says.
#define TROUBLE_VALUES "scattered,conflicted,divergent,few_blocks,none"
static const Parameter parameters[] = {
    {"trouble_p", TROUBLE_VALUES},
    {"trouble_q", TROUBLE_VALUES},
    {"trouble_r", TROUBLE_VALUES},
    {"trouble_s", TROUBLE_VALUES},
    {"how_p", "0..3"},
    {"how_q", "0..3"},
    {"how_r", "0..3"},
    {"how_s", "0..3"},
    {"first", "p,q,r,s"},
    {"second", "p,q,r,s"},
    {"third", "p,q,r,s"},
    {"requests", "11..97"},
    {"instructions", "110..970"},
    {"gpus", "11..97"},
};

// What a profiler would show: make questions prints it.
static const ReportRow report_rows[] = {
    {"blocks", NULL, REPORT_GRID},
    {"global load requests", "global_load_requests", NULL},
    {"global load sectors", "global_load_sectors", NULL},
    {"global store requests", "global_store_requests", NULL},
    {"global store sectors", "global_store_sectors", NULL},
    {"shared requests", "shared_load_instructions+shared_store_instructions", NULL},
    {"bank conflicts", BANK_CONFLICTS, NULL},
    {"warp instructions", "warp_instructions", NULL},
    {"thread instructions", "thread_instructions", NULL},
    {"divergent branches", "divergent_branches", NULL},
};

static double lanes_active(const KeyRun *run, const char *kernel) {
    return key_counter(run, kernel, "thread_instructions") / key_counter(run, kernel, "warp_instructions");
}

static double blocks_of(const KeyRun *run, const char *kernel) {
    return report_launch_most(key_report(run), kernel, REPORT_GRID);
}

// What is wrong with a kernel, by the counter that is out of the ordinary.
static bool trouble_of(const KeyRun *run, const char *kernel, char answer[64]) {
    double requests = key_counter(run, kernel, "global_load_requests");
    const char *word = "none";
    if (key_counter(run, kernel, "global_load_sectors") > 4 * requests) word = "scattered";
    else if (key_counter(run, kernel, BANK_CONFLICTS) > requests) word = "conflicted";
    else if (lanes_active(run, kernel) < 24) word = "divergent";
    else if (blocks_of(run, kernel) < MULTIPROCESSORS) word = "few_blocks";
    snprintf(answer, 64, "%s", word);
    return requests > 0;
}

static bool trouble_p(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_p", answer); }
static bool trouble_q(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_q", answer); }
static bool trouble_r(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_r", answer); }
static bool trouble_s(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_s", answer); }

// Busy multiprocessors: those that have a block.
static bool busy(const KeyRun *run, char answer[64]) {
    char kernel[32];
    snprintf(kernel, sizeof kernel, "kernel_%s", key_word(run, "third"));
    return snprintf(answer, 64, "%.0f", fmin(MULTIPROCESSORS, blocks_of(run, kernel))) > 0;
}

static const Slip sectors_slips[] = {
    {"key / requests", "That is one request: there are {requests}"},
    {"requests * requests / key", "Upside down: sectors over requests"},
};
static const Slip lanes_slips[] = {
    {"key / instructions", "That is one instruction: there are {instructions}"},
    {"instructions * instructions / key", "Upside down: thread instructions over warp instructions"},
    {"32 * instructions - key", "That is how many lanes are idle"},
};
static const Slip busy_slips[] = {
    {"key / gpus", "That is one GPU: there are {gpus}"},
    {"132 * gpus - key", "Those have no block. How many have one?"},
    {"gpus", "Blocks need not share a multiprocessor: each gets one of its own as long as there are any"},
    {"256 * gpus", "An H200 has 132 multiprocessors: the other blocks share them"},
};

#define TROUBLE(letter, title)                                                                                         \
    {                                                                                                                  \
        .name = #letter, .asks = "what is wrong with " title, .points = 16, .kind = ANSWER_WORD,                       \
        .words = TROUBLE_VALUES, .key = trouble_##letter,                                                              \
        .why = "Divide: sectors by requests (4 are perfect), conflicts by shared requests, thread by warp "            \
               "instructions (32 lanes), blocks by 132 multiprocessors. Which is far from what 2,048 requests need?"   \
    }
static const Question questions[] = {
    TROUBLE(p, "P"),
    TROUBLE(q, "Q"),
    TROUBLE(r, "R"),
    TROUBLE(s, "S"),
    {.name = "sectors",
     .asks = "sectors of {requests} load requests of kernel_{first}, on average",
     .points = 12,
     .unit = UNIT_SECTORS,
     .kernel = "kernel_{first}",
     .counter = "global_load_sectors",
     .per = "global_load_requests",
     .times = "requests",
     .why = "Sectors over requests",
     SLIPS(sectors_slips)},
    {.name = "lanes",
     .asks = "active lanes in {instructions} warp instructions of kernel_{second}, on average",
     .points = 12,
     .kernel = "kernel_{second}",
     .counter = "thread_instructions",
     .per = "warp_instructions",
     .times = "instructions",
     .why = "Thread instructions over warp instructions",
     SLIPS(lanes_slips)},
    {.name = "busy",
     .asks = "multiprocessors with a block, if each of {gpus} H200s runs kernel_{third}",
     .points = 12,
     .key = busy,
     .times = "gpus",
     .why = "A block runs on one multiprocessor, and blocks are spread over all of them",
     SLIPS(busy_slips)},
};

static const Part parts[] = {ANSWERS("answers", 100)};

const Exercise profile_reading_exercise = {
    .name = "profile_reading",
    .chapter = "12_roofline",
    .title = "What is wrong with four kernels, from their counters alone",
    .learnt = "sectors per request, conflicts per request, active lanes and blocks tell what slows a kernel.",
    .checklist = "coalescing,divergence,occupancy",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .report_kernels = "kernel_p,kernel_q,kernel_r,kernel_s",
    .report_rows = report_rows,
    .report_row_count = COUNT_OF(report_rows),
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"All four read 65,536 floats and write as many: 2,048 full requests each way. Compare every number with "
         "what that needs at least.",
         "Sectors over requests tell how accesses lie; conflicts over shared requests, how banks are used; thread "
         "over warp instructions, how many lanes work; blocks over multiprocessors, how much of the GPU does.",
         "4 sectors per request are perfect, 32 the worst. 32 active lanes are all. With at least 132 blocks every "
         "multiprocessor has one. A kernel may have no trouble at all."},
};
