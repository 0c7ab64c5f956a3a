// points.c - what the parts of an exercise earn: first what a limit counts in a run and what share of its points that
// is worth, then each part's points from all that was judged.
//
// The rules are in exercises/exercise.h: Bounds, Work, PathBits.
#include "points.h"

#include "../system/text.h"

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

// ---- the work ----

// Bytes that kernels moved one way, at most: where requests alone are counted, each of them with as many bytes as one
// can move. So no kernel that does the work is taken for one that does not.
typedef struct {
    const char *counter;
    double bytes, loads, stores; // of one of what is counted; 1: it loads, it stores
} Way;

static Work work_done(const DeviceReport *report) {
    static const Way ways[] = {
        {LOAD_BYTES, 1, 1, 0},
        {"global_store_bytes+bulk_store_bytes", 1, 0, 1},
        {"global_red_sectors+global_atom_sectors", 32, 1, 1},
        {"texture_requests", 32 * 16, 1, 0},
        {"surface_requests", 32 * 16, 1, 1},
        {"bulk_copy_requests", 227 << 10, 1, 1}, // no block has more shared memory
    };
    Work done = {.instructions = report_counter(report, "thread_instructions")};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        double bytes = ways[i].bytes * report_counter(report, ways[i].counter);
        done.loaded += ways[i].loads * bytes;
        done.stored += ways[i].stores * bytes;
    }
    return done;
}

// Whether kernels did less than the work takes; words[160] say what.
static bool work_is_missing(const CaseRun *run, char words[160]) {
    Work done = work_done(run->report);
    const struct {
        const char *did, *what, *work;
        double done, least;
    } sides[] = {
        {"loaded", "bytes", "the inputs have", done.loaded, run->work.loaded},
        {"stored", "bytes", "the outputs have", done.stored, run->work.stored},
        {"executed", "instructions", "the work takes", done.instructions, run->work.instructions},
    };
    for (size_t i = 0; i < COUNT_OF(sides); i++) {
        char did[32], needed[32];
        if (sides[i].done >= sides[i].least) continue;
        snprintf(words, 160, "kernels %s %s %s, but %s %s: the limit counts once kernels do the work", sides[i].did,
                 text_number(sides[i].done, did), sides[i].what, sides[i].work, text_number(sides[i].least, needed));
        return true;
    }
    return false;
}

// ---- how the work is shared out ----

// One block may do a quarter of the work of a case, and an eighth of a large one, whose blocks may then still be large:
// 128 x 128 floats of the results, or of the inputs where results are few, are as much as one may have to do. The slack
// is what blocks need whose tiles do not come out even; nothing is earned at twice the limit, where one block leaves
// its results to a copy of many, or four do all. Visible cases are small, and ask for none; the hidden ones that are
// measured are drawn large enough.
#define FEW_BLOCKS 4.0
#define ENOUGH_BLOCKS 8.0
#define LEAST_BYTES 4096.0
#define BLOCK_BYTES 65536.0 // sixteen floats for each of 1,024 threads
#define SECTOR 32.0

// One block may well store all of them.
static bool results_are_few(const Work *work) { return work->stored < work->loaded / 8; }

static double blocks_of_arrays(const Work *work) {
    double few = fmin((work->loaded + work->stored) / BLOCK_BYTES, FEW_BLOCKS);
    return fmax(few, (results_are_few(work) ? work->loaded : work->stored) / BLOCK_BYTES);
}

static Bounds balance_of(double blocks) {
    return (Bounds){.most = 1 / blocks, .slack = 1 / 2., .plain = fmin(2 / blocks, 1)};
}

Bounds limit_balance(const Exercise *exercise, const CaseSpec *spec, const Work *work) {
    double blocks = !spec->hidden ? 1 : exercise->blocks ? exercise->blocks(spec) : blocks_of_arrays(work);
    return balance_of(fmin(fmax(blocks, 1), ENOUGH_BLOCKS));
}

// Bytes of which few blocks may move most: what a case of four blocks moves, or all of a smaller one. Where its arrays
// are next to nothing, bytes are no measure of its work.
static double few_bytes(const Work *work) {
    double most = FEW_BLOCKS * BLOCK_BYTES, moved = work->loaded + work->stored;
    return moved < LEAST_BYTES ? most : fmin(most, moved);
}

// The busiest block's share of the case's own work: of the results that blocks leave, and of the inputs that they load.
// Blocks that only load and compute for show do not make it smaller. Inputs tell nothing in a product, which loads them
// many times, and results tell nothing where other blocks have copied them. Instructions do: few blocks that do all the
// work take nearly as many as a plain version takes in total.
static double share_of_case(const Exercise *exercise, const CaseRun *run) {
    double results = results_are_few(&run->work) ? 0 : report_results_share(run->report, LEAST_BYTES / SECTOR);
    double inputs = report_inputs_share(run->report, LEAST_BYTES) / fmax(exercise->loads_each, 1);
    double steps = exercise->plain_steps ? report_busiest_steps(run->report) / exercise->plain_steps(&run->spec) : 0;
    return fmax(fmax(results, fmin(inputs, 1)), fmax(fmin(steps, 1), run->drawn_by_busiest));
}

