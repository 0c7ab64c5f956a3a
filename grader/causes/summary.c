// summary.c - the sentence a student reads first: what to change, where, and why.
//
// One mistake shows in many ways. A wrong index reads outside an array, and two threads that compute the same index
// race. So faults have an order: causes before what they cause.
#include "summary.h"

#include "geometry/geometry.h"
#include "races.h"
#include "results.h"
#include "slow.h"

#include "../system/text.h"

#include <stdio.h>
#include <string.h>

// ---- which fault explains the others ----

// A race of a line with itself comes before other races: there two threads compute the same index.
static unsigned rank_of(const VerdictFault *fault) {
    bool twice = fault_family(fault->kind) == FAMILY_RACE && fault->line && fault->line == fault->other_line;
    return twice ? fault_rank(FAULT_RACE_SHARED) - 1 : fault_rank(fault->kind);
}

// What a visible case shows can be told with its place and threads.
static bool comes_before(const VerdictFault *a, const VerdictFault *b) {
    return a->hidden != b->hidden ? b->hidden : rank_of(a) < rank_of(b);
}

// Stable, so that of one kind the first one found stays first. There are few.
static void sort_faults(Verdict *verdict) {
    for (unsigned i = 1; i < verdict->fault_count; i++) {
        VerdictFault fault = verdict->faults[i];
        unsigned at = i;
        for (; at && comes_before(&fault, &verdict->faults[at - 1]); at--)
            verdict->faults[at] = verdict->faults[at - 1];
        verdict->faults[at] = fault;
    }
}

// ---- what to do about a fault ----

// By what the refused launch was told.
static const char *launch_advice(const char *sentence) {
    static const struct {
        const char *says, *advice;
    } advices[] = {
        {"has no threads", "launch only where there is work, and round the number of blocks up with ceil_div()"},
        {"dynamic shared memory", "call it for this kernel before the launch, or launch with fewer bytes"},
        {"registers need more", "launch fewer threads a block, or say how many it has, __launch_bounds__(threads), so "
                                "that the compiler uses fewer registers"},
        {"of shared memory", "declare less shared memory, or launch with fewer bytes"},
        {"__launch_bounds__", "launch as many threads as the kernel's bound says, or raise the bound"},
        {"cluster", "make the grid a multiple of the cluster, and the cluster small enough"},
        {"a grid of", "let x, which may be largest, count most of the blocks"},
    };
    for (size_t i = 0; i < COUNT_OF(advices); i++)
        if (strstr(sentence, advices[i].says)) return advices[i].advice;
    return fault_advice(FAULT_INVALID_LAUNCH);
}

// A warp that is not full, a mask that leaves out lanes that execute the line, or one that names lanes that do not: the
// sentence tells which.
static const char *lanes_advice(const char *sentence) {
    if (strstr(sentence, "no thread of the block"))
        return "the block's last warp is not full, so let each of its lanes read only from a lane that exists, or add "
               "its "
               "values in shared memory";
    if (strstr(sentence, "mask") && !strstr(sentence, "names"))
        return "name every lane that takes part in the mask, 0xFFFFFFFF for a whole warp";
    return fault_advice(FAULT_MISSING_LANES);
}

// A sentence other than that of all faults of its kind.
static bool has_own_sentence(const VerdictFault *fault) {
    return fault->sentence[0] && strcmp(fault->sentence, fault_sentence(fault->kind)) != 0;
}

// NULL: the sentence says what to do, as the device's sentences of FAULT_WRONG_MEMORY do.
static const char *advice_for(const VerdictFault *fault) {
    switch (fault->kind) {
    case FAULT_INVALID_LAUNCH: return launch_advice(fault->sentence);
    case FAULT_MISSING_LANES: return lanes_advice(fault->sentence);
    case FAULT_WRONG_MEMORY: return has_own_sentence(fault) ? NULL : fault_advice(fault->kind);
    default: return fault_advice(fault->kind);
    }
}

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void say_place(const VerdictFault *fault, char *text, size_t size) {
    if (!fault->line) return;
    text_append(text, size, "%s line %u", file_name(fault->file), fault->line);
    char shown[LINE_SHOWN];
    source_excerpt(fault->source, shown);
    if (shown[0]) text_append(text, size, " (%s)", shown);
    text_append(text, size, ": ");
}

static void end_sentence(char *text, size_t size) {
    if (!text_ends(text, "?") && !text_ends(text, ".")) text_append(text, size, ".");
}

