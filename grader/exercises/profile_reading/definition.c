// definition.c - chapter 12, profile_reading: four kernels by their counters alone; each is run, and told by what it
// did.
#include "../definition.h"

#include <stdio.h>

#define MULTIPROCESSORS 132 // of an H200

static double per(const KeyRun *run, const char *kernel, const char *above, const char *below) {
    return key_counter(run, kernel, above) / key_counter(run, kernel, below);
}

static double lanes_active(const KeyRun *run, const char *kernel) {
    return per(run, kernel, "thread_instructions", "warp_instructions");
}

// What is wrong with a kernel, by the counter that is out of the ordinary.
static bool trouble_of(const KeyRun *run, const char *kernel, char answer[64]) {
    double requests = key_counter(run, kernel, "global_load_requests");
    const char *word = "short of blocks";
    if (key_counter(run, kernel, "global_load_sectors") > 8 * requests) word = "scattered";
    else if (key_counter(run, kernel, BANK_CONFLICTS) > 8 * requests) word = "conflicted";
    else if (lanes_active(run, kernel) < 16) word = "divergent";
    snprintf(answer, 64, "%s", word);
    return requests > 0;
}

static bool trouble_p(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_p", answer); }
static bool trouble_q(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_q", answer); }
static bool trouble_r(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_r", answer); }
static bool trouble_s(const KeyRun *run, char answer[64]) { return trouble_of(run, "kernel_s", answer); }

static bool idle_multiprocessors(const KeyRun *run, char answer[64]) {
    (void)run;
    snprintf(answer, 64, "%d", MULTIPROCESSORS - 4); // kernel_r is launched with 4 blocks
    return true;
}

#define TROUBLES "scattered,conflicted,divergent,short of blocks"

static const Slip p_slips[] = {
    {"scattered", "8,192 sectors for 2,048 requests are 4 each: the loads of P are as good as they can be"},
    {"divergent", "1,900,544 thread instructions for 59,392 warp instructions are 32 each: all lanes work"},
    {"short of blocks", "64 blocks are few, but R has fewer. One number of P is far from that of all others"},
};
static const Slip q_slips[] = {
    {"scattered", "8,192 sectors for 2,048 requests are 4 each: the loads of Q are as good as they can be"},
    {"conflicted", "Q has no passes of shared memory, so nothing can conflict"},
    {"short of blocks", "256 blocks are more than one for each multiprocessor. How many instructions do they need?"},
};
static const Slip r_slips[] = {
    {"scattered", "8,192 sectors for 2,048 requests are 4 each: the loads of R are as good as they can be"},
    {"conflicted", "R has no passes of shared memory, so nothing can conflict"},
    {"divergent", "601,088 thread instructions for 18,848 warp instructions are 31.9 each: nearly all lanes work"},
};
static const Slip s_slips[] = {
    {"conflicted", "S has no passes of shared memory, so nothing can conflict"},
    {"divergent", "1,179,648 thread instructions for 36,864 warp instructions are 32 each: all lanes work"},
    {"short of blocks", "256 blocks are more than one for each multiprocessor. Compare the sectors with those of Q"},
};
static const Slip sectors_slips[] = {
    {"4", "So many have P, Q and R. Divide the sectors of S by its requests"},
    {"65,536", "Those are the sectors of all its requests: how many are they for one?"},
};
static const Slip idle_slips[] = {
    {"4", "So many have a block. How many have none?"},
    {"0", "A block runs on one multiprocessor, so 4 blocks cannot occupy all of them"},
    {"131", "Its 4 blocks need not share a multiprocessor: each gets one of its own"},
};
static const Slip lanes_slips[] = {
    {"32", "That is a warp without divergence. Here thread instructions are far fewer than 32 for a warp instruction"},
    {"0.18", "Thread instructions over warp instructions, not the reverse"},
};
static const Slip conflict_slips[] = {
    {"32", "32 passes: conflicts are those beyond the first"},
    {"0.5", "Divide by requests of shared memory: one load and one store for each 32 floats"},
};

static const Question questions[] = {
    {.name = "p",
     .asks = "what is wrong with P",
     .points = 16,
     .kind = ANSWER_WORD,
     .words = TROUBLES,
     .key = trouble_p,
     .why = "Its global requests are perfect: which of its numbers is far from what 2,048 requests need?",
     SLIPS(p_slips)},
    {.name = "q",
     .asks = "what is wrong with Q",
     .points = 16,
     .kind = ANSWER_WORD,
     .words = TROUBLES,
     .key = trouble_q,
     .why = "Divide its thread instructions by its warp instructions: how many of 32 lanes work?",
     SLIPS(q_slips)},
    {.name = "r",
     .asks = "what is wrong with R",
     .points = 16,
     .kind = ANSWER_WORD,
     .words = TROUBLES,
     .key = trouble_r,
     .why = "Every counter of R is as good as can be. What is left is the launch",
     SLIPS(r_slips)},
    {.name = "s",
     .asks = "what is wrong with S",
     .points = 16,
     .kind = ANSWER_WORD,
     .words = TROUBLES,
     .key = trouble_s,
     .why = "How many sectors does one of its load requests touch?",
     SLIPS(s_slips)},
    {.name = "s_sectors",
     .asks = "sectors of a load request of S",
     .points = 8,
     .kernel = "kernel_s",
     .counter = "global_load_sectors",
     .per = "global_load_requests",
     .why = "Sectors over requests",
     SLIPS(sectors_slips)},
    {.name = "p_conflicts",
     .asks = "conflicts of a shared request of P",
     .points = 8,
     .kernel = "kernel_p",
     .counter = BANK_CONFLICTS,
     .per = "shared_load_instructions+shared_store_instructions",
     .why = "Conflicts over requests: 2,048 loads and 2,048 stores",
     SLIPS(conflict_slips)},
    {.name = "q_lanes",
     .asks = "lanes active in an instruction of Q, on average",
     .points = 10,
     .kernel = "kernel_q",
     .counter = "thread_instructions",
     .per = "warp_instructions",
     .near = 1.2,
     .why = "Thread instructions over warp instructions",
     SLIPS(lanes_slips)},
    {.name = "r_idle",
     .asks = "multiprocessors of an H200 (132) that R leaves idle",
     .points = 10,
     .key = idle_multiprocessors,
     .why = "A block runs on one multiprocessor",
     SLIPS(idle_slips)},
};

static const Part parts[] = {ANSWERS("answers", 100)};

const Exercise profile_reading_exercise = {
    .name = "profile_reading",
    .chapter = "12_roofline",
    .title = "What is wrong with four kernels, from their counters alone",
    .learnt = "sectors a request, conflicts a request, active lanes and blocks tell what slows a kernel.",
    .checklist = "coalescing,divergence,occupancy",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints = {"All four read 65,536 floats and write as many: 2,048 full requests each way. Compare every number with "
              "what that needs at least.",
              "Sectors over requests tell how accesses lie; conflicts over shared requests, how banks are used; thread "
              "over warp instructions, how many lanes work; blocks over multiprocessors, how much of the GPU does.",
              "4 sectors a request are perfect, 32 the worst. 31 conflicts a request are the worst. 32 lanes are all. "
              "Four blocks keep four multiprocessors busy."},
};
