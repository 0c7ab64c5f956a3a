// batch.h - a class graded: every submission of a folder, exactly once, whatever is in it and whatever happens
// meanwhile.
//
// submissions.h says who handed in what, items.c makes of it one item for each student and exercise, workers.c has
// those graded that are not graded yet, journal.h keeps results, and class.c prints them. All of it runs in one
// process, the coordinator, which never opens a submission by name and never runs anything; a worker grades one item
// (grade_item.c) in a process and a jail of its own (sandbox/box.h), after the reference solution has passed in the
// same way (trial.c).
#ifndef BATCH_H
#define BATCH_H

#include "../class/regrades.h"
#include "../class/roster.h"
#include "../class/rules.h"
#include "../device/system/message.h"
#include "../pages/pages.h"
#include "../returns/returned.h"
#include "../returns/returns.h"
#include "../submissions/files.h"
#include "journal.h"

#include <stdio.h>

// A file that was met. Two of the same content are equal to the byte, in the same exercise.
typedef struct {
    uint64_t content;
    const Submission *submission;
    char key[20]; // of its result
} Twin;

#define MOST_EXERCISES 64
#define MOST_NEWER 4
typedef struct {
    const Paths *paths;
    const Exercise *exercises[MOST_EXERCISES];
    bool tried[MOST_EXERCISES]; // whose reference solution passed
    unsigned exercise_count;
    bool named; // the command line or the rules name the exercises; otherwise all are graded
    double timeout_seconds;
    unsigned jobs;
    bool unsafe;            // without jails and boxes, even where they work
    bool users;             // where there are no namespaces users keep submissions apart, if root says so
    bool by_users;          // that is so here
    unsigned share, shares; // only every shares-th submission, from this one; shares 0: all
    char round[64];         // slurm.h; "" where no task of Slurm's asks for a share
    Submissions submissions;
    Submissions earlier; // another class, to be compared with and never graded; empty if none is given
    const char *base;    // a folder of code that the instructor gave out; NULL: none
    Roster roster;       // empty if none is given
    Rules rules;
    Published published;
    Overrides overrides;
    Requests requests;
    unsigned handed_in[MOST_EXERCISES]; // recognised.c: by how many
    unsigned worked[MOST_EXERCISES];    // recognised.c: by how many, and not as everybody has it
    unsigned elsewhere[MOST_EXERCISES]; // the same of all exercises that are not graded here, by their numbers
    int strangers;                      // people who are not in the roster
    Journal journal;
    Journal beside; // items.c: results of --difference, or those that it compares with; no folder: none
    Twin *twins;
    unsigned twin_count;
    Person *hidden;    // of `anonymous`: who people are
    Returned returned; // grades that students have, which stay
    unsigned newer;    // files that came after their students had grades, MOST_NEWER of them named
    char newer_files[600];
    bool names;     // those of students who are marked without names, for whoever gives grades back
    bool give_back; // students get the grades of this run
    unsigned total, kept, graded, unclear, set_aside, failed; // items
    char stopped[300];                                        // why the batch had to end early; "" if it had not
} Batch;

typedef struct {
    const Batch *batch;
    const Submission *submission;
    const Exercise *exercise;
    char *source; // what to grade, and its length
    size_t length;
    char shown[512], key[20];
    char taken[300]; // why that file, and what was done to it before; "" where there is nothing to say
    JournalMark mark;
    unsigned attempts;
} Item;

// items.c: the next item that a worker has to grade; items that are graded or need no worker are settled meanwhile.
// false: there is none left, or batch->stopped says why.
typedef struct {
    unsigned submission, exercise;
    SubmittedFiles files;
    Match matches[MOST_EXERCISES];
    bool open;
    Message error; // why it cannot be read; "" if it can
} ItemSource;
bool item_next(Batch *batch, ItemSource *source, Item *item);
void count_waiting(Batch *batch, const Verdict *verdict); // among those that a person has to look at
void item_free(Item *item);
void item_source_free(ItemSource *source);
// The file that was graded, for a page: with `anonymous` without the name in it. The caller frees it; NULL: none was.
char *graded_source(const Batch *batch, const Submission *submission, const Exercise *exercise, size_t *length);
// Which of its files answer the batch's exercises; what the rules say comes first.
void batch_match(const Batch *batch, const Submission *submission, const SubmittedFiles *files, Match *matches);

