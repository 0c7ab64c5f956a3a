// answers.c - answers that stand in the student's file, held against the key.
#include "answers.h"

#include "../device/system/text.h"
#include "near.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ITEMS 32          // of a set
#define SEPARATORS ", ;{}[]()" // between its items

// ---- the line ----

// Where a comment behind an answer begins, or the end.
static const char *comment_begin(const char *line, const char *stop) {
    if (stop - line >= 2 && line[0] == '/' && line[1] == '/') return line; // there is no answer before it
    for (const char *at = line; at + 2 < stop; at++)
        if (isspace((unsigned char)at[0]) && at[1] == '/' && at[2] == '/') return at;
    return stop;
}

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
        stop = comment_begin(line, stop);
        while (stop > line && isspace((unsigned char)stop[-1])) stop--;
        text_clean(answer, 64, line, (size_t)(stop - line), false);
    }
    return answer[0] && strcmp(answer, "?") != 0;
}

// ---- words ----

// The next letter or digit, in lower case; 0: none is left.
static int next_letter(const char **at, const char *end) {
    while (*at < end && !isalnum((unsigned char)**at)) ++*at;
    return *at < end ? tolower((unsigned char)*(*at)++) : 0;
}

// "few blocks" is few_blocks, and "N.A." is n/a: only letters and digits count.
static bool words_equal(const char *a, size_t a_length, const char *b) {
    const char *a_end = a + a_length, *b_end = b + strlen(b);
    int letter;
    do {
        letter = next_letter(&a, a_end);
        if (letter != next_letter(&b, b_end)) return false;
    } while (letter);
    return true;
}

// ---- sets ----

static bool items_equal(const char *a, const char *b) {
    Number one, other;
    char why[ADVICE_BYTES];
    if (number_read(a, UNIT_NONE, &one, why) && number_read(b, UNIT_NONE, &other, why))
        return number_is(&one, other.value);
    return words_equal(a, strlen(a), b);
}

typedef struct {
    char items[MOST_ITEMS][64];
    unsigned count;
} Items;

