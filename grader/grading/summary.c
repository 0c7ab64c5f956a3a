// summary.c - the sentence a student reads first: what to change, where, and why.
//
// One mistake shows in many ways. A wrong index reads outside an array, and two threads that compute the same index
// race. So faults have an order: causes before what they cause.
#include "summary.h"

#include "../system/text.h"

#include <stdio.h>
#include <string.h>

// ---- which fault explains the others ----

// Kinds of faults, causes first. A race whose two ends are one line comes before other races: there an index is
// computed twice.
static unsigned rank_of(const VerdictFault *fault) {
    static const char *const order[] = {
        "refused",
        "unsupported",
        "invalid_launch",
        "host_pointer",
        "null_pointer",
        "out_of_bounds",
        "misaligned",
        "use_after_free",
        "read_only",
        "copy_out_of_bounds",
        "assert",
        "stack_overflow",
        "barrier_deadlock",
        "divergent_barrier",
        "same line",
        "race_shared",
        "race_global",
        "race_blocks",
        "missing_lanes",
        "double_free",
        "uninitialised_register",
        "uninitialised_local",
        "uninitialised_shared",
        "uninitialised_global",
        "uninitialised_copy",
        "trap",
        "timeout",
    };
    bool twice = text_begins(fault->kind, "race_") && fault->line && fault->line == fault->other_line;
    unsigned rank = 0;
    while (rank < COUNT_OF(order) && strcmp(order[rank], twice ? "same line" : fault->kind)) rank++;
    return rank;
}

// Stable, so that of one kind the first one found stays first. There are few.
static void sort_faults(Verdict *verdict) {
    for (unsigned i = 1; i < verdict->fault_count; i++) {
        VerdictFault fault = verdict->faults[i];
        unsigned at = i;
        for (; at && rank_of(&verdict->faults[at - 1]) > rank_of(&fault); at--)
            verdict->faults[at] = verdict->faults[at - 1];
        verdict->faults[at] = fault;
    }
}

// ---- what to do about a fault ----

typedef struct {
    const char *kind, *advice;
} Advice;