// recognised.c: says who handed in what, and what is left out: a line for each student on `out` (NULL: none), or
// for each file, and as CSV, which the caller frees. false: out of memory.
bool recognised_print(Batch *batch, FILE *out, bool files, char **csv, size_t *length);
// Says whose submission nobody knows, so that their grades go into no table; nothing where there is none.
void recognised_unclaimed(const Batch *batch, FILE *out);
// To be called after recognised_print: warns if exercises count that nobody handed in, because none was named.
void recognised_warn(Batch *batch, FILE *out);

// questions.c: whether RESULTS may be written: it is new, empty or our own, and no folder that holds what the batch
// reads. false with a sentence in error.
typedef struct {
    const char *submissions, *roster, *rules; // the last two may be NULL
} BatchPlaces;
bool results_allowed(const char *results, const BatchPlaces *places, Message error);
// To be called after recognised_print: whether something looks like a mistake that would cost an evening; the question
// is then in question[300]. results NULL: nothing is to be written.
bool batch_questionable(const Batch *batch, const char *results, char question[300]);

// grade_item.c: grades an item, in a worker.
bool item_grade(const Item *item, Verdict *verdict, Message error);

// trial.c: whether the reference solution passes when it is graded as submissions are, tried once for each exercise.
// false: it does not, or the batch is interrupted; batch->stopped says why.
bool trial_passed(Batch *batch, const Exercise *exercise);

// workers.c: grades everything that is left. progress may be NULL.
void workers_run(Batch *batch, FILE *progress);

// class.c: grades.csv, junit.xml, scores.csv, the instructor's table filled in, each student's files, and the table for
// the terminal.
bool class_report(Batch *batch, FILE *out, Message error);
// class_pages.c: class.html, and a page for each student. grid: exercise_count verdicts for each submission, without an
// exercise where there is no result.
bool class_pages(const Batch *batch, const Verdict *grid, const Scores *scores, char looks[PAGE_LOOKS], Message error);
// class_names.c: a line for each student whose questions are drawn for a name that is not like theirs, or that another
// student uses as well; nothing where there is none.
void class_names(const Verdict *verdicts, unsigned count, FILE *out);
// The same of one file of those, in words. false: there is nothing to say.
#define NAME_DOUBT 300
bool class_name_doubt(const Verdict *verdicts, unsigned count, const Verdict *verdict, char words[NAME_DOUBT]);
// Whether students are shown by codes alone.
static inline bool batch_anonymous(const Batch *batch) { return batch->rules.anonymous && !batch->names; }
// The same, also where the platform's own table has codes instead of names.
static inline bool batch_blind(const Batch *batch) {
    return batch_anonymous(batch) || (batch->roster.worksheet && batch->roster.sheet.name < 0);
}
// class_feedback.c: feedback.zip, for a platform that takes feedback back so; `out` is told who is in it.
bool class_feedback(const Batch *batch, FILE *out, Message error);
// markers.zip: the pages without names, for markers who see nothing else.
bool class_for_markers(const Batch *batch, FILE *out, Message error);
// class_alike.c: RESULTS/alike/, pages of submissions that have much in common. pairs->pairs and pairs->notes are the
// caller's.
bool class_alike(const Batch *batch, PagePairs *pairs, Message error);

// history.c: what the runs of a batch before this one gave, RESULTS/history.json. A run counts if something of it
// differs from the one before: running the same command again changes nothing, so what the page says of changes stays
// until there are new ones.
typedef struct {
    json_t *root;
    unsigned run; // the number of this run, from 1
} History;

// Reads the history, compares the results with it, and writes it again. grid: as for class_pages. false with a sentence
// in error.
bool history_update(const Batch *batch, const Verdict *grid, History *history, Message error);
void history_free(History *history);
// The points before this run if they were others, else -1; and how many different files were graded so far, or handed
// in.
int history_before(const History *history, const Submission *submission, const Exercise *exercise);
unsigned history_tries(const History *history, const Submission *submission, const Exercise *exercise);

// The command `grade batch`; its exit status.
int batch_command(const Paths *paths, int argc, char **argv);

#endif
