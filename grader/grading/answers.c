// answers.c - answers that stand in the student's file, held against the key.
#include "answers.h"

#include "../system/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_ITEMS 32 // of a set
// A number is right within half a percent: 68.75 may be written 68.8, and whole numbers below 200 must be exact.
#define ROUNDING 0.005

// ---- the line ----

bool answer_find(const char *source, size_t length, const char *name, char answer[64]) {
    const char *end = source + length;
    size_t name_length = strlen(name);
    answer[0] = 0;
    for (const char *line = source, *next; line < end; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        next = stop + 1;
        while (line < stop && (*line == ' ' || *line == '\t')) line++;
        if (stop - line < 3 || strncmp(line, "//=", 3) != 0) continue;
        for (line += 3; line < stop && *line == ' ';) line++;
        if ((size_t)(stop - line) <= name_length || strncmp(line, name, name_length) != 0) continue;
        for (line += name_length; line < stop && *line == ' ';) line++;
        if (line == stop || *line++ != ':') continue;
        while (line < stop && isspace((unsigned char)*line)) line++;
        while (stop > line && isspace((unsigned char)stop[-1])) stop--;
        text_clean(answer, 64, line, (size_t)(stop - line), false);
    }
    return answer[0] && strcmp(answer, "?") != 0;
}

// ---- numbers ----

// Reads "28,672" or "62.5 %". false: it is no number, as "0x10" is none.
static bool number_read(const char *text, double *value) {
    char digits[64];
    size_t used = 0;
    for (; *text && used < sizeof digits - 1; text++)
        if (*text != ',' && *text != ' ' && *text != '_') digits[used++] = *text;
    if (used && digits[used - 1] == '%') used--;
    digits[used] = 0;
    char *end;
    *value = strtod(digits, &end);
    return used > 0 && !*end && isfinite(*value) && !strpbrk(digits, "xXnN");
}

static bool numbers_equal(double a, double b) { return fabs(a - b) <= fmax(ROUNDING * fabs(b), 1e-9); }

static double factor_between(double a, double b) {
    if (a <= 0 || b <= 0) return INFINITY;
    return a > b ? a / b : b / a;
}

static bool items_equal(const char *a, const char *b) {
    double x, y;
    if (number_read(a, &x) && number_read(b, &y)) return numbers_equal(x, y);
    return strcasecmp(a, b) == 0;
}

// ---- sets ----

typedef struct {
    char items[MOST_ITEMS][64];
    unsigned count;
} Items;

static void items_read(const char *text, Items *items) {
    items->count = 0;
    while (*(text += strspn(text, ", ;")) && items->count < MOST_ITEMS) {
        size_t length = strcspn(text, ", ;");
        snprintf(items->items[items->count], sizeof items->items[0], "%.*s", (int)(length < 63 ? length : 63), text);
        bool twice = false;
        for (unsigned i = 0; i < items->count; i++) twice |= items_equal(items->items[i], items->items[items->count]);
        items->count += !twice;
        text += length;
    }
}

static bool items_have(const Items *items, const char *item) {
    for (unsigned i = 0; i < items->count; i++)
        if (items_equal(items->items[i], item)) return true;
    return false;
}

static bool sets_equal(const char *a, const char *b) {
    Items one, other;
    items_read(a, &one);
    items_read(b, &other);
    bool equal = one.count == other.count;
    for (unsigned i = 0; equal && i < one.count; i++) equal = items_have(&other, one.items[i]);
    return equal;
}

// ---- judging numbers ----

static const char *advice_for(const Question *question, const char *answer) {
    bool (*equal)(const char *, const char *) = question->kind == ANSWER_SET ? sets_equal : items_equal;
    for (unsigned i = 0; i < question->slip_count; i++)
        if (equal(answer, question->slips[i].answer)) return question->slips[i].says;
    return question->why ? question->why : "";
}

