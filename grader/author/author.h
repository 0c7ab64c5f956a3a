// author.h - for those who write exercises: make one, and find everything that is missing or wrong about it.
#ifndef AUTHOR_H
#define AUTHOR_H

#include "../device/system/message.h"
#include "../exercises/known.h"
#include "../grading/grade.h"

#include <stdio.h>

// ---- parts.c: what an exercise consists of ----

// Prints a line on every part of an exercise that is missing or does not fit, all of them in one go. Returns how many.
unsigned parts_check(const Paths *paths, const Exercise *exercise, FILE *out);

// ---- trials.c: what graded files must get ----

typedef struct {
    const Exercise *exercise;
    char file[PATH_BYTES];    // to grade
    char shown[PATH_BYTES];   // what an author calls it
    char named[PATH_BYTES];   // what the verdict calls it; "": shown
    char expected[32];        // a state; "" for a touched skeleton: anything but passed and build
    char *says;               // the file that may hold "says:" lines; NULL: none
    unsigned step;            // of a sequence, from 1; 0: none
    char record[PATH_BYTES];  // where its result is saved, a name that changes with all that the result depends on
    char program[PATH_BYTES]; // built already; "": to be built
    char state[32], summary[SUMMARY_BYTES];
    int points, max_points;
    char problem[500]; // "" or what is wrong about the result
} Trial;

typedef struct {
    Trial *trials;
    unsigned count;
} Trials;

// Adds a file to grade, as an author calls it.
Trial *trial_add(Trials *trials, const Exercise *exercise, const char *expected, const char *file, const char *shown);
// The skeleton and the solution.
void trials_collect_plain(const Paths *paths, const Exercise *exercise, Trials *trials);
// Every file of the exercise that is graded: the skeleton, the skeleton touched, the solution, right and wrong answers.
// folder is where edited files go. false with a sentence in error; problems of single files are in their trials.
bool trials_collect(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials, Message error);
// The solution, and the right answers: those of right/, and those of more/, which only draws are made of.
bool trials_collect_right(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials,
                          Message error);
// Adds one known answer, whose program is written below the folder.
Trial *trial_add_known(const Paths *paths, const Exercise *exercise, const char *folder, const KnownAnswers *known,
                       const KnownAnswer *answer, Trials *trials);
// Grades those of which no result is saved, several at once and equal files once, and fills the results and problems.
void trials_run(const Paths *paths, Trials *trials, unsigned jobs, FILE *progress);
void trials_free(Trials *trials);

// ---- sequences.c: mistakes, and advice that is followed ----
//
// A sequence, of grader/exercises/NAME/sequences.txt, plays a student who makes a mistake, reads the verdict, does
// what it says and no more, and grades again:
//     # what the mistake is
//     from: skeleton             (or the solution, if there is no such line)
//     step: STATE                the state of the verdict on the file after this step's changes
//     says: WORDS                which the verdict's first sentence must say; any number
//     undo: N                    the changes begin at the file before step N; without it, at that after the step before
//     replace: ... with: ... end as in edits.c; any number, none after an undo
// and more steps, the last of which passes. Each verdict must be better than the one before: more points or a later
// state. `same: WHY` says why one is not; its first sentence must be another one then.

// Adds a trial for each step of the exercise's sequences. Problems of a sequence are in its first trial. false with a
// sentence in error: they cannot be read.
bool sequences_collect(const Paths *paths, const Exercise *exercise, const char *folder, Trials *trials, Message error);
// Compares each graded step with the one before. The number of steps that obey a verdict, and of those that are better.
void sequences_judge(const Trials *trials, unsigned *obeyed, unsigned *better);

// ---- commands ----

// grade check [NAME ...]: everything about these exercises, or all. 0: nothing is wrong.
int check_command(const Paths *paths, int argc, char **argv);
// grade draws [--exercise NAME] [--seed S] [-n DRAWS] [FILE ...]: the files, or the solution and right answers of the
// exercise, graded with that many draws. --limits: a row for each limit. 0: all points with every draw. (draws.c)
int draws_command(const Paths *paths, int argc, char **argv);
// grade sequences [NAME ...]: every verdict of the sequences of these exercises, or of all. 0: each does what it must.
int sequences_command(const Paths *paths, int argc, char **argv);
// grade known FOLDER [NAME ...]: the known answers of these exercises, or of all, as programs.
int known_command(const Paths *paths, int argc, char **argv);
// grade new NAME CHAPTER: the files of a new exercise, which build and say what is left to write.
int new_command(const Paths *paths, int argc, char **argv);
// grade programs FOLDER [NAME ...]: solutions and skeletons built, with the inputs of their measured cases, and a line
// for each of how to run it there.
int programs_command(const Paths *paths, int argc, char **argv);
// grade answers EXERCISE [STUDENT]: the key of the questions that the solution's student, or another one in the course
// of the secret, is asked.
int answers_command(const Paths *paths, int argc, char **argv);

#endif
