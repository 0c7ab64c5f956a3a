// progress.c - what the workbook remembers of a student, in build/progress.json.
#include "progress.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void record_path(const Paths *paths, char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%.900s/progress.json", paths->build);
}

// The whole record; an empty one if there is none that can be read.
static json_t *record_read(const Paths *paths) {
    char path[PATH_BYTES];
    record_path(paths, path);
    json_t *record = json_load_file(path, 0, NULL);
    if (json_is_object(record)) return record;
    json_decref(record);
    return json_object();
}

// The object of that name in the record, made if it is not there.
static json_t *table_of(json_t *record, const char *name) {
    if (!json_is_object(json_object_get(record, name))) json_object_set_new(record, name, json_object());
    return json_object_get(record, name);
}

static bool record_write(const Paths *paths, json_t *record, Message error) {
    char path[PATH_BYTES];
    record_path(paths, path);
    char *text = json_dumps(record, JSON_INDENT(2) | JSON_SORT_KEYS);
    message_set(error, "out of memory");
    bool written = text && file_write(path, text, strlen(text), error);
    free(text);
    json_decref(record);
    return written;
}

unsigned progress_hints(const Paths *paths, const Exercise *exercise) {
    json_t *record = record_read(paths);
    json_int_t given = json_integer_value(json_object_get(json_object_get(record, "hints"), exercise->name));
    json_decref(record);
    return given < 0 ? 0 : given > 3 ? 3 : (unsigned)given;
}

bool progress_set_hints(const Paths *paths, const Exercise *exercise, unsigned hints, Message error) {
    json_t *record = record_read(paths);
    json_object_set_new(table_of(record, "hints"), exercise->name, json_integer(hints));
    return record_write(paths, record, error);
}

ProgressMark *progress_marks(const Paths *paths) {
    ProgressMark *marks = calloc(exercise_count, sizeof *marks);
    json_t *record = record_read(paths), *table = json_object_get(record, "marks");
    for (unsigned i = 0; marks && i < exercise_count; i++) {
        const json_t *mark = json_object_get(table, exercises[i]->name);
        marks[i] = (ProgressMark){.points = -1};
        if (!json_is_object(mark)) continue;
        marks[i].points = (int)json_integer_value(json_object_get(mark, "points"));
        marks[i].passed = json_is_true(json_object_get(mark, "passed"));
        marks[i].tflops = json_real_value(json_object_get(mark, "tflops"));
    }
    json_decref(record);
    return marks;
}

const Exercise *progress_next(const ProgressMark *marks, const Exercise *after) {
    unsigned from = 0;
    while (after && from < exercise_count && exercises[from] != after) from++;
    for (unsigned i = after ? 1 : 0; i <= exercise_count; i++) {
        unsigned at = (from + i) % exercise_count;
        if (!marks[at].passed) return exercises[at];
    }
    return NULL;
}

// Of a right product of m x k by k x n, whose problem is labelled "m x n x k".
static double product_tflops(const Verdict *verdict) {
    const VerdictTime *time = &verdict->time;
    double m, n, k, us = time->measured ? 1e3 * time->student_ms : time->estimate.yours_us;
    const char *size = time->measured ? time->size : time->estimate.size, *interface = verdict->exercise->interface;
    bool product = interface && !strcmp(interface, "matmul") && verdict->cases_passed == verdict->case_count;
    if (!product || us <= 0 || sscanf(size, "%lf x %lf x %lf", &m, &n, &k) != 3) return 0;
    return 2 * m * n * k / us / 1e6;
}

bool progress_note(const Paths *paths, const Verdict *verdicts, unsigned count, Message error) {
    json_t *record = record_read(paths), *marks = table_of(record, "marks");
    for (unsigned i = 0; i < count; i++) {
        const Verdict *verdict = &verdicts[i];
        if (!text_begins(verdict->file, "exercises/")) continue;
        if (verdict->state == STATE_not_started) json_object_del(marks, verdict->exercise->name);
        else
            json_object_set_new(marks, verdict->exercise->name,
                                json_pack("{s:i, s:b, s:f}", "points", verdict->points, "passed",
                                          verdict->state == STATE_passed, "tflops", product_tflops(verdict)));
    }
    return record_write(paths, record, error);
}
