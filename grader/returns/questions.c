// questions.c - what a class answered, question by question: how many were right, and which mistake was made most
// often.
#include "returns.h"

#include "../formats/csv.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Exercise *exercise;
    const char *name, *why; // why: of the mistake that is counted
    unsigned states[ANSWER_WAITS + 1], often;
} Asked;

static Asked *question_of(Asked *questions, unsigned *count, const Exercise *exercise, const char *name) {
    for (unsigned i = 0; i < *count; i++)
        if (questions[i].exercise == exercise && !strcmp(questions[i].name, name)) return &questions[i];
    questions[*count] = (Asked){.exercise = exercise, .name = name, .why = ""};
    return &questions[(*count)++];
}

// How many were told the same as this one, for the same question.
static unsigned times_told(const Verdict *verdicts, unsigned count, const Exercise *exercise,
                           const VerdictAnswer *answer) {
    unsigned times = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned a = 0; a < verdicts[i].answer_count && verdicts[i].exercise == exercise; a++) {
            const VerdictAnswer *other = &verdicts[i].answers[a];
            times +=
                other->state == ANSWER_WRONG && !strcmp(other->name, answer->name) && !strcmp(other->why, answer->why);
        }
    return times;
}

static void note_mistake(Asked *question, const Verdict *verdicts, unsigned count, const VerdictAnswer *answer) {
    if (answer->state != ANSWER_WRONG || !answer->why[0] || !strcmp(answer->why, question->why)) return;
    unsigned times = times_told(verdicts, count, question->exercise, answer);
    if (times <= question->often) return;
    question->often = times;
    question->why = answer->why;
}

static void put(FILE *out, const Asked *question) {
    char numbers[ANSWER_WAITS + 2][16];
    for (unsigned i = 0; i <= ANSWER_WAITS; i++) snprintf(numbers[i], 16, "%u", question->states[i]);
    snprintf(numbers[ANSWER_WAITS + 1], 16, "%u", question->often);
    const char *const fields[] = {question->exercise->name,  question->name,       numbers[ANSWER_RIGHT],
                                  numbers[ANSWER_WRONG],     numbers[ANSWER_NONE], numbers[ANSWER_WAITS],
                                  numbers[ANSWER_WAITS + 1], question->why};
    csv_put_fields(out, fields, sizeof fields / sizeof *fields);
}

bool questions_print(FILE *out, const Verdict *verdicts, unsigned count) {
    size_t most = 1;
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) most += verdicts[i].answer_count;
    Asked *questions = calloc(most, sizeof *questions);
    if (!questions) return false;
    for (unsigned i = 0; i < count; i++)
        for (unsigned a = 0; a < verdicts[i].answer_count; a++) {
            const VerdictAnswer *answer = &verdicts[i].answers[a];
            Asked *question = question_of(questions, &found, verdicts[i].exercise, answer->name);
            question->states[answer->state]++;
            note_mistake(question, verdicts, count, answer);
        }
    fputs("exercise,question,right,wrong,not_answered,waiting,most_often,mistake\r\n", out);
    for (unsigned i = 0; i < found; i++) put(out, &questions[i]);
    free(questions);
    return true;
}