static void judge_number(const Question *question, const char *answer, const char *key, bool reveal,
                         VerdictAnswer *out) {
    double given, right;
    if (!number_read(key, &right)) right = NAN;
    if (!number_read(answer, &given)) {
        out->state = ANSWER_WRONG;
        snprintf(out->why, sizeof out->why, "\"%.40s\" is no number", answer);
    } else if (numbers_equal(given, right)) {
        out->state = ANSWER_RIGHT;
        out->points = question->points;
    } else {
        double factor = factor_between(given, right);
        bool near = question->near > 0 && factor <= question->near * (1 + 1e-9);
        out->state = near ? ANSWER_NEAR : ANSWER_WRONG;
        if (near) out->points = question->points / 2;
        if (reveal && isfinite(factor)) snprintf(out->why, sizeof out->why, "off by a factor of %.3g. ", factor);
        text_append(out->why, sizeof out->why, "%s", advice_for(question, answer));
    }
}

// ---- judging words and sets ----

// "yes" of "yes,no,not applicable": words may hold blanks.
static bool is_allowed(const char *words, const char *answer) {
    for (size_t length; words && *words; words += length + (words[length] == ',')) {
        length = strcspn(words, ",");
        if (strlen(answer) == length && strncasecmp(words, answer, length) == 0) return true;
    }
    return false;
}

static void judge_word(const Question *question, const char *answer, const char *key, VerdictAnswer *out) {
    bool right = items_equal(answer, key);
    out->state = right ? ANSWER_RIGHT : ANSWER_WRONG;
    if (right) out->points = question->points;
    else if (question->words && !is_allowed(question->words, answer))
        snprintf(out->why, sizeof out->why, "\"%.40s\" is none of: %.120s", answer, question->words);
    else text_append(out->why, sizeof out->why, "%s", advice_for(question, answer));
}

// Each wrong item takes back what a right one gave.
static void judge_set(const Question *question, const char *answer, const char *key, VerdictAnswer *out) {
    Items given, right;
    items_read(answer, &given);
    items_read(key, &right);
    int found = 0, wrong = 0;
    for (unsigned i = 0; i < given.count; i++) *(items_have(&right, given.items[i]) ? &found : &wrong) += 1;
    bool whole = found == (int)right.count && !wrong;
    int share = right.count && found > wrong ? question->points * (found - wrong) / (int)right.count : 0;
    out->points = whole ? question->points : share;
    out->state = whole ? ANSWER_RIGHT : share > 0 ? ANSWER_NEAR : ANSWER_WRONG;
    if (whole) return;
    snprintf(out->why, sizeof out->why, "%d right, %d wrong, %d missing: ", found, wrong, (int)right.count - found);
    text_append(out->why, sizeof out->why, "%s", advice_for(question, answer));
}

void answer_judge(const Question *question, const char *answer, const char *key, bool reveal, VerdictAnswer *out) {
    *out = (VerdictAnswer){.max_points = question->points, .state = ANSWER_NONE};
    text_copy(out->name, sizeof out->name, question->name);
    text_copy(out->asks, sizeof out->asks, question->asks);
    if (!answer) return;
    text_copy(out->given, sizeof out->given, answer);
    switch (question->kind) {
    case ANSWER_NUMBER: judge_number(question, answer, key, reveal, out); break;
    case ANSWER_WORD: judge_word(question, answer, key, out); break;
    case ANSWER_SET: judge_set(question, answer, key, out); break;
    }
    if (reveal || out->state == ANSWER_RIGHT) text_copy(out->measured, sizeof out->measured, key);
}

// ---- all of them ----

static bool key_of(const Question *question, const KeyRun *run, char key[64]) {
    if (question->key) return question->key(run, key);
    if (!question->counter) return key_printed(run, question->name, key);
    double above = key_counter(run, question->kernel, question->counter);
    double below = question->per ? key_counter(run, question->kernel, question->per) : 1;
    if (below <= 0) return false;
    snprintf(key, 64, "%.6g", above / below);
    return true;
}

bool answers_judge(const char *source, size_t length, const KeyRun *run, Verdict *verdict, char error[200]) {
    const Exercise *exercise = verdict->exercise;
    bool reveal = exercise->key == KEY_SKELETON;
    for (unsigned i = 0; i < exercise->question_count; i++) {
        const Question *question = &exercise->questions[i];
        char answer[64], key[64] = "";
        if (!key_of(question, run, key)) {
            snprintf(error, 200, "the key of %.60s does not say %.60s", exercise->name, question->name);
            return false;
        }
        bool answered = answer_find(source, length, question->name, answer);
        answer_judge(question, answered ? answer : NULL, key, reveal, &verdict->answers[i]);
    }
    return true;
}