static void items_read(const char *text, Items *items) {
    items->count = 0;
    while (*(text += strspn(text, SEPARATORS)) && items->count < MOST_ITEMS) {
        size_t length = strcspn(text, SEPARATORS);
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
    // Both ways: two items that differ may both be the same one as they are rounded.
    for (unsigned i = 0; equal && i < one.count; i++)
        equal = items_have(&other, one.items[i]) && items_have(&one, other.items[i]);
    return equal;
}

// ---- judging ----

// A slip's number is a formula of what was drawn and of keys.
static bool slip_is(const Slip *slip, const DrawScope *scope, const Number *given) {
    double value;
    return draw_value(scope, slip->answer, &value) && number_is(given, value);
}

static void say(const DrawScope *scope, const char *text, VerdictAnswer *out) {
    draw_fill(scope, text ? text : "", out->why, sizeof out->why);
}

// Whether an answer may be the right one rounded to too few digits, by its digits alone: it says nothing about the key.
static bool is_coarse(const Number *given, double right) {
    int needed = number_digits_needed(right);
    return given->digits > 0 && given->digits < needed && (needed == 3 || fabs(given->value) >= 1e4);
}

static void judge_number(const Question *question, const DrawScope *scope, const Number *given, const char *key,
                         VerdictAnswer *out) {
    Number right;
    char why[ADVICE_BYTES];
    if (!number_read(key, UNIT_NONE, &right, why)) right.value = NAN;
    if (number_is(given, right.value)) {
        out->state = ANSWER_RIGHT;
        out->points = question->points;
        return;
    }
    const char *says = NULL;
    for (unsigned i = 0; i < question->slip_count && !says; i++)
        if (slip_is(&question->slips[i], scope, given)) says = question->slips[i].says;
    if (!says) says = near_miss(given, right.value, question->unit);
    say(scope, says ? says : question->why, out);
    if (is_coarse(given, right.value))
        text_append(out->why, sizeof out->why, ". A rounded answer needs %d digits", number_digits_needed(right.value));
}

// "yes" of "yes,no,not applicable": words may hold blanks.
static bool is_allowed(const char *words, const char *answer) {
    for (size_t length; words && *words; words += length + (words[length] == ',')) {
        length = strcspn(words, ",");
        if (words_equal(words, length, answer)) return true;
    }
    return false;
}

// A number that cannot be read, or a word that is none of those asked for. It says nothing about the key.
static bool is_refused(const Question *question, const DrawScope *scope, const char *answer, Number *number,
                       VerdictAnswer *out) {
    char words[240];
    if (question->kind == ANSWER_NUMBER) return !number_read(answer, question->unit, number, out->why);
    if (question->kind != ANSWER_WORD || !question->words) return false;
    draw_fill(scope, question->words, words, sizeof words);
    if (is_allowed(words, answer)) return false;
    text_format(out->why, sizeof out->why, "\"%.40s\" is none of: %.160s", answer, words);
    return out->lists_words = true;
}

// Words and sets: right as a whole, or wrong. How many items are right would tell them one by one.
static void judge_text(const Question *question, const DrawScope *scope, const char *answer, const char *key,
                       VerdictAnswer *out) {
    bool (*equal)(const char *, const char *) = question->kind == ANSWER_SET ? sets_equal : items_equal;
    char slip[64];
    if (equal(answer, key)) {
        out->state = ANSWER_RIGHT;
        out->points = question->points;
        return;
    }
    const char *says = question->why;
    for (unsigned i = question->slip_count; i-- > 0;) {
        draw_fill(scope, question->slips[i].answer, slip, sizeof slip);
        if (equal(answer, slip)) says = question->slips[i].says;
    }
    say(scope, says, out);
}

void answer_judge(const Question *question, const DrawScope *scope, const char *answer, const char *key,
                  VerdictAnswer *out) {
    *out = (VerdictAnswer){.max_points = question->points, .state = ANSWER_NONE};
    text_copy(out->name, sizeof out->name, question->name);
    draw_fill(scope, question->asks, out->asks, sizeof out->asks);
    if (!answer) return;
    text_copy(out->given, sizeof out->given, answer);
    out->state = ANSWER_WRONG;
    Number given;
    if (is_refused(question, scope, answer, &given, out)) return;
    if (question->kind == ANSWER_NUMBER) judge_number(question, scope, &given, key, out);
    else judge_text(question, scope, answer, key, out);
    if (out->state == ANSWER_RIGHT) text_copy(out->measured, sizeof out->measured, key);
}

// ---- all of them ----

static bool answer_key(const Question *question, const DrawScope *scope, const KeyRun *run, char key[64]) {
    char kernel[64] = "";
    if (question->key) return question->key(run, key);
    if (!question->counter) return key_printed(run, question->name, key);
    if (question->kernel) draw_fill(scope, question->kernel, kernel, sizeof kernel);
    const char *of = question->kernel ? kernel : NULL;
    double above = key_counter(run, of, question->counter);
    double below = question->per ? key_counter(run, of, question->per) : 1;
    if (below <= 0) return false;
    snprintf(key, 64, "%.12g", above / below);
    return true;
}

// The keys of an exercise, for its slips: "key" is that of the question which is judged.
typedef struct {
    const Exercise *exercise;
    char (*keys)[64];
    unsigned own;
} Keys;

// Its index; question_count where there is none.
static unsigned question_named(const Exercise *exercise, const char *name) {
    unsigned q = 0;
    while (q < exercise->question_count && strcmp(exercise->questions[q].name, name) != 0) q++;
    return q;
}

static bool key_named(const void *context, const char *name, double *value) {
    const Keys *keys = context;
    unsigned q = !strcmp(name, "key") ? keys->own : question_named(keys->exercise, name);
    Number number;
    char why[ADVICE_BYTES];
    if (q == keys->exercise->question_count) return false;
    bool read = number_read(keys->keys[q], UNIT_NONE, &number, why);
    *value = number.value;
    return read;
}

static void judge_all(const char *source, size_t length, const Draw *draw, char (*keys)[64], VerdictAnswer *answers) {
    const Exercise *exercise = draw->exercise;
    Keys known = {.exercise = exercise, .keys = keys};
    const DrawScope scope = {.draw = draw, .keys = key_named, .context = &known};
    for (known.own = 0; known.own < exercise->question_count; known.own++) {
        const Question *question = &exercise->questions[known.own];
        char answer[64];
        bool answered = answer_find(source, length, question->name, answer);
        answer_judge(question, &scope, answered ? answer : NULL, keys[known.own], &answers[known.own]);
    }
}

bool answers_keys(const Draw *draw, const KeyRun *run, char (*keys)[64], char error[200]) {
    const Exercise *exercise = draw->exercise;
    Keys known = {.exercise = exercise, .keys = keys};
    const DrawScope scope = {.draw = draw, .keys = key_named, .context = &known};
    memset(keys, 0, exercise->question_count * sizeof *keys);
    for (known.own = 0; known.own < exercise->question_count; known.own++)
        if (!answer_key(&exercise->questions[known.own], &scope, run, keys[known.own])) {
            snprintf(error, 200, "the key of %.60s does not say %.60s", exercise->name,
                     exercise->questions[known.own].name);
            return false;
        }
    return true;
}

bool answers_judge(const char *source, size_t length, const Draw *draw, const KeyRun *run, VerdictAnswer *answers,
                   char error[200]) {
    char keys[draw->exercise->question_count][64];
    if (!answers_keys(draw, run, keys, error)) return false;
    judge_all(source, length, draw, keys, answers);
    return true;
}
