// points.c - what the parts of an exercise earn: first what a limit counts in a run and what share of its points that
// is worth, then each part's points from all that was judged.
//
// The rule of a limit is in exercises/exercise.h: Bounds.
#include "points.h"

#include "../device/system/text.h"
#include "../questions/course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- how far from the limit ----

Bounds limit_bounds(const Part *part, const CaseSpec *spec) {
    Bounds bounds = {.least = part->least, .most = part->most, .slack = part->slack, .plain = part->plain};
    if (part->bounds) part->bounds(spec, &bounds);
    return bounds;
}

static double least_with_slack(const Bounds *bounds) {
    return bounds->plain < bounds->least ? bounds->least * (1 - bounds->slack) : bounds->least;
}
static double most_with_slack(const Bounds *bounds) {
    return bounds->plain > bounds->most ? bounds->most * (1 + bounds->slack) : bounds->most;
}

// The part of the way from the limit to plain that a value beyond the limit has gone. From 0 there are no factors; so
// the way is that of a request's passes, of which 32 are the worst and one is none too many.
static double way_gone(double limit, double plain, double value) {
    if (limit > 0 && plain > 0) return log(value / limit) / log(plain / limit);
    return log1p(31 * (value - limit) / (plain - limit)) / log(32);
}

double limit_share(const Bounds *bounds, double value) {
    double least = least_with_slack(bounds), most = most_with_slack(bounds);
    double rounding = 1e-9 * fmax(1, fabs(value)); // of the division, not of the limit
    if (value >= least - rounding && value <= most + rounding) return 1;
    double limit = value > most ? most : least;
    bool towards_plain = value > limit ? bounds->plain > limit : bounds->plain < limit;
    if (!towards_plain || isnan(value)) return 0;
    double left = 1 - way_gone(limit, bounds->plain, value);
    return left > 0 ? left * left : 0;
}

// ---- one limit in one run ----

static double limit_value(const Part *part, const DeviceReport *report, const CaseSpec *spec) {
    if (part->measure) return part->measure(report, spec);
    return report_counter(report, part->counter) / (part->per ? part->per(spec) : 1);
}

static void take_share(const Part *part, const Bounds *bounds, VerdictCounter *counter) {
    counter->share = limit_share(bounds, counter->value);
    counter->met = part->points ? lround(part->points * counter->share) == part->points : counter->share == 1;
}

static void take_lines(const Exercise *exercise, const Part *part, const CaseRun *run, VerdictCounter *counter) {
    char name[80];
    snprintf(name, sizeof name, "%.70s.cu", exercise->name);
    if (part->counter && !counter->met)
        counter->line_count = report_lines(run->report, name, part->counter, counter->lines);
}

// If a count is below what the task needs, work was left out.
static void take_advice(const Part *part, const CaseRun *run, VerdictCounter *counter) {
    const char *seen = part->advise ? part->advise(run->report, &run->spec) : NULL;
    if (part->bounds && counter->value < counter->least)
        seen = "Less was counted than the task itself needs: is its work done in every call, and by a kernel?";
    if (seen) text_say(counter->advice, sizeof counter->advice, seen);
}

VerdictCounter judge_limit(const Exercise *exercise, unsigned index, const CaseRun *run) {
    const Part *part = &exercise->parts[index];
    Bounds bounds = limit_bounds(part, &run->spec);
    VerdictCounter counter = {.part = index};
    text_copy(counter.label, sizeof counter.label, part->counts);
    text_copy(counter.case_label, sizeof counter.case_label, run->spec.hidden ? HIDDEN_LABEL : run->spec.label);
    text_say(counter.advice, sizeof counter.advice, part->advice ? part->advice : "");
    counter.least = least_with_slack(&bounds);
    counter.most = most_with_slack(&bounds);
    counter.measured = run_ended(run) && run->report;
    if (!counter.measured) return counter;
    counter.value = limit_value(part, run->report, &run->spec);
    take_share(part, &bounds, &counter);
    take_lines(exercise, part, run, &counter);
    take_advice(part, run, &counter);
    return counter;
}

// ---- the parts of the exercise ----

// The index of the part with that label, or part_count if there is none.
static unsigned part_labelled(const Exercise *exercise, const char *label) {
    unsigned p = 0;
    while (p < exercise->part_count && strcmp(exercise->parts[p].label, label)) p++;
    return p;
}

static bool waits_for_results(const Verdict *verdict, VerdictPart *out) {
    bool wrong = verdict->cases_passed < verdict->case_count;
    if (verdict->fault_count) text_append(out->why, sizeof out->why, "counts once there are no faults");
    else if (wrong) text_append(out->why, sizeof out->why, "counts once every result is right");
    return out->waits = wrong || verdict->fault_count;
}