static void say_fault(const VerdictFault *fault, char *text, size_t size) {
    if (fault->cause[0]) text_append(text, size, "%s", fault->cause);
    else if (fault_family(fault->kind) == FAMILY_RACE) race_say(fault, text, size);
    else {
        const char *advice = advice_for(fault);
        text_append(text, size, "%s", fault->sentence);
        if (advice) text_append(text, size, ": %s", advice);
    }
    end_sentence(text, size);
}

// The largest case that shows a known mistake: in a case of one tile two mistakes may look the same.
static const VerdictCase *known_mistake(const Verdict *verdict) {
    const VerdictCase *known = NULL;
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const CaseResult *result = &verdict->cases[i].result;
        if (result->cause[0] && (!known || result->total > known->result.total)) known = &verdict->cases[i];
    }
    return known;
}

static void summarise_fault(const Verdict *verdict, char *summary, size_t size) {
    const VerdictFault *fault = verdict->faults;
    // A read of unwritten memory can follow from an index that is wrong everywhere; then the results say which mistake
    // it is.
    bool may_follow = fault_family(fault->kind) == FAMILY_UNWRITTEN && !verdict->geometry.says[0];
    const VerdictCase *known = may_follow ? known_mistake(verdict) : NULL;
    summary[0] = 0;
    if (known) {
        text_append(summary, size, "%s", known->result.cause);
        end_sentence(summary, size);
        text_append(summary, size, " It shows as a fault, too: ");
    }
    say_place(fault, summary, size);
    say_fault(fault, summary, size);
}

// ---- limits, answers, cases ----

// "line 15 makes 31 conflicts per request"; false: no line stands for it.
static bool say_line(const VerdictCounter *counter, char *text, size_t size) {
    const VerdictLine *line = &counter->lines[0];
    char each[32];
    if (!counter->line_count || counter->uncounted[0]) return false;
    if (line->words[0])
        text_append(text, size, "line %u makes %s %s", line->line, text_number(line->each, each), line->words);
    else text_append(text, size, "line %u accounts for %.0f %% of the count", line->line, 100 * line->share);
    return true;
}

static void summarise_limit(const Verdict *verdict, char *summary, size_t size) {
    const VerdictCounter *counter = verdict_missed(verdict);
    if (!counter) return;
    bool explained = geometry_explains(verdict, counter);
    bool placed = counter->line_count && !counter->uncounted[0] && !explained;
    const char *advice = explained ? "" : counter->advice;
    text_format(summary, size, "Right results, but ");
    if (explained) {
        text_append(summary, size, "%s", verdict->geometry.says);
        end_sentence(summary, size);
        text_append(summary, size, " This costs points: ");
    } else if (placed && say_line(counter, summary, size)) {
        text_append(summary, size, " (");
    }
    verdict_say_limit(counter, summary, size);
    const VerdictPart *part = &verdict->parts[counter->part];
    if (part->points) text_append(summary, size, ", which earns %d of %d points", part->points, part->max_points);
    bool ended = !advice[0] || text_ends(advice, "?") || text_ends(advice, ".");
    text_append(summary, size, "%s%s%s%s", placed ? ")" : "", advice[0] ? ": " : ".", advice, ended ? "" : ".");
}

static void summarise_answers(const Verdict *verdict, char *summary, size_t size) {
    unsigned right = verdict_answers(verdict, ANSWER_RIGHT);
    bool any = verdict_answers(verdict, ANSWER_NONE) < verdict->answer_count;
    const VerdictAnswer *first = NULL, *waiting = NULL;
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        if (!first && answer->state == ANSWER_WRONG) first = answer;
        if (answer->state == ANSWER_WAITS) waiting = answer;
    }
    summary[0] = 0;
    if (verdict->unnamed) {
        text_format(summary, size,
                    "This file's questions use numbers drawn from your name. Replace the question mark in "
                    "\"//= student: ?\" with your name, then type make questions EXERCISE=%s to see them.",
                    verdict->exercise->name);
        return;
    }
    if (!any && verdict->named[0]) {
        text_format(summary, size, "The questions of %s are drawn: make questions EXERCISE=%s shows them.",
                    verdict->named, verdict->exercise->name);
        return;
    }
    if (first) {
        bool ended = text_ends(first->why, "?") || text_ends(first->why, ".");
        text_format(summary, size, "%s: %s is wrong: %s%s ", first->name, first->given, first->why, ended ? "" : ".");
    }
    text_append(summary, size, "%u of %u answers are right", right, verdict->answer_count);
    if (waiting) text_append(summary, size, "; others are %s.", waiting->why);
    else text_append(summary, size, first || right == verdict->answer_count ? "." : "; some are not answered yet.");
}

