// json_text.c - a JSON text that is written from its beginning to its end.
#include "json_text.h"
#include "../../system/grow.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 << 10, NUMBER_BYTES = 32 };

static bool has_space(JsonText *json, size_t more) {
    if (json->failed) return false;
    size_t wanted = json->length + more + 1;
    json->failed = !ARRAY_RESERVE(json->text, json->capacity, wanted > FIRST_CAPACITY ? wanted : FIRST_CAPACITY);
    return !json->failed;
}

static void put(JsonText *json, const char *bytes, size_t count) {
    if (!has_space(json, count)) return;
    memcpy(json->text + json->length, bytes, count);
    json->length += count;
}

static void put_quoted(JsonText *json, const char *value) {
    put(json, "\"", 1);
    for (; *value; value++) {
        char escaped[8];
        bool plain = (unsigned char)*value >= ' ' && *value != '"' && *value != '\\';
        if (!plain) snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned char)*value);
        put(json, plain ? value : escaped, plain ? 1 : strlen(escaped));
    }
    put(json, "\"", 1);
}

static void begin_value(JsonText *json, const char *name) {
    if (!json->first) put(json, ",", 1);
    json->first = false;
    if (!name) return;
    put_quoted(json, name);
    put(json, ":", 1);
}

void json_begin(JsonText *json) {
    json->length = 0;
    json->first = true;
    json->failed = false;
}

const char *json_end(JsonText *json) {
    if (!has_space(json, 1)) return "null";
    json->text[json->length] = 0;
    return json->text;
}

void json_open(JsonText *json, const char *name, char bracket) {
    begin_value(json, name);
    put(json, &bracket, 1);
    json->first = true;
}

void json_close(JsonText *json, char bracket) {
    put(json, &bracket, 1);
    json->first = false;
}

void json_whole(JsonText *json, const char *name, uint64_t value) {
    char digits[NUMBER_BYTES];
    begin_value(json, name);
    put(json, digits, (size_t)snprintf(digits, sizeof digits, "%" PRIu64, value));
}

static void put_number(JsonText *json, const char *name, double value, int precision) {
    char digits[NUMBER_BYTES];
    begin_value(json, name);
    if (!isfinite(value)) put(json, "null", 4);
    else put(json, digits, (size_t)snprintf(digits, sizeof digits, "%.*g", precision, value));
}

void json_number(JsonText *json, const char *name, double value) { put_number(json, name, value, 17); }
void json_single(JsonText *json, const char *name, float value) { put_number(json, name, value, 9); }

void json_string(JsonText *json, const char *name, const char *value) {
    begin_value(json, name);
    put_quoted(json, value);
}

void json_null(JsonText *json, const char *name) {
    begin_value(json, name);
    put(json, "null", 4);
}
