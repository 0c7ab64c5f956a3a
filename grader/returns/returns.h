// returns.h - grades back to the platforms: what one student's file says, and the instructor's own table filled in.
#ifndef RETURNS_H
#define RETURNS_H

#include "../class/overrides.h"
#include "../class/roster.h"
#include "../class/rules.h"
#include "../report/verdict.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

// ---- one student: formats.def -----------------------------------------------------------------------------------

// Each makes JSON from the verdicts of one student.
typedef json_t *ReturnMake(const Verdict *verdicts, unsigned count);
typedef struct {
    const char *file; // in the student's folder of results
    ReturnMake *make;
} ReturnFormat;
extern const ReturnFormat return_formats[];
extern const unsigned return_format_count;
#define FORMAT(name, file) ReturnMake return_##name;
#include "../device/system/message.h"
#include "formats.def"
#undef FORMAT
// The summary, and below it what the compiler or the device found: the longest text of these formats.
void return_words(char *words, size_t size, const Verdict *verdict);
// Whether it counts as passed: all the points that a person gave, or else the grader's word.
bool return_passed(const Verdict *verdict);

// ---- a class: scores.c ------------------------------------------------------------------------------------------

// What one person gets, after the rules.
typedef struct {
    const Person *person;
    const Submission *submission; // NULL: nothing was handed in
    double earned;                // before what lateness takes off
    unsigned grace_days;          // that the lateness used up
    double points, max_points;
    bool graded;               // false: something of it has no result yet, or waits for a person
    char words[SUMMARY_BYTES]; // why it is less, or none; what was set by hand or dropped
} Score;
typedef struct {
    Score *scores; // those who handed in, then those who are only in the roster
    unsigned count;
} Scores;

// What scores are made of. verdicts[i * exercise_count + e] is that of submission i and exercise e; its exercise is
// NULL where there is none.
typedef struct {
    const Submissions *list;
    const Roster *roster;
    const Rules *rules;
    const Overrides *overrides;
    const Exercise *const *exercises;
    unsigned exercise_count;
    const Verdict *verdicts;
} ScoredClass;
bool scores_make(const ScoredClass *class, Scores *scores); // false: out of memory
void scores_free(Scores *scores);
// What lateness takes off in words: ", 64 instead of 80 points".
void score_say_loss(double points, double earned, char *words, size_t size);
// That of a person; NULL: there is none.
const Score *score_find(const Scores *scores, const Person *person);
void scores_print(FILE *out, const Scores *scores);

// ---- the instructor's table: fill.c -----------------------------------------------------------------------------

// The feedback for a person as text, allocated; NULL: there is none.
typedef struct {
    char *(*text)(const void *context, const Score *score);
    const void *context;
} FillFeedback;

// Whether the scores can be filled into the roster's table, or it is none that a platform imports. false with a
// sentence in error: which column is it?
bool fill_possible(const Roster *roster, const Rules *rules, Message error);
// Whether the roster's table says that the work is worth something else than the rules do, which *words then says.
bool fill_worth_differs(Roster *roster, const Rules *rules, Message words);
// Fills the scores into a copy of the roster's table, if that is one which a platform exports and imports: *file is
// then its name in RESULTS, *text the table, the caller's to free. *file NULL: it is no such table. false with a
// sentence in error.
bool fill_table(Roster *roster, const Rules *rules, const Scores *scores, const FillFeedback *feedback,
                const char **file, char **text, size_t *length, Message error);
// Removes what an earlier run filled, from RESULTS.
void fill_forget(const char *results);

// ---- feedback for a platform to take back: feedback_zip.c --------------------------------------------------------

// A zip in memory; NULL: out of memory.
typedef struct FeedbackZip FeedbackZip;
FeedbackZip *feedback_zip_new(void);
void feedback_zip_free(FeedbackZip *zip);
// Adds the page or the text, whichever suits the ending of the name. false with a sentence in error.
bool feedback_zip_add(FeedbackZip *zip, const char *name, const char *page, const char *text, Message error);
// The finished zip, to be freed by the caller. false: out of memory. The zip can then only be freed.
bool feedback_zip_end(FeedbackZip *zip, char **bytes, size_t *length);

#endif
