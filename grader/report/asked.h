// asked.h - what a class answered, question by question.
#ifndef ASKED_H
#define ASKED_H

#include "verdict.h"

#include <stdio.h>

// What a class answered to one question. `why` is the mistake that `often` made, "" where none was told.
typedef struct {
    const Exercise *exercise;
    const char *name, *why;
    unsigned states[ANSWER_RIGHT + 1], often;
} ClassQuestion;
typedef struct {
    ClassQuestion *items;
    unsigned count;
} ClassQuestions;
// Names and mistakes are the verdicts'. false: out of memory. items are the caller's to free.
bool questions_count(const Verdict *verdicts, size_t count, ClassQuestions *questions);
// A row for each question, as CSV.
void questions_print(FILE *out, const ClassQuestions *questions);

#endif
