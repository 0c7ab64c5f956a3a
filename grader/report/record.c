// record.c - structures as JSON and back, by a table of their fields. (record.h)
#include "record.h"
#include "../device/system/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MOST = 8192, ROWS_MOST = 10000 };

static unsigned *count_of(const Field *field, const void *structure) {
    return (unsigned *)(uintptr_t)((const char *)structure + field->count);
}

static char *rows_of(const Field *field, const void *structure) {
    char *place = (char *)(uintptr_t)structure + field->at;
    return field->kind == FIELD_ALLOCATED ? *(char **)(void *)place : place;
}

// ---- writing -----------------------------------------------------------------------------------------------------

// Sentences may have been cut within a UTF-8 character, which JSON does not allow.
static json_t *text(const char *value) {
    char clean[TEXT_MOST];
    text_clean(clean, sizeof clean, value, strlen(value), true);
    return json_string(clean);
}

// JSON has no infinities and no NaN.
static json_t *real(double value) {
    if (isfinite(value)) return json_real(value);
    return json_string(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static json_t *numbers(const unsigned *values) { return json_pack("[i, i, i]", values[0], values[1], values[2]); }

static json_t *places(const uint64_t *values, unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count && i < 3; i++) json_array_append_new(list, json_integer((json_int_t)values[i]));
    return list;
}

static json_t *record(const Field *fields, const void *structure) {
    json_t *object = json_object();
    record_write(object, fields, structure);
    return object;
}

static json_t *rows(const Field *field, const void *structure) {
    json_t *list = json_array();
    const char *row = rows_of(field, structure);
    for (unsigned i = 0; i < *count_of(field, structure); i++, row += field->size)
        json_array_append_new(list, record(field->fields, row));
    return list;
}

static json_t *value_of(const Field *field, const void *structure) {
    const void *place = (const char *)structure + field->at;
    if (field->given && !*((const bool *)structure + field->given)) return json_null();
    if (field->is_there && !field->is_there(structure)) return json_null();
    switch (field->kind) {
    case FIELD_TEXT: return text(place);
    case FIELD_TEXT_OR_NULL: return *(const char *)place ? text(place) : json_null();
    case FIELD_INT: return json_integer(*(const int *)place);
    case FIELD_UNSIGNED: return json_integer(*(const unsigned *)place);
    case FIELD_WHOLE: return json_integer((json_int_t) * (const uint64_t *)place);
    case FIELD_TRUTH: return json_boolean(*(const bool *)place);
    case FIELD_REAL: return real(*(const double *)place);
    case FIELD_LEAST:
    case FIELD_MOST: return isfinite(*(const double *)place) ? json_real(*(const double *)place) : json_null();
    case FIELD_NUMBERS: return numbers(place);
    case FIELD_INDEX: return places(place, *count_of(field, structure));
    case FIELD_WORD: return json_string(field->words[*(const unsigned *)place]);
    case FIELD_RECORD: return record(field->fields, place);
    default: return rows(field, structure);
    }
}

void record_write(json_t *object, const Field *fields, const void *structure) {
    for (const Field *field = fields; field->name; field++)
        json_object_set_new(object, field->name, value_of(field, structure));
}

// ---- reading -----------------------------------------------------------------------------------------------------

static unsigned natural(const json_t *value) {
    json_int_t number = json_integer_value(value);
    return number < 0 || number > UINT32_MAX ? 0 : (unsigned)number;
}

static double real_of(const json_t *value, double otherwise) {
    const char *word = json_string_value(value);
    if (json_is_number(value)) return json_number_value(value);
    if (word && !strcmp(word, "nan")) return NAN;
    if (word && !strcmp(word, "inf")) return INFINITY;
    if (word && !strcmp(word, "-inf")) return -INFINITY;
    return otherwise;
}

static void read_text(const json_t *value, char *to, size_t size) {
    const char *given = json_string_value(value);
    if (given) text_clean(to, size, given, strlen(given), true);
}

static void read_places(const json_t *value, uint64_t *places, unsigned *count) {
    *count = json_array_size(value) > 3 ? 3 : (unsigned)json_array_size(value);
    for (unsigned i = 0; i < *count; i++) places[i] = (uint64_t)json_integer_value(json_array_get(value, i));
}

static bool read_word(const json_t *value, const char *const *words, unsigned *to) {
    const char *word = json_string_value(value);
    for (*to = 0; words[*to]; ++*to)
        if (word && !strcmp(words[*to], word)) return true;
    *to = 0;
    return false;
}

static bool read_rows(const json_t *list, const Field *field, void *structure) {
    bool allocated = field->kind == FIELD_ALLOCATED;
    size_t count = json_array_size(list), most = allocated ? ROWS_MOST : field->room / field->size;
    if (allocated && count > most) return false;
    if (count > most) count = most;
    if (allocated) *(void **)(void *)((char *)structure + field->at) = calloc(count + 1, field->size);
    char *row = rows_of(field, structure);
    if (!row) return false;
    for (size_t i = 0; i < count; i++, row += field->size) {
        if (!record_read(json_array_get(list, i), field->fields, row)) return false;
        *count_of(field, structure) = (unsigned)i + 1;
    }
    return true;
}

static bool read_value(const json_t *value, const Field *field, void *structure) {
    void *place = (char *)structure + field->at;
    if (field->given) *((bool *)structure + field->given) = value && !json_is_null(value);
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_TEXT_OR_NULL: read_text(value, place, field->size); return true;
    case FIELD_INT: *(int *)place = (int)json_integer_value(value); return true;
    case FIELD_UNSIGNED: *(unsigned *)place = natural(value); return true;
    case FIELD_WHOLE: *(uint64_t *)place = (uint64_t)json_integer_value(value); return true;
    case FIELD_TRUTH: *(bool *)place = json_is_true(value); return true;
    case FIELD_REAL: *(double *)place = real_of(value, 0); return true;
    case FIELD_LEAST: *(double *)place = real_of(value, -INFINITY); return true;
    case FIELD_MOST: *(double *)place = real_of(value, INFINITY); return true;
    case FIELD_NUMBERS:
        for (size_t i = 0; i < 3; i++) ((unsigned *)place)[i] = natural(json_array_get(value, i));
        return true;
    case FIELD_INDEX: read_places(value, place, count_of(field, structure)); return true;
    case FIELD_WORD: return read_word(value, field->words, place);
    case FIELD_RECORD: return record_read(value, field->fields, place);
    default: return read_rows(value, field, structure);
    }
}

bool record_read(const json_t *object, const Field *fields, void *structure) {
    for (const Field *field = fields; field->name; field++)
        if (!read_value(json_object_get(object, field->name), field, structure)) return false;
    return true;
}