// Where a program did not end as it should, that case; else the first that is wrong.
static const VerdictCase *first_failed(const Verdict *verdict) {
    bool stopped = verdict->state == STATE_crash || verdict->state == STATE_timeout;
    for (unsigned i = 0; stopped && i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed && !verdict->cases[i].ran) return &verdict->cases[i];
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (!verdict->cases[i].result.passed) return &verdict->cases[i];
    return NULL;
}

// A case of a few elements shows little: the first of those that show what kind of thing is wrong, if there is one.
static const VerdictCase *telling_case(const Verdict *verdict, const VerdictCase *failed) {
    for (unsigned i = 0; i < verdict->case_count; i++) {
        const VerdictCase *row = &verdict->cases[i];
        if (row->ran && !row->hidden && !row->result.passed && row->result.kind[0] && row->result.total >= 32)
            return row;
    }
    return failed;
}

// Of results that are wrong: a known mistake's cause; else where they are stored, and what kind of thing is wrong.
static void summarise_results(const Verdict *verdict, const VerdictCase *failed, char *summary, size_t size) {
    const VerdictCase *known = known_mistake(verdict), *told = known;
    if (!known) told = failed = telling_case(verdict, failed);
    char pattern[160] = "";
    if (known) {
        text_append(summary, size, "%s", known->result.cause);
    } else {
        if (!failed->hidden && failed->result.has_element) text_append(summary, size, "%s", verdict->stored);
        if (failed->result.has_element && !failed->result.kind[0]) results_pattern(verdict, pattern, sizeof pattern);
        text_append(summary, size, "%s", failed->result.kind[0] ? failed->result.kind : pattern);
    }
    if (told->hidden) summary[0] = 0; // its message says the same
    bool said = summary[0] && !text_ends(summary, ": ");
    if (said) end_sentence(summary, size);
    text_append(summary, size, "%s%s %s: %s", said ? " " : "", text_ends(summary, ": ") ? "case" : "Case", told->label,
                told->result.message);
}

static void summarise_case(const Verdict *verdict, const VerdictCase *failed, char *summary, size_t size) {
    summary[0] = 0;
    if (verdict->ended[0] && verdict->state != STATE_memory) text_format(summary, size, "%s", verdict->ended);
    else if (failed->ran) summarise_results(verdict, failed, summary, size);
    else text_format(summary, size, "Case %s: %s", failed->label, failed->result.message);
}

// Limits without points are only shown; where one has advice, it is given.
static void summarise_passed(const Verdict *verdict, char *summary, size_t size) {
    const VerdictCounter *unmet = NULL;
    if (exercise_time_part(verdict->exercise)) { // counters that explain a slow time say nothing of a good one
        text_format(summary, size, "All %u cases right, no faults, and the time earns all points.",
                    verdict->case_count);
        return;
    }
    text_format(summary, size, "All %u cases right, no faults, every limit met.", verdict->case_count);
    for (unsigned p = 0; p < verdict->exercise->part_count && !unmet; p++) unmet = verdict_unmet(verdict, p, false);
    if (!unmet || !unmet->advice[0]) return;
    text_append(summary, size, " It costs no points, but ");
    verdict_say_limit(unmet, summary, size);
    text_append(summary, size, ": %s", unmet->advice);
    end_sentence(summary, size);
}

void summarise(Verdict *verdict) {
    sort_faults(verdict);
    const VerdictCase *failed = first_failed(verdict);
    char *summary = verdict->summary;
    size_t size = sizeof verdict->summary;
    if (!exercise_runs(verdict->exercise)) summarise_answers(verdict, summary, size);
    else if (verdict->state == STATE_passed) summarise_passed(verdict, summary, size);
    else if (verdict->state == STATE_fault && verdict->fault_count) summarise_fault(verdict, summary, size);
    else if (verdict->state == STATE_limit) summarise_limit(verdict, summary, size);
    else if (verdict->state == STATE_slow) slow_say(verdict, summary, size);
    else if (failed) summarise_case(verdict, failed, summary, size);
    if (verdict->state == STATE_timeout && verdict->fault_count)
        text_append(summary, size, "; %s at line %u", verdict->faults[0].sentence, verdict->faults[0].line);
}
