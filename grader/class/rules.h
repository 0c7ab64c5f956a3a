// rules.h - what an instructor decides about a batch, in one small file (grader/BATCH.md has an example).
#ifndef RULES_H
#define RULES_H

#include "../device/system/message.h"
#include "../exercises/exercise.h"
#include "../formats/csv.h"
#include "late.h"
#include "people.h"

#include <jansson.h>

typedef struct {
    json_t *values; // NULL: no rules, everything is as by default
    int64_t due;    // UNKNOWN_TIME: never
    int64_t grace;  // seconds after it that are not late
    LatePolicy late;
    unsigned grace_days;    // days late that a person is free to use up in the whole term
    unsigned drop;          // how many of each person's lowest exercises do not count
    double cap;             // points above it do not count, and it is what the work is worth; 0: none
    bool best;              // of several attempts; else the last
    bool missing;           // who handed in nothing gets 0; else no grade
    double worth;           // what the work is worth on the platform, where its table does not tell; 0: not said
    bool anonymous;         // markers see no names
    const char *homework;   // its title; NULL: none is given
    const char *column;     // of the instructor's table; NULL: found by its name
    struct RuleWord *words; // rules_apply: what each word for a person means
    unsigned word_count;
    struct SpentFile *spent; // grace.c: what earlier homeworks used up of the grace days
    unsigned spent_count;
} Rules;

// Relative paths in the file are below its folder. false with a sentence in error.
bool rules_read(const char *path, Rules *rules, Message error);
void rules_free(Rules *rules);

// How much an exercise counts, 1 unless the rules say otherwise.
double rules_weight(const Rules *rules, const Exercise *exercise);
// Whether its points are added, and what it is out of is not.
bool rules_bonus(const Rules *rules, const Exercise *exercise);
// Until when somebody has time, with an extension of theirs; UNKNOWN_TIME: always. To be asked after rules_apply.
int64_t rules_due(const Rules *rules, const Submission *submission);
// Exercise number `index` of those that the rules name; NULL: there are no more.
const char *rules_exercise(const Rules *rules, unsigned index);
// The file that the rules take for an exercise; NULL: they do not say.
const char *rules_take(const Rules *rules, const Submission *submission, const Exercise *exercise);
// Sets what follows from the rules: who is excluded and who is late. To be called when the list no longer changes.
// false with a sentence in error: a word in them means nobody of the class, or several people.
bool rules_apply(Rules *rules, Submissions *list, const Roster *roster, Message error);
// Gives submissions to the people of the roster that the rules name (`people`), before rules_apply. strangers: how many
// people of the list are not in the roster. false with a sentence in error.
bool rules_claim(const Rules *rules, Submissions *list, Roster *roster, int *strangers, Message error);
// Whether the rules leave out a person, who may have handed in nothing.
bool rules_exclude(const Rules *rules, const Person *person);

// ---- arithmetic ----
//
// In this order: an override replaces what the grader gave for an exercise; points and what they are out of are
// multiplied by the exercise's weight; the lowest exercises are dropped; the sum is capped; lateness takes its share.

// A person's exercise.
typedef struct {
    double points, most, weight;
    bool bonus;   // what it is out of does not count
    bool dropped; // by rules_sum
} RuleItem;
typedef struct {
    double points, most;
} RuleSum;
// Drops the exercises with the lowest share of their points (of equal ones the one that weighs most, then the first),
// adds up the others, and caps the sum. Exercises of weight 0 are neither dropped nor added.
RuleSum rules_sum(const Rules *rules, RuleItem *items, unsigned count);

typedef struct {
    double off, points; // what lateness takes: a share from 0 to 1, or points
    unsigned days_used; // of the grace days
    char words[200];    // "3 days late, 1 of them free: 20 % off"; "" if not late
} Lateness;
// A grace day is used for each day late as long as there are any; where lateness costs the same whatever the days, only
// if there are enough for all. Members of a group use as many as the one with the fewest has left.
Lateness rules_lateness(const Rules *rules, const Submission *submission);

// grace.c: the tables of earlier homeworks (scores.csv) that the rules name under `spent`, below `folder` where their
// paths are relative. false with a sentence in error.
bool grace_read(Rules *rules, const char *folder, Message error);
void grace_free(Rules *rules);
// Whether a table of scores was made without names (`anonymous`), so that nobody is found in it.
#define CODE_BEGINS "student-"
#define HIDDEN "somebody"
bool scores_are_coded(const Csv *csv);
// How many grace days a person has left.
unsigned grace_left(const Rules *rules, const Person *person);

#endif
