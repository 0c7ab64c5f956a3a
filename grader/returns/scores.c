// scores.c - what each person gets: the sum of his exercises by their weights, after lateness, of the attempt that
// counts.
#include "returns.h"

#include "../system/csv.h"
#include "../system/text.h"
#include "../system/times.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Submissions *list;
    const Rules *rules;
    const Exercise *const *exercises;
    unsigned exercise_count;
    const Verdict *verdicts;
} Class;

static Score score_of(const Class *class, unsigned index, const Person *person) {
    const Submission *submission = &class->list->items[index];
    Score score = {.person = person, .submission = submission, .graded = true};
    for (unsigned e = 0; e < class->exercise_count; e++) {
        const Verdict *verdict = &class->verdicts[(size_t)index * class->exercise_count + e];
        double weight = rules_weight(class->rules, class->exercises[e]);
        bool known = verdict->exercise && verdict->state != STATE_set_aside;
        score.graded &= known || weight == 0;
        if (!known) continue;
        score.points += weight * verdict->points;
        score.max_points += weight * verdict->max_points;
    }
    double off = rules_penalty(class->rules, submission, score.words);
    score.earned = score.points;
    score.points *= 1 - off;
    if (off > 0 && score.earned > 0)
        text_append(score.words, sizeof score.words, ", %.4g instead of %.4g points", score.points, score.earned);
    if (!score.graded) snprintf(score.words, sizeof score.words, "not all of it is graded");
    const char *left_out = rules_exclude(class->rules, person) ? "excluded by the rules" : submission->left_out;
    if (left_out[0]) {
        score.graded = false;
        snprintf(score.words, sizeof score.words, "%s", left_out);
    }
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

bool scores_make(const Submissions *list, const Roster *roster, const Rules *rules, const Exercise *const *exercises_of,
                 unsigned count, const Verdict *verdicts, Scores *scores) {
    const Class class = {list, rules, exercises_of, count, verdicts};
    unsigned people = roster->count;
    for (unsigned i = 0; i < list->count; i++) people += list->items[i].person_count;
    *scores = (Scores){.scores = calloc(people + 1, sizeof *scores->scores)};
    if (!scores->scores) return false;
    for (unsigned i = 0; i < list->count; i++)
        for (unsigned p = 0; p < list->items[i].person_count; p++)
            scores_add(scores, rules, score_of(&class, i, &list->items[i].people[p]));
    const Submission *doubtful = submissions_doubtful(list);
    for (unsigned e = 0; e < roster->count; e++) {
        if (!roster->entries[e].absent) continue;
        Score nothing = {.person = &roster->entries[e].person, .graded = rules->missing, .words = "not handed in"};
        if (rules->missing && doubtful) {
            nothing.graded = false;
            snprintf(nothing.words, sizeof nothing.words, "nothing is in the export, unless %.60s is theirs",
                     doubtful->student);
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
    fputs("student,id,login,email,handed_in,late,attempt,earned,points,max_points,words\r\n", out);
    for (unsigned i = 0; i < scores->count; i++) {
        const Score *score = &scores->scores[i];
        const Submission *submission = score->submission;
        char time[40] = "", attempt[16] = "", earned[32] = "", points[32] = "", most[32] = "";
        if (submission && submission->handed_in != UNKNOWN_TIME) time_write(submission->handed_in, time);
        if (submission) snprintf(attempt, sizeof attempt, "%u", submission->attempt);
        if (score->graded && submission) snprintf(earned, sizeof earned, "%.6g", score->earned);
        if (score->graded) snprintf(points, sizeof points, "%.6g", score->points);
        if (submission && !submission->left_out[0]) snprintf(most, sizeof most, "%.6g", score->max_points);
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
                                      score->words};
        csv_put_fields(out, fields, sizeof fields / sizeof *fields);
    }
}
