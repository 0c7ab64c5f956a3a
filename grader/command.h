// command.h - what the grader's commands share: complaints, numbers and names given on the command line.
#ifndef COMMAND_H
#define COMMAND_H

#include "exercises/exercise.h"

#include <stdbool.h>
#include <stdint.h>

#define MOST_SEED ((UINT64_C(1) << 53) - 1) // what every JSON reader keeps exactly
#define COULD_NOT_WORK 2                    // the exit status that says so

// Prints "grade: " and a sentence on standard error. Returns COULD_NOT_WORK.
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
// A whole number in decimal and nothing else, from least to most.
bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *value);
// The exercise, or the chapter's folder, that a name, a part of it or a chapter's number means. "5/corner" is looked
// for in chapter 5 first. NULL with a complaint.
const Exercise *known_exercise(const char *word);
const char *known_chapter(const char *word);
// One for each core.
unsigned default_jobs(void);
// WORKBOOK_TIMEOUT in seconds, or the default. false with a complaint.
bool timeout_read(double otherwise, double *timeout);

#endif
