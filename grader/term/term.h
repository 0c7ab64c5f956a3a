// term.h - the homeworks of a term, added up: from each one's scores.csv, by the rules of a file.
//
//     homeworks:
//       HW 1: {rules: hw1.yml, results: results/hw1}
//       HW 2: {rules: hw2.yml, results: results/hw2, weight: 2}
//     roster: gradebook.csv
//     drop: 1              # the homework with the lowest share of its points does not count
//     missing: zero        # who has no score for a homework; or: empty, it does not count
//     curve: mean 75       # or: add 5; best; root; none
//     cap: 100             # per cent, after the curve
//     worth: 100           # what all of it is worth
//     column: Homework     # of the roster's table
//
// In this order: each homework's share of its points; the lowest dropped; the weighted mean; the curve; the cap.
#ifndef TERM_H
#define TERM_H

#include "../class/roster.h"
#include "../class/rules.h"
#include "../device/system/files.h"
#include "../formats/csv.h"

typedef struct {
    const char *name;
    char rules[PATH_BYTES], results[PATH_BYTES];
    double weight;
    Csv scores;
    int id, login, email, student, points, most, words; // its columns
} Homework;

typedef enum { CURVE_NONE, CURVE_ADD, CURVE_MEAN, CURVE_BEST, CURVE_ROOT } Curve;
typedef struct {
    json_t *values;
    Homework *homeworks;
    unsigned count, drop;
    bool missing; // counts as 0
    Curve curve;
    double curve_by, cap, worth; // cap: a share; 0: none
    const char *column;
    Roster roster; // empty if none is given
} Term;

typedef enum { ITEM_COUNTS, ITEM_DROPPED, ITEM_MISSING, ITEM_EXCUSED, ITEM_WAITS } ItemState;
typedef struct {
    ItemState state;
    bool absent; // nothing was handed in, whatever it counts
    double points, most;
} TermItem;
typedef struct {
    Person person;
    TermItem *items;       // one for each homework
    double share, curved;  // 0 to 1, or more by bonus
    bool counted, settled; // counted: something of it does; settled: nothing waits to be graded
} TermScore;
typedef struct {
    TermScore *scores;
    unsigned count;
    char strangers[300]; // people of a homework who are not in the roster; "" if there are none
} TermScores;

// plan.c: relative paths are below the file's folder. `with_scores`: reads the tables of results, too. false with a
// sentence in error.
bool term_read(const char *path, bool with_scores, Term *term, Message error);
void term_free(Term *term);

// sum.c: everybody who is in the roster or in a homework. false: out of memory.
bool term_add_up(const Term *term, TermScores *scores);
void term_scores_free(TermScores *scores);

// term.c: the command `grade term`; its exit status.
int term_command(int argc, char **argv);

#endif
