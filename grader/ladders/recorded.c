// recorded.c - reads the recorded bench.
#include "recorded.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NUMBERS 8
#define NEARLY 0.02 // sizes that differ by less are the same

// The whole numbers in a label: 8192, 8192 of "width 8,192, height 8192".
static unsigned numbers_of(const char *label, uint64_t numbers[MOST_NUMBERS]) {
    unsigned count = 0;
    for (const char *at = label; *at && count < MOST_NUMBERS;) {
        if (!isdigit((unsigned char)*at)) {
            at++;
            continue;
        }
        numbers[count] = 0;
        for (; isdigit((unsigned char)*at) || (*at == ',' && isdigit((unsigned char)at[1])); at++)
            if (*at != ',') numbers[count] = 10 * numbers[count] + (uint64_t)(*at - '0');
        count++;
    }
    return count;
}

// Labels name the same size if the numbers of one begin those of the other: "2048 x 2048 x 2048, tile 32".
static bool same_size(const char *one, const char *other) {
    uint64_t a[MOST_NUMBERS], b[MOST_NUMBERS];
    unsigned in_a = numbers_of(one, a), in_b = numbers_of(other, b), both = in_a < in_b ? in_a : in_b;
    return both && !memcmp(a, b, both * sizeof *a);
}

static const char *text_of(const json_t *row, const char *key) {
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

// The label of the rows to take: those of the estimated size, or else the first of a problem whose time grows with its
// bytes alone.
static const char *size_of(const json_t *rows, const Exercise *exercise) {
    const char *first = NULL;
    size_t i;
    json_t *row;
    json_array_foreach(rows, i, row) {
        if (strcmp(text_of(row, "exercise"), exercise->name)) continue;
        if (same_size(text_of(row, "size"), exercise_estimated(exercise)->label)) return text_of(row, "size");
        if (!first && json_number_value(json_object_get(row, "operations")) == 0) first = text_of(row, "size");
    }
    return first;
}

// What a recorded time is multiplied by, so that it is that of `bytes` at the same rate; 0: it cannot be.
static double scale_of(const json_t *row, const Exercise *exercise, double bytes) {
    double moved = json_number_value(json_object_get(row, "bytes"));
    bool same = same_size(text_of(row, "size"), exercise_estimated(exercise)->label);
    if (same || json_number_value(json_object_get(row, "operations")) > 0) return same;
    return moved > 0 ? bytes / moved : 0;
}

static json_t *bench_load(const Paths *paths) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.900s/grader/gpu/bench/h200.json", paths->root);
    return json_load_file(path, 0, NULL);
}

void recorded_print_about(const Paths *paths) {
    static const char *const keys[] = {"device", "driver", "toolkit", "date"};
    json_t *record = bench_load(paths);
    for (size_t n = 0; n < COUNT_OF(keys); n++) printf("# %s: %s\n", keys[n], text_of(record, keys[n]));
    json_decref(record);
}

bool recorded_read(const Paths *paths, const Exercise *exercise, double bytes, Recorded *recorded) {
    json_t *record = bench_load(paths), *row;
    const json_t *rows = json_object_get(record, "rows");
    *recorded = (Recorded){.count = 0};
    const char *size =
        exercise->timed_kernels ? NULL : size_of(rows, exercise); // those were timed without their launches
    size_t i;
    text_copy(recorded->device, sizeof recorded->device, text_of(record, "device"));
    text_copy(recorded->size, sizeof recorded->size, size ? size : "");
    json_array_foreach(rows, i, row) {
        bool same = size && !strcmp(text_of(row, "exercise"), exercise->name) && !strcmp(text_of(row, "size"), size);
        if (!same || recorded->count == MOST_RECORDED) continue;
        double scale = scale_of(row, exercise, bytes);
        recorded->scaled = fabs(scale - 1) > NEARLY;
        unsigned n = recorded->count++;
        text_copy(recorded->rows[n].name, sizeof recorded->rows[n].name, text_of(row, "name"));
        recorded->rows[n].ms = scale * json_number_value(json_object_get(row, "ms"));
        recorded->rows[n].peer = json_is_true(json_object_get(row, "peer"));
    }
    json_decref(record);
    return recorded->count && recorded->rows[0].ms > 0;
}

double recorded_step(const Recorded *recorded, const char *step) {
    for (unsigned i = 0; i < recorded->count; i++)
        if (!recorded->rows[i].peer && !strcmp(recorded->rows[i].name, step)) return recorded->rows[i].ms;
    return 0;
}

const char *recorded_peer(const Recorded *recorded, double *ms) {
    for (unsigned i = 0; i < recorded->count; i++) {
        if (!recorded->rows[i].peer) continue;
        *ms = recorded->rows[i].ms;
        return recorded->rows[i].name;
    }
    return NULL;
}
