// asked.c - what a class answered, question by question: how many were right, and which mistake was made most
// often.
#include "asked.h"

#include "../formats/csv.h"

#include <stdlib.h>
#include <string.h>

static ClassQuestion *question_of(ClassQuestions *questions, const Exercise *exercise, const char *name) {
    for (unsigned i = 0; i < questions->count; i++)
        if (questions->items[i].exercise == exercise && !strcmp(questions->items[i].name, name))
            return &questions->items[i];
    questions->items[questions->count] = (ClassQuestion){.exercise = exercise, .name = name, .why = ""};
    return &questions->items[questions->count++];
}

// How many were told the same as this one, for the same question.
static unsigned times_told(const Verdict *verdicts, size_t count, const Exercise *exercise,
                           const VerdictAnswer *answer) {
    unsigned times = 0;
    for (size_t i = 0; i < count; i++)
        for (unsigned a = 0; a < verdicts[i].answer_count && verdicts[i].exercise == exercise; a++) {
            const VerdictAnswer *other = &verdicts[i].answers[a];
            times +=
                other->state == ANSWER_WRONG && !strcmp(other->name, answer->name) && !strcmp(other->why, answer->why);
        }
    return times;
}

static void note_mistake(ClassQuestion *question, const Verdict *verdicts, size_t count, const VerdictAnswer *answer) {
    if (answer->state != ANSWER_WRONG || !answer->why[0] || !strcmp(answer->why, question->why)) return;
    unsigned times = times_told(verdicts, count, question->exercise, answer);
    if (times <= question->often) return;
    question->often = times;
    question->why = answer->why;
}

static void put(FILE *out, const ClassQuestion *question) {
    char numbers[ANSWER_RIGHT + 2][16];
    for (unsigned i = 0; i <= ANSWER_RIGHT; i++) snprintf(numbers[i], 16, "%u", question->states[i]);
    snprintf(numbers[ANSWER_RIGHT + 1], 16, "%u", question->often);
    const char *const fields[] = {
        question->exercise->name,  question->name, numbers[ANSWER_RIGHT], numbers[ANSWER_WRONG], numbers[ANSWER_NONE],
        numbers[ANSWER_RIGHT + 1], question->why};
    csv_put_fields(out, fields, sizeof fields / sizeof *fields);
}

bool questions_count(const Verdict *verdicts, size_t count, ClassQuestions *questions) {
    size_t most = 1;
    for (size_t i = 0; i < count; i++) most += verdicts[i].answer_count;
    *questions = (ClassQuestions){.items = calloc(most, sizeof *questions->items)};
    if (!questions->items) return false;
    for (size_t i = 0; i < count; i++)
        for (unsigned a = 0; a < verdicts[i].answer_count; a++) {
            const VerdictAnswer *answer = &verdicts[i].answers[a];
            ClassQuestion *question = question_of(questions, verdicts[i].exercise, answer->name);
            question->states[answer->state]++;
            note_mistake(question, verdicts, count, answer);
        }
    return true;
}

void questions_print(FILE *out, const ClassQuestions *questions) {
    fputs("exercise,question,right,wrong,not_answered,most_often,mistake\r\n", out);
    for (unsigned i = 0; i < questions->count; i++) put(out, &questions->items[i]);
}
