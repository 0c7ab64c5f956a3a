// progress.c - what the workbook remembers of a student: how many hints were given. Kept in build/progress.json.
#include "progress.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void record_path(const Paths *paths, char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%.900s/progress.json", paths->build);
}

unsigned progress_hints(const Paths *paths, const Exercise *exercise) {
    char path[PATH_BYTES];
    record_path(paths, path);
    json_t *record = json_load_file(path, 0, NULL);
    json_int_t given = json_integer_value(json_object_get(json_object_get(record, "hints"), exercise->name));
    json_decref(record);
    return given < 0 ? 0 : given > 3 ? 3 : (unsigned)given;
}

bool progress_set_hints(const Paths *paths, const Exercise *exercise, unsigned hints, char error[200]) {
    char path[PATH_BYTES];
    record_path(paths, path);
    json_t *record = json_load_file(path, 0, NULL);
    if (!json_is_object(record)) {
        json_decref(record);
        record = json_object();
    }
    if (!json_is_object(json_object_get(record, "hints"))) json_object_set_new(record, "hints", json_object());
    json_object_set_new(json_object_get(record, "hints"), exercise->name, json_integer(hints));
    char *text = json_dumps(record, JSON_INDENT(2) | JSON_SORT_KEYS);
    snprintf(error, 200, "out of memory");
    bool written = text && file_write(path, text, strlen(text), error);
    free(text);
    json_decref(record);
    return written;
}
