// answers.h - answers that stand in the student's file, held against the key.
//
// An answer is a line of its own whose first characters are //= :     //= sectors_a: 4
// Where a name is answered twice, the last line counts. "?" is no answer; a comment may follow (// ...).
#ifndef ANSWERS_H
#define ANSWERS_H

#include "../measured/key_run.h"
#include "../report/verdict.h"
#include "draw.h"

// The text after "//= NAME:", printable and without blanks around it. false: no such line, or "?".
bool answer_find(const char *source, size_t length, const char *name, char answer[64]);

// Holds one answer (NULL: none) against the key and fills name, words, points and state of *out. The key is told of a
// right answer only. scope: what was drawn, and the keys of all questions for slips.
void answer_judge(const Question *question, const DrawScope *scope, const char *answer, const char *key,
                  VerdictAnswer *out);

// The right answers of all questions of the exercise, from a run of the key. false with a sentence in error[200]: the
// run does not say one of them.
bool answers_keys(const Draw *draw, const KeyRun *run, char (*keys)[64], char error[200]);

// Judges every question of the exercise into answers, one for each. false with a sentence in error[200]: the key run
// does not say what a question asks, which is the exercise's fault.
bool answers_judge(const char *source, size_t length, const Draw *draw, const KeyRun *run, VerdictAnswer *answers,
                   char error[200]);

#endif
