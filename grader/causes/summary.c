// summary.c - the sentence a student reads first: what to change, where, and why.
//
// One mistake shows in many ways. A wrong index reads outside an array, and two threads that compute the same index
// race. So faults have an order: causes before what they cause.
#include "summary.h"

#include "geometry/geometry.h"
#include "races.h"
#include "results.h"
#include "slow.h"

#include "../device/system/text.h"

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
        FactSentence advice;
        fact_advise(&fault->fact, fault->kind, advice);
        text_append(text, size, "%s", fault->sentence);
        if (advice[0]) text_append(text, size, ": %s", advice);
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
    if (!counter->line_count) return false;
    if (line->words[0])
        text_append(text, size, "line %u makes %s %s", line->line, text_number(line->each, each), line->words);
    else text_append(text, size, "line %u accounts for %.0f %% of the count", line->line, 100 * line->share);
    return true;
}

static void summarise_limit(const Verdict *verdict, char *summary, size_t size) {
    const VerdictCounter *counter = verdict_missed(verdict);
    if (!counter) return;
    bool explained = geometry_explains(verdict, counter);
    bool placed = counter->line_count && !explained;
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
    const VerdictAnswer *first = NULL;
    for (unsigned i = 0; i < verdict->answer_count; i++) {
        const VerdictAnswer *answer = &verdict->answers[i];
        if (!first && answer->state == ANSWER_WRONG) first = answer;
    }
    summary[0] = 0;
    if (!any && verdict->exercise->parameter_count) {
        text_format(summary, size, "make questions EXERCISE=%s shows the questions with their numbers.",
                    verdict->exercise->name);
        return;
    }
    if (first) {
        bool ended = text_ends(first->why, "?") || text_ends(first->why, ".");
        text_format(summary, size, "%s: %s is wrong: %s%s ", first->name, first->given, first->why, ended ? "" : ".");
    }
    text_append(summary, size, "%u of %u answers are right", right, verdict->answer_count);
    text_append(summary, size, first || right == verdict->answer_count ? "." : "; some are not answered yet.");
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

// Whether what one element alone has is said of all, and a case of more elements does not have it.
static bool is_chance(const Verdict *verdict, const VerdictCase *row) {
    for (unsigned i = 0; row->result.total == 1 && i < verdict->case_count; i++) {
        const VerdictCase *other = &verdict->cases[i];
        if (other->ran && !other->result.passed && other->result.total > 1 &&
            strcmp(other->result.kind, row->result.kind) != 0)
            return true;
    }
    return false;
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
        bool kind = failed->result.kind[0] && !is_chance(verdict, failed);
        if (failed->result.has_element && !kind) results_pattern(verdict, pattern, sizeof pattern);
        text_append(summary, size, "%s", kind ? failed->result.kind : pattern);
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
    else {
        bool placed = verdict->stored[0] && verdict->state == STATE_crash;
        text_format(summary, size, "%s%s %s: %s", placed ? verdict->stored : "", placed ? "case" : "Case",
                    failed->label, failed->result.message);
    }
}

// What is left to do where a program is right and answers are not.
static void say_answers(const Verdict *verdict, char *text, size_t size) {
    unsigned wrong = verdict_answers(verdict, ANSWER_WRONG), none = verdict_answers(verdict, ANSWER_NONE);
    const VerdictAnswer *first = verdict->answers;
    if (!verdict->answer_count || !(wrong || none)) return;
    if (!wrong) {
        text_append(text, size, " %u of %u questions %s not answered yet.", none, verdict->answer_count,
                    none == 1 ? "is" : "are");
        return;
    }
    while (first->state != ANSWER_WRONG) first++;
    text_append(text, size, " %u of %u answers %s wrong. %s: %s: %s", wrong, verdict->answer_count,
                wrong == 1 ? "is" : "are", first->name, first->given, first->why);
    end_sentence(text, size);
}

// Limits without points are only shown; where one has advice, it is given.
static void summarise_passed(const Verdict *verdict, char *summary, size_t size) {
    const VerdictCounter *unmet = NULL;
    if (exercise_time_part(verdict->exercise)) { // counters that explain a slow time say nothing of a good one
        text_format(summary, size, "All %u cases right, no faults, and the time earns all points.",
                    verdict->case_count);
        say_answers(verdict, summary, size);
        return;
    }
    text_format(summary, size, "All %u cases right, no faults, every limit met.", verdict->case_count);
    say_answers(verdict, summary, size);
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
    else if (verdict->state == STATE_passed || verdict->state == STATE_answers)
        summarise_passed(verdict, summary, size);
    else if (verdict->state == STATE_fault && verdict->fault_count) summarise_fault(verdict, summary, size);
    else if (verdict->state == STATE_limit) summarise_limit(verdict, summary, size);
    else if (verdict->state == STATE_slow) slow_say(verdict, summary, size);
    else if (failed) summarise_case(verdict, failed, summary, size);
    if (verdict->state == STATE_timeout && verdict->fault_count)
        text_append(summary, size, "; %s at line %u", verdict->faults[0].sentence, verdict->faults[0].line);
}
