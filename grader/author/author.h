// author.h - for those who write exercises: make one, and find everything that is missing or wrong about it.
#ifndef AUTHOR_H
#define AUTHOR_H

#include "../grading/grade.h"

#include <stdio.h>

// ---- parts.c: what an exercise consists of ----

// Prints a line on every part of an exercise that is missing or does not fit, all of them in one go. Returns how many.
unsigned parts_check(const Paths *paths, const Exercise *exercise, FILE *out);

// ---- edits.c: wrong answers as changes of the solution ----
//
// An edit file begins with lines "says: WORDS" (which the verdict's first sentence must say), "most: POINTS" (more than
// which it must not earn), "trick:" and "like:" (tricks.c), then any number of
//     replace:
//     <lines that occur exactly once in the solution>
//     with:
//     <lines>
//     end
// Lines before the first "replace:" that begin with "#" are comments; "cause:" and "line:" are for the suite `causes`.

// The solution after the edits, allocated. NULL with a sentence in error[200].
char *edits_apply(const char *solution, const char *edits, char error[200]);
// The words after "says:" (or another `key` with its colon) on a line that may begin with "//", before any "replace:".
// false: there is no such line left. *from moves on.
bool says_next(const char **from, const char *key, char words[200]);

// ---- trials.c: what graded files must get ----

typedef struct {
    const Exercise *exercise;
    char file[PATH_BYTES];    // to grade
    char shown[PATH_BYTES];   // what an author calls it
    char expected[32];        // a state; "" for a touched skeleton: anything but passed and build
    char *says;               // the file that may hold "says:" lines; NULL: none
    char program[PATH_BYTES]; // built already; "": to be built
    bool kept;                // the result below was kept from an earlier run
    char state[32], summary[480];
    int points, max_points;
    char problem[500]; // "" or what is wrong about the result
} Trial;

typedef struct {
    Trial *trials;
    unsigned count;
} Trials;

// Adds a file to grade, as an author calls it.
Trial *trial_add(Trials *trials, const Exercise *exercise, const char *expected, const char *file, const char *shown);
// Every file of the exercise that is graded: the skeleton, the skeleton touched, the solution, right and wrong answers.
// folder is where edited files go. false with a sentence in error[200]; problems of single files are in their trials.
bool trials_collect(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials, char error[200]);
// Grades those of which no result is kept, several at once, and fills the results and problems.
void trials_run(const Paths *paths, Trials *trials, unsigned jobs, FILE *progress);
void trials_free(Trials *trials);

// ---- tricks.c: points without the work ----

// Finds tricks that earn more than the same work without them, and tricks that have no row in TRICKS.md.
void tricks_judge(const Paths *paths, const Trials *trials);

// ---- draws.c: the same file with many draws ----

// Builds the file of a trial in `folder` (below it, in a folder of that number) and grades it `draws` times, with the
// seeds from `seed` on. Prints a line, and one for each draw in which it lost points. Returns whether none did.
bool draws_run(const Paths *paths, Trial *trial, const char *folder, unsigned draws, uint64_t seed, unsigned number);

// ---- commands ----

// grade check [NAME ...]: everything about these exercises, or all. 0: nothing is wrong.
int check_command(const Paths *paths, int argc, char **argv);
// grade draws [--exercise NAME] [--seed S] [-n DRAWS] [FILE ...]: the files, or the solution and right answers of the
// exercise, graded with that many draws. 0: all points with every draw.
int draws_command(const Paths *paths, int argc, char **argv);
// grade new NAME CHAPTER: the files of a new exercise, which build and say what is left to write.
int new_command(const Paths *paths, int argc, char **argv);
// grade programs FOLDER [NAME ...]: solutions and skeletons built, with the inputs of their measured cases, and a line
// for each of how to run it there.
int programs_command(const Paths *paths, int argc, char **argv);
// grade answers EXERCISE [STUDENT]: the key of the questions that the solution's student, or another one, is asked.
int answers_command(const Paths *paths, int argc, char **argv);

#endif