#define DRAWN_FOR_SHOW                                                                                                 \
    "the result depends on the random numbers of few blocks, and others draw some that do not count: let each block "  \
    "count what it draws"

// The share of a limit's points that is left if few blocks do most of the work; words[160] say so (NULL: do not). Where
// results are few, one block may add up what many have left, and do a quarter of all that blocks did.
static double share_of_balance(const Exercise *exercise, const CaseRun *run, char words[160]) {
    if (run->drawn_for_show && words) snprintf(words, 160, "%s", DRAWN_FOR_SHOW);
    if (run->drawn_for_show) return 0;
    Bounds of_case = limit_balance(exercise, &run->spec, &run->work), of_all = of_case;
    if (results_are_few(&run->work)) of_all = balance_of(fmin(1 / of_case.most, FEW_BLOCKS));
    double in_case = share_of_case(exercise, run), in_all = report_busiest_share(run->report, few_bytes(&run->work));
    double left_by_case = limit_share(&of_case, in_case), left_by_all = limit_share(&of_all, in_all);
    bool by_case = left_by_case < left_by_all || (left_by_case == left_by_all && in_case > in_all);
    double share = fmin(left_by_case, left_by_all);
    if (share < 1 && words)
        snprintf(
            words, 160,
            "the busiest block did %.0f %% of the work, at most %.0f %% allowed: spread it over more blocks, since "
            "other multiprocessors idle",
            100 * (by_case ? in_case : in_all), 100 * most_with_slack(by_case ? &of_case : &of_all));
    return share;
}

// ---- one limit in one run ----

static double limit_value(const Part *part, const DeviceReport *report, const CaseSpec *spec) {
    if (part->measure) return part->measure(report, spec);
    return report_counter(report, part->counter) / (part->per ? part->per(spec) : 1);
}

static void take_balance(const Exercise *exercise, const CaseRun *run, VerdictCounter *counter) {
    bool missed = counter->share < 1;
    counter->share *= share_of_balance(exercise, run, missed ? NULL : counter->uncounted);
    counter->crowded = !missed && counter->share < 1;
}

static void take_share(const Exercise *exercise, const Part *part, const CaseRun *run, const Bounds *bounds,
                       VerdictCounter *counter) {
    bool judged = part->points > 0;
    counter->share = limit_share(bounds, counter->value);
    if (judged &&
        (report_uncounted(run->report, part->paths, counter->uncounted) || work_is_missing(run, counter->uncounted)))
        counter->share = 0;
    else if (judged && counter->share > 0) // a limit that is missed anyway has its own advice
        take_balance(exercise, run, counter);
    counter->met = judged ? lround(part->points * counter->share) == part->points : counter->share == 1;
}

static void take_lines(const Exercise *exercise, const Part *part, const CaseRun *run, VerdictCounter *counter) {
    char name[80];
    snprintf(name, sizeof name, "%.70s.cu", exercise->name);
    if (part->counter && !counter->met)
        counter->line_count = report_lines(run->report, name, part->counter, counter->lines);
}

// What was not counted is the reason already. If a count is below what the task needs, work was left out.
static void take_advice(const Part *part, const CaseRun *run, VerdictCounter *counter) {
    const char *seen = part->advise ? part->advise(run->report, &run->spec) : NULL;
    if (counter->uncounted[0]) seen = "";
    else if (part->bounds && counter->value < counter->least)
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
    take_share(exercise, part, run, &bounds, &counter);
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
    return wrong || verdict->fault_count;
}

// The share that the part before it leaves to this one. Parts are judged in order, so the points of that one are known.
static double share_of_before(const Verdict *verdict, const VerdictPart *parts, const Part *part, VerdictPart *out) {
    unsigned count = verdict->exercise->part_count;
    unsigned before = part->after ? part_labelled(verdict->exercise, part->after) : count;
    if (before == count || !parts[before].max_points) return 1;
    double share = (double)parts[before].points / parts[before].max_points;
    const char *and = out->why[0] ? "; it " : "";
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
    unsigned right = verdict_answers(verdict, ANSWER_RIGHT), waiting = verdict_answers(verdict, ANSWER_WAITS);
    bool given = verdict_answers(verdict, ANSWER_NONE) < verdict->answer_count;
    for (unsigned i = 0; i < verdict->answer_count; i++) out->points += verdict->answers[i].points;
    if (verdict->unnamed) text_append(out->why, sizeof out->why, "no name in \"//= student: ?\", so nothing is asked");
    else if (!given && verdict->answer_count) text_append(out->why, sizeof out->why, "not answered");
    else text_append(out->why, sizeof out->why, "%u of %u right", right, verdict->answer_count);
    if (waiting) text_append(out->why, sizeof out->why, "; %u told later", waiting);
}

static void judge_clean_part(const Part *part, const Verdict *verdict, VerdictPart *out) {
    if (verdict->fault_count) {
        text_append(out->why, sizeof out->why, "%u fault%s", verdict->fault_count, verdict->fault_count > 1 ? "s" : "");
    } else if (verdict->cases_passed) {
        out->points = part->points;
    } else {
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
    int points = 0;
    for (unsigned i = 0; i < verdict->exercise->part_count; i++) {
        parts[i] = part_of(verdict, i, parts);
        points += parts[i].points;
    }
    return points;
}
