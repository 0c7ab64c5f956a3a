// rules.h - what an instructor decides about a batch, in one small file (grader/BATCH.md has an example).
#ifndef RULES_H
#define RULES_H

#include "../exercises/exercise.h"
#include "people.h"

#include <jansson.h>

typedef struct {
    json_t *values;         // NULL: no rules, everything is as by default
    int64_t due;            // UNKNOWN_TIME: never
    int64_t grace;          // seconds after it that are not late
    double late;            // what is taken off, 0 to 1
    bool daily;             // for each day begun
    bool best;              // of several attempts; else the last
    bool missing;           // who handed in nothing gets 0; else no grade
    double worth;           // what the work is worth on the platform, where its table does not tell; 0: not said
    const char *column;     // of the instructor's table; NULL: found by its name
    struct RuleWord *words; // rules_apply: what each word for a person means
    unsigned word_count;
} Rules;

// false with a sentence in error[200].
bool rules_read(const char *path, Rules *rules, char error[200]);
void rules_free(Rules *rules);

// How much an exercise counts, 1 unless the rules say otherwise.
double rules_weight(const Rules *rules, const Exercise *exercise);
// Exercise number `index` of those that the rules name; NULL: there are no more.
const char *rules_exercise(const Rules *rules, unsigned index);
// The file that the rules take for an exercise; NULL: they do not say.
const char *rules_take(const Rules *rules, const Submission *submission, const Exercise *exercise);
// Sets what follows from the rules: who is excluded and who is late. To be called when the list no longer changes.
// false with a sentence in error[200]: a word in them means nobody of the class, or several people.
bool rules_apply(Rules *rules, Submissions *list, const Roster *roster, char error[200]);
// Whether the rules leave out a person, who may have handed in nothing.
bool rules_exclude(const Rules *rules, const Person *person);
// What lateness takes off, 0 to 1, and its words ("2 days late: 20 % off"; "" if not late).
double rules_penalty(const Rules *rules, const Submission *submission, char words[100]);

#endif