// The share that the part before it leaves to this one. Parts are judged in order, so the points of that one are known.
static double share_of_before(const Verdict *verdict, const VerdictPart *parts, const Part *part, VerdictPart *out) {
    unsigned count = verdict->exercise->part_count;
    unsigned before = part->after ? part_labelled(verdict->exercise, part->after) : count;
    if (before == count || !parts[before].max_points) return 1;
    double share = (double)parts[before].points / parts[before].max_points;
    const char *and = out->why[0] ? "; it " : "";
    out->waits = share == 0 && !out->why[0];
    if (share == 0) text_append(out->why, sizeof out->why, "%scounts once \"%s\" does", and, part->after);
    else if (share < 1) text_append(out->why, sizeof out->why, "%scounts as far as \"%s\" does", and, part->after);
    return share;
}

// The least share of any measured case.
static double share_of_limit(const Verdict *verdict, unsigned index) {
    double share = 1;
    for (unsigned i = 0; i < verdict->counter_count; i++)
        if (verdict->counters[i].part == index) share = fmin(share, verdict->counters[i].share);
    return share;
}

static void judge_limit_part(const Verdict *verdict, const VerdictPart *parts, unsigned index, VerdictPart *out) {
    const Part *part = &verdict->exercise->parts[index];
    const VerdictCounter *unmet = verdict_unmet(verdict, index, false);
    if (waits_for_results(verdict, out)) return;
    if (unmet) verdict_say_limit(unmet, out->why, sizeof out->why);
    double share = share_of_limit(verdict, index);
    if (share > 0 && (!unmet || part->after)) share *= share_of_before(verdict, parts, part, out);
    out->points = (int)lround(part->points * share);
}

static void judge_answers_part(const Verdict *verdict, VerdictPart *out) {
    unsigned right = verdict_answers(verdict, ANSWER_RIGHT);
    bool given = verdict_answers(verdict, ANSWER_NONE) < verdict->answer_count;
    for (unsigned i = 0; i < verdict->answer_count; i++) out->points += verdict->answers[i].points;
    if (!given && verdict->answer_count) text_append(out->why, sizeof out->why, "not answered");
    else text_append(out->why, sizeof out->why, "%u of %u right", right, verdict->answer_count);
}

static void judge_clean_part(const Part *part, const Verdict *verdict, VerdictPart *out) {
    if (verdict->fault_count) {
        text_append(out->why, sizeof out->why, "%u fault%s", verdict->fault_count, verdict->fault_count > 1 ? "s" : "");
    } else if (verdict->cases_passed) {
        out->points = part->points;
    } else {
        out->waits = true;
        text_append(out->why, sizeof out->why, "counts once a case is right");
    }
}

#define NEARLY 1.05 // times the step that earns all points

double time_share(double plain, double full, double yours, double favour) {
    double near = full * fmax(NEARLY, favour);
    if (yours <= near) return 1;
    return yours < plain ? log(plain / yours) / log(plain / near) : 0;
}

static void judge_time_part(const Verdict *verdict, const Part *part, VerdictPart *out) {
    const VerdictTime *time = &verdict->time;
    if (waits_for_results(verdict, out)) return;
    if (!time->judged) {
        out->points = part->points;
        text_append(out->why, sizeof out->why, "its time is not known here, and costs no points");
        return;
    }
    out->points = (int)lround(part->points * time->scale.share);
    text_append(out->why, sizeof out->why, "%s", time->scale.why);
}

static unsigned spoilt_cases(const Verdict *verdict) {
    unsigned spoilt = 0;
    for (unsigned i = 0; i < verdict->case_count; i++) spoilt += verdict->cases[i].spoilt;
    return spoilt;
}

// parts: those before it have their points.
static VerdictPart part_of(const Verdict *verdict, unsigned index, const VerdictPart *parts) {
    const Part *part = &verdict->exercise->parts[index];
    unsigned cases = verdict->case_count ? verdict->case_count : 1, spoilt = spoilt_cases(verdict);
    VerdictPart out = {.max_points = part->points};
    text_copy(out.label, sizeof out.label, part->label);
    switch (part->kind) {
    case PART_CASES:
        out.points = (int)((unsigned)part->points * verdict->cases_passed / cases);
        text_append(out.why, sizeof out.why, "%u of %u cases right", verdict->cases_passed, verdict->case_count);
        if (spoilt) text_append(out.why, sizeof out.why, ", %u not judged after a fault", spoilt);
        break;
    case PART_CLEAN: judge_clean_part(part, verdict, &out); break;
    case PART_LIMIT: judge_limit_part(verdict, parts, index, &out); break;
    case PART_ANSWERS: judge_answers_part(verdict, &out); break;
    case PART_TIME: judge_time_part(verdict, part, &out); break;
    }
    return out;
}

int judge_points(const Verdict *verdict, VerdictPart *parts) {
    int points = 0, most[verdict->exercise->part_count + 1];
    course_points(verdict->exercise, most);
    for (unsigned i = 0; i < verdict->exercise->part_count; i++) parts[i] = part_of(verdict, i, parts);
    for (unsigned i = 0; i < verdict->exercise->part_count; i++) {
        VerdictPart *part = &parts[i];
        if (part->max_points) part->points = (int)lround((double)part->points * most[i] / part->max_points);
        part->max_points = most[i];
        points += part->points;
    }
    return points;
}
