// json_text.h - a JSON text that is written from its beginning to its end.
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Zero it before the first json_begin(); later ones reuse its memory.
typedef struct {
    char *text;
    size_t length, capacity;
    bool first; // of its object or array
    bool failed;
} JsonText;

void json_begin(JsonText *json);
// The text; "null" if there was not enough memory for it.
const char *json_end(JsonText *json);

// Values: `name` is NULL in an array and for the outermost one. json_open takes '{' or '[', json_close the other end.
void json_open(JsonText *json, const char *name, char bracket);
void json_close(JsonText *json, char bracket);
void json_whole(JsonText *json, const char *name, uint64_t value);
void json_number(JsonText *json, const char *name, double value); // not finite: null
void json_single(JsonText *json, const char *name,
                 float value); // the same in as few digits as tell it from other floats
void json_string(JsonText *json, const char *name, const char *value);
void json_null(JsonText *json, const char *name);

#endif