static const char *advice_for(const VerdictFault *fault) {
    static const Advice advices[] = {
        {"out_of_bounds", "Check the index against the array's size before the access"},
        {"null_pointer", "A pointer is null: was it ever set?"},
        {"host_pointer", "Kernels reach device memory only: copy the data there first"},
        {"misaligned", "A wide access needs an address that is a multiple of its width"},
        {"divergent_barrier", "Every thread of the block must reach __syncthreads(): no return, break or if above it"},
        {"barrier_deadlock", "Every thread of the block must reach the same barrier"},
        {"race_shared", "A __syncthreads() is missing between the two accesses"},
        {"race_global", "Nothing orders the two threads: a barrier, or an atomic"},
        {"race_blocks", "Blocks run in any order: use an atomic, or let each block have its own part"},
        {"uninitialised_shared", "Write it first, by every thread that should, with a barrier before it is read"},
        {"uninitialised_global", "Nothing has written it: is every element computed, and every size right?"},
        {"uninitialised_register", "Give the variable a value first: float sum = 0"},
        {"uninitialised_local", "Give the array values first: float sums[4] = {}"},
        {"invalid_launch", "Threads per block, grid and shared memory must fit the device"},
        {"timeout", "A loop does not end: which condition never becomes false?"},
    };
    for (size_t i = 0; i < COUNT_OF(advices); i++)
        if (!strcmp(fault->kind, advices[i].kind)) return advices[i].advice;
    return "Repair faults first: results mean nothing while there are any";
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void say_place(const VerdictFault *fault, char *text, size_t size) {
    if (!fault->line) return;
    text_append(text, size, "%s line %u", file_name(fault->file), fault->line);
    if (fault->source[0]) text_append(text, size, " (%.70s%s)", fault->source, strlen(fault->source) > 70 ? "..." : "");
    text_append(text, size, ": ");
}

static void summarise_fault(const Verdict *verdict, char *summary, size_t size) {
    const VerdictFault *fault = verdict->faults;
    bool race = text_begins(fault->kind, "race_");
    summary[0] = 0;
    say_place(fault, summary, size);
    if (race && fault->line && fault->line == fault->other_line) {
        text_append(summary, size,
                    "two threads write or read the same element here, threads (%u,%u,%u) and (%u,%u,%u): is an index "
                    "computed twice, or a barrier or atomic missing? ",
                    fault->thread[0], fault->thread[1], fault->thread[2], fault->other_thread[0],
                    fault->other_thread[1], fault->other_thread[2]);
        return;
    }
    text_append(summary, size, "%s", fault->sentence);
    if (race && fault->other_line) text_append(summary, size, "; the other access is in line %u", fault->other_line);
    text_append(summary, size, ". %s.", advice_for(fault));
}

// ---- limits, answers, cases ----

static void summarise_limit(const Verdict *verdict, char *summary, size_t size) {
    const VerdictCounter *counter = NULL;
    for (unsigned p = 0; p < verdict->exercise->part_count && !counter; p++)
        if (verdict->exercise->parts[p].kind == PART_LIMIT && verdict->exercise->parts[p].points)
            counter = verdict_unmet(verdict, p, false);
    if (!counter) return;
    bool placed = counter->line_count && counter->lines[0].words[0] && !counter->uncounted[0];
    snprintf(summary, size, "Right results, but ");
    if (placed) {
        char each[32];
        text_append(summary, size, "line %u makes %s %s (", counter->lines[0].line,
                    text_number(counter->lines[0].each, each), counter->lines[0].words);
    }
    limit_say(counter, summary, size);
    bool ended = !counter->advice[0] || text_ends(counter->advice, "?") || text_ends(counter->advice, ".");
    text_append(summary, size, "%s%s%s%s", placed ? ")" : "", counter->advice[0] ? ": " : ".", counter->advice,
                ended ? "" : ".");
}

static void summarise_answers(const Verdict *verdict, char *summary, size_t size) {
    unsigned right = 0;
    const VerdictAnswer *first = NULL;
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        right += answer->state == ANSWER_RIGHT;
        if (!first && (answer->state == ANSWER_WRONG || answer->state == ANSWER_NEAR)) first = answer;
    }
    summary[0] = 0;
    if (first) {
        bool ended = text_ends(first->why, "?") || text_ends(first->why, ".");
        snprintf(summary, size, "%s: %s is %s: %s%s ", first->name, first->given,
                 first->state == ANSWER_NEAR ? "near" : "not it", first->why, ended ? "" : ".");
    }
    text_append(summary, size, "%u of %u answers are right%s", right, verdict->answer_count,
                first || right == verdict->answer_count ? "." : "; some are not answered yet.");
}

static const VerdictCase *first_failed(const Verdict *verdict) {
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed) return &verdict->cases[i];
    return NULL;
}

void summarise(Verdict *verdict) {
    sort_faults(verdict);
    const VerdictCase *failed = first_failed(verdict);
    char *summary = verdict->summary;
    size_t size = sizeof verdict->summary;
    if (!exercise_runs(verdict->exercise)) summarise_answers(verdict, summary, size);
    else if (verdict->state == STATE_passed)
        snprintf(summary, size, "All %u cases right, no faults, every limit met.", verdict->case_count);
    else if (verdict->state == STATE_fault && verdict->fault_count) summarise_fault(verdict, summary, size);
    else if (verdict->state == STATE_limit) summarise_limit(verdict, summary, size);
    else if (failed) snprintf(summary, size, "Case %s: %s", failed->label, failed->result.message);
    if (verdict->state == STATE_timeout && verdict->fault_count)
        text_append(summary, size, "; %s at line %u", verdict->faults[0].sentence, verdict->faults[0].line);
}
