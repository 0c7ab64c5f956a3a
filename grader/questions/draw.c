// draw.c - the numbers of a file's questions.
//
// Each parameter is drawn by itself, from a hash of name, numbers, course, exercise and parameter: a new parameter
// changes no other one. The exercise's `suits` may refuse a combination; then all are drawn again with the next
// attempt's number.
#include "draw.h"

#include "../device/system/text.h"
#include "answers.h"
#include "formula.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the values that may be ----

// What stands before a comma: a single value, or the range "96..992/32" with its bounds and step.
typedef struct {
    size_t length;
    long least, most, step;
    bool range;
    unsigned count; // of values
} Item;

static Item item_read(const char *text) {
    Item item = {.length = strcspn(text, ","), .step = 1, .count = 1};
    item.range = sscanf(text, "%ld..%ld/%ld", &item.least, &item.most, &item.step) >= 2;
    if (item.range) item.count = (unsigned)((item.most - item.least) / item.step + 1);
    return item;
}

static const char *item_next(const char *text, const Item *item) {
    return text + item->length + (text[item->length] == ',');
}

bool parameter_value(const Parameter *parameter, unsigned index, char value[48]) {
    for (const char *text = parameter->values; *text;) {
        Item item = item_read(text);
        if (index < item.count) {
            if (item.range) snprintf(value, 48, "%ld", item.least + (long)index * item.step);
            else snprintf(value, 48, "%.*s", (int)item.length, text);
            return true;
        }
        index -= item.count;
        text = item_next(text, &item);
    }
    return false;
}

static unsigned value_count(const Parameter *parameter) {
    unsigned count = 0;
    for (const char *text = parameter->values; *text;) {
        Item item = item_read(text);
        count += item.count;
        text = item_next(text, &item);
    }
    return count;
}

// ---- drawing ----

void name_simplified(const char *name, char simple[64]) {
    size_t used = 0;
    for (; *name && used < 63; name++) {
        unsigned char c = (unsigned char)*name;
        if (c >= 0x80) simple[used++] = (char)c; // of UTF-8: a locale must not change it
        else if (isalnum(c)) simple[used++] = (char)tolower(c);
    }
    simple[used] = 0;
}

static void draw_once(Draw *draw, const char *simple, const char *course, unsigned attempt) {
    for (unsigned i = 0; i < draw->exercise->parameter_count; i++) {
        const Parameter *parameter = &draw->exercise->parameters[i];
        char seed[256];
        int length = snprintf(seed, sizeof seed, "%s\n%s\n%s\n%s\n%u", simple, course, draw->exercise->name,
                              parameter->name, attempt);
        uint64_t hash = bytes_hash(seed, (size_t)length);
        hash ^= hash >> 32, hash *= UINT64_C(0x9E3779B97F4A7C15), hash ^= hash >> 29; // its low bits depend on all
        parameter_value(parameter, (unsigned)(hash % value_count(parameter)), draw->values[i]);
        draw->texts[i][0] = 0;
        text_append(draw->texts[i], sizeof draw->texts[i], "%s=%s", parameter->name, draw->values[i]);
        draw->arguments[i] = draw->texts[i];
    }
}

// A definition's condition: a formula that is not 0.
static bool suits(const Draw *draw) {
    double value = 1;
    const DrawScope scope = {.draw = draw};
    return !draw->exercise->suits || (draw_value(&scope, draw->exercise->suits, &value) && value != 0);
}

static void draw_numbered(const Exercise *exercise, const char *student, unsigned number, const char *course,
                          Draw *draw) {
    char simple[64], seed[80];
    *draw = (Draw){.exercise = exercise};
    name_simplified(student, simple);
    if (simple[0]) text_copy(draw->student, sizeof draw->student, student);
    snprintf(seed, sizeof seed, number > 1 ? "%s\n%u" : "%s", simple, number);
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        draw_once(draw, seed, course, attempt);
        if (suits(draw)) return;
    }
}

void draw_for_name(const Exercise *exercise, const char *student, const char *course, Draw *out) {
    draw_numbered(exercise, student, 1, course, out);
}

unsigned draw_number(const char *source, size_t length) {
    char number[64];
    unsigned long value = answer_find(source, length, NUMBERS_LINE, number) ? strtoul(number, NULL, 10) : 1;
    return value >= 1 && value < 1000000 ? (unsigned)value : 1;
}

void draw_for(const Exercise *exercise, const char *source, size_t length, const char *course, Draw *out) {
    char student[64];
    bool named = answer_find(source, length, STUDENT_LINE, student);
    draw_numbered(exercise, named ? student : "", draw_number(source, length), course, out);
}

// ---- texts and formulas ----

static const char *value_of(const Draw *draw, const char *name) {
    for (unsigned i = 0; i < draw->exercise->parameter_count; i++)
        if (!strcmp(draw->exercise->parameters[i].name, name)) return draw->values[i];
    return NULL;
}

static bool name_value(const void *context, const char *name, double *value) {
    const DrawScope *scope = context;
    const char *text = value_of(scope->draw, name);
    if (text) return formula_value(text, NULL, NULL, value);
    return scope->keys && scope->keys(scope->context, name, value);
}

bool draw_value(const DrawScope *scope, const char *formula, double *value) {
    return formula_value(formula, name_value, scope, value);
}

// A large number gets commas; the digits of "-1" and of words stay.
static void value_say(const DrawScope *scope, const char *inside, char *filled, size_t size) {
    char number[32];
    double value;
    const char *word = value_of(scope->draw, inside);
    bool known = draw_value(scope, inside, &value);
    text_append(filled, size, "%s", known ? text_number(value, number) : word ? word : "...");
}

void draw_fill(const DrawScope *scope, const char *text, char *filled, size_t size) {
    filled[0] = 0;
    for (const char *close; *text; text = close + 1) {
        const char *open = strchr(text, '{');
        close = open ? strchr(open, '}') : NULL;
        if (!close) {
            text_append(filled, size, "%s", text);
            return;
        }
        char inside[80];
        snprintf(inside, sizeof inside, "%.*s", (int)(close - open - 1), open + 1);
        text_append(filled, size, "%.*s", (int)(open - text), text);
        value_say(scope, inside, filled, size);
    }
}
