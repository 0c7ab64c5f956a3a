// answers.h - answers that stand in the student's file, held against the key.
//
// An answer is a line of its own whose first characters are //= :     //= sectors_a: 4
// Where a name is answered twice, the last line counts. "?" is no answer.
#ifndef ANSWERS_H
#define ANSWERS_H

#include "../report/verdict.h"
#include "key.h"

// The text after "//= NAME:", printable and without blanks around it. false: no such line, or "?".
bool answer_find(const char *source, size_t length, const char *name, char answer[64]);

// Holds one answer (NULL: none) against the key and fills name, words, points and state of *out.
// reveal: shows what was measured beside a wrong number; otherwise only `why` and the slips help.
void answer_judge(const Question *question, const char *answer, const char *key, bool reveal, VerdictAnswer *out);

// Judges every question of verdict->exercise, whose answers verdict_alloc made room for. false with a sentence in
// error[200]: the key run does not say what a question asks, which is the exercise's fault.
bool answers_judge(const char *source, size_t length, const KeyRun *run, Verdict *verdict, char error[200]);

#endif
