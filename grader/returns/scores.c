// scores.c - what each person gets, of the attempt that counts: rules.h has the order of the arithmetic.
#include "returns.h"

#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../formats/csv.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS 64 // exercises of a class

// What one exercise gives a person. false: nothing is known yet.
static bool item_of(const ScoredClass *class, unsigned index, const Person *person, unsigned exercise, RuleItem *item,
                    Score *score) {
    const Exercise *what = class->exercises[exercise];
    const Submission *submission = score->submission;
    const Verdict *verdict = submission ? &class->verdicts[(size_t)index * class->exercise_count + exercise] : NULL;
    Marked marked = override_marks(class->overrides, submission, person, what, verdict);
    bool known = verdict && verdict->exercise && verdict_has_points(verdict);
    *item = (RuleItem){.weight = rules_weight(class->rules, what),
                       .most = exercise_most_points(what),
                       .bonus = rules_bonus(class->rules, what)};
    if (known) item->points = verdict_points(verdict), item->most = verdict->max_points;
    if (!marked.by_hand) return known || item->weight == 0;
    int before = known ? verdict_earned(verdict) : 0;
    item->points = marked.points;
    text_append(score->words, sizeof score->words, "%s%s set by hand: %g instead of %d%s%s",
                score->words[0] ? "; " : "", what->name, marked.points, before, marked.comment[0] ? ", " : "",
                marked.comment);
    return true;
}

static void say_dropped(const ScoredClass *class, const RuleItem *items, Score *score) {
    for (unsigned e = 0; e < class->exercise_count && e < MOST_ITEMS; e++)
        if (items[e].dropped)
            text_append(score->words, sizeof score->words, "%sdropped: %s (%.4g of %.4g)", score->words[0] ? "; " : "",
                        class->exercises[e]->name, items[e].points, items[e].most);
}

// The points of a person's exercises, before lateness. Returns whether all of them are known.
static bool add_items(const ScoredClass *class, unsigned index, const Person *person, Score *score) {
    RuleItem items[MOST_ITEMS] = {{0}};
    bool known = true;
    unsigned count = class->exercise_count < MOST_ITEMS ? class->exercise_count : MOST_ITEMS;
    for (unsigned e = 0; e < count; e++) known &= item_of(class, index, person, e, &items[e], score);
    RuleSum sum = rules_sum(class->rules, items, count);
    if (known) say_dropped(class, items, score);
    score->points = score->earned = sum.points;
    score->max_points = sum.most;
    return known;
}

void score_say_loss(double points, double earned, char *words, size_t size) {
    snprintf(words, size, ", %.4g instead of %.4g points", points, earned);
}

static void take_lateness(const ScoredClass *class, Score *score) {
    Lateness lateness = rules_lateness(class->rules, score->submission);
    score->points = score->points * (1 - lateness.off) - lateness.points;
    if (score->points < 0) score->points = 0;
    score->grace_days = lateness.days_used;
    char loss[80] = "";
    if (!lateness.words[0]) return;
    text_append(score->words, sizeof score->words, "%s%s", score->words[0] ? "; " : "", lateness.words);
    if ((lateness.off > 0 || lateness.points > 0) && score->earned > 0)
        score_say_loss(score->points, score->earned, loss, sizeof loss);
    text_append(score->words, sizeof score->words, "%s", loss);
}

static Score score_of(const ScoredClass *class, unsigned index, const Person *person) {
    const Submission *submission = &class->list->items[index];
    Score score = {.person = person, .submission = submission};
    score.graded = add_items(class, index, person, &score);
    take_lateness(class, &score);
    if (!score.graded) snprintf(score.words, sizeof score.words, "not all of it is graded");
    const char *left_out = rules_exclude(class->rules, person) ? "excluded by the rules" : submission->left_out;
    if (left_out[0]) {
        score.graded = false;
        score.grace_days = 0;
        snprintf(score.words, sizeof score.words, "%s", left_out);
    }
    return score;
}

static bool is_overridden(const ScoredClass *class, const Person *person) {
    for (unsigned e = 0; e < class->exercise_count; e++)
        if (override_marks(class->overrides, NULL, person, class->exercises[e], NULL).by_hand) return true;
    return false;
}

// Somebody of the roster without a submission. What was set by hand counts, and nothing else is there to be graded.
static Score score_absent(const ScoredClass *class, const Person *person) {
    Score score = {.person = person, .graded = class->rules->missing || is_overridden(class, person)};
    snprintf(score.words, sizeof score.words, "not handed in");
    add_items(class, 0, person, &score);
    return score;
}

const Score *score_find(const Scores *scores, const Person *person) {
    for (unsigned i = 0; i < scores->count; i++)
        if (person_same(scores->scores[i].person, person)) return &scores->scores[i];
    return NULL;
}

// Whether a score of the same person counts instead of the one that is there.
static bool counts_instead(const Rules *rules, const Score *score, const Score *present) {
    const Submission *one = score->submission, *other = present->submission;
    if (score->graded != present->graded) return score->graded;
    if (rules->best && score->points != present->points) return score->points > present->points;
    if (one->handed_in != other->handed_in) return one->handed_in > other->handed_in;
    if (one->attempt != other->attempt) return one->attempt > other->attempt;
    return score->points > present->points;
}

static void scores_add(Scores *scores, const Rules *rules, Score score) {
    for (unsigned i = 0; i < scores->count; i++) {
        Score *present = &scores->scores[i];
        if (!person_same(present->person, score.person)) continue;
        if (counts_instead(rules, &score, present)) *present = score;
        text_append(present->words, sizeof present->words, "%sone of several attempts", present->words[0] ? "; " : "");
        return;
    }
    scores->scores[scores->count++] = score;
}

// Whether a submission bears somebody's name, and nobody knows whose it is.
static bool may_be_theirs(const Submissions *list, const Person *person) {
    for (unsigned s = 0; s < list->count; s++)
        for (unsigned p = 0; p < list->items[s].person_count; p++)
            if (list->items[s].people[p].row < 0 && name_same(list->items[s].people[p].name, person->name)) return true;
    return false;
}

bool scores_make(const ScoredClass *class, Scores *scores) {
    const Submissions *list = class->list;
    const Roster *roster = class->roster;
    const Rules *rules = class->rules;
    unsigned people = roster->count;
    for (unsigned i = 0; i < list->count; i++) people += list->items[i].person_count;
    *scores = (Scores){.scores = calloc(people + 1, sizeof *scores->scores)};
    if (!scores->scores) return false;
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned p = 0; p < list->items[i].person_count; p++)
            scores_add(scores, rules, score_of(class, i, &list->items[i].people[p]));
    const Submission *doubtful = submissions_doubtful(list);
    for (unsigned e = 0; e < roster->count; e++) {
        if (!roster->entries[e].absent) continue;
        Score nothing = score_absent(class, &roster->entries[e].person);
        if (rules->missing && doubtful && !is_overridden(class, nothing.person)) {
            nothing.graded = false;
            text_format(nothing.words, sizeof nothing.words, "nothing is in the export, unless %.60s is theirs",
                        doubtful->student);
        }
        if (may_be_theirs(list, nothing.person) && !is_overridden(class, nothing.person)) {
            nothing.graded = false;
            text_format(nothing.words, sizeof nothing.words,
                        "a submission called %.60s may be theirs: say it in the "
                        "rules (people)",
                        nothing.person->name);
        }
        if (rules_exclude(rules, nothing.person)) {
            nothing.graded = false;
            snprintf(nothing.words, sizeof nothing.words, "excluded by the rules");
        }
        scores->scores[scores->count++] = nothing;
    }
    return true;
}

void scores_free(Scores *scores) {
    free(scores->scores);
    *scores = (Scores){.count = 0};
}

void scores_print(FILE *out, const Scores *scores) {
    fputs("student,id,login,email,handed_in,late,attempt,earned,points,max_points,words,grace_days\r\n", out);
    for (unsigned i = 0; i < scores->count; i++) {
        const Score *score = &scores->scores[i];
        const Submission *submission = score->submission;
        char time[40] = "", days[16] = "", attempt[16] = "", earned[32] = "", points[32] = "", most[32] = "";
        if (submission && submission->handed_in != UNKNOWN_TIME) time_write(submission->handed_in, time);
        if (submission) snprintf(attempt, sizeof attempt, "%u", submission->attempt);
        if (score->grace_days) snprintf(days, sizeof days, "%u", score->grace_days);
        if (score->graded && submission) snprintf(earned, sizeof earned, "%.6g", score->earned);
        if (score->graded) snprintf(points, sizeof points, "%.6g", score->points);
        if (submission ? !submission->left_out[0] : score->max_points > 0)
            snprintf(most, sizeof most, "%.6g", score->max_points);
        const char *const fields[] = {score->person->name,
                                      score->person->id,
                                      score->person->login,
                                      score->person->email,
                                      time,
                                      submission && submission->late ? "late" : "",
                                      attempt,
                                      earned,
                                      points,
                                      most,
                                      score->words,
                                      days};
        csv_put_fields(out, fields, sizeof fields / sizeof *fields);
    }
}
