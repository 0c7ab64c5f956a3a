// course.c - course.txt, and the secret of a course.
#define _POSIX_C_SOURCE 200809L // unsetenv
#include "course.h"

#include "../device/system/files.h"
#include "../device/system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES 65536

typedef enum { RESULTS, TIME, BEHAVIOR, UNDERSTANDING, KINDS } Kind;
static const char *const kind_names[KINDS] = {"results", "time", "behavior", "understanding"};
static const Kind kinds[] = {[PART_CASES] = RESULTS,
                             [PART_CLEAN] = RESULTS,
                             [PART_LIMIT] = BEHAVIOR,
                             [PART_ANSWERS] = UNDERSTANDING,
                             [PART_TIME] = TIME};

static char name[64], secret[1024]; // not in the environment, which programs of students inherit
static double worth[KINDS];
static bool shared_out; // by worth

// ---- the file ----

static bool refuse(const char *line, Message error) {
    return message_set(error,
                       "course.txt: \"%.*s\" is not like \"points results 40, time 40, behavior 10, understanding 10\"",
                       (int)strcspn(line, "\r\n"), line);
}

// "points results 40, time 40": a kind that is not named is worth nothing.
static bool points_read(const char *line, Message error) {
    const char *at = line + strlen("points");
    memset(worth, 0, sizeof worth);
    while (at += strspn(at, " ,"), *at && !strchr("\r\n", *at)) {
        size_t length = strcspn(at, " ,\r\n");
        Kind kind = 0;
        while (kind < KINDS && (strlen(kind_names[kind]) != length || strncmp(at, kind_names[kind], length) != 0))
            kind++;
        const char *number = at + length + strspn(at + length, " ");
        char *end;
        if (kind == KINDS || *number < '0' || *number > '9') return refuse(line, error);
        worth[kind] = strtod(number, &end);
        if (!*end || strchr(" ,\r\n", *end)) at = end;
        else return refuse(line, error);
    }
    return shared_out = true;
}

bool course_load(const Paths *paths, Message error) {
    char path[PATH_BYTES + 16];
    bool read = true;
    snprintf(path, sizeof path, "%s/course.txt", paths->root);
    name[0] = 0, shared_out = false;
    if (!file_exists(path)) return true;
    char *text = file_read(path, MOST_BYTES, NULL, error);
    if (!text) return false;
    if (!text_begins(text, "due ") && !text_begins(text, "points "))
        text_clean(name, sizeof name, text, strcspn(text, "\r\n"), false);
    for (const char *line = text; line && read; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (text_begins(line, "points ")) read = points_read(line, error);
    free(text);
    return read;
}

void course_named(char course[64]) { memcpy(course, name, sizeof name); }

// ---- the secret ----

bool secret_known(void) { return secret[0] != 0; }

void course_read(char course[64]) {
    char both[sizeof secret + 80];
    course_named(course);
    if (!secret[0]) return;
    int length = snprintf(both, sizeof both, "%s\n%s", secret, course);
    snprintf(course, 64, "%016llx", (unsigned long long)bytes_hash(both, (size_t)length));
}

static bool secret_read(const char *path, Message error) {
    size_t length;
    char *text = file_read(path, MOST_BYTES, &length, error);
    if (!text) return false;
    text_clean(secret, sizeof secret, text, strcspn(text, "\r\n"), false);
    free(text);
    return secret[0] || message_set(error, "the first line of %s is empty: it is the secret", path);
}

bool secret_take(int *argc, char **argv, Message error) {
    const char *inherited = getenv("GRADE_SECRET");
    if (inherited) text_copy(secret, sizeof secret, inherited);
    unsetenv("GRADE_SECRET");
    int i = 1;
    while (i + 1 < *argc && strcmp(argv[i], "--secret") != 0) i++;
    if (i + 1 >= *argc) return true;
    if (!secret_read(argv[i + 1], error)) return false;
    memmove(argv + i, argv + i + 2, (size_t)(*argc - i - 1) * sizeof *argv); // with the NULL at the end
    *argc -= 2;
    return true;
}

// ---- points ----

// The share of the exercise's points that a part is worth. 0: those of its kind are worth nothing.
static double share_of(const Exercise *exercise, const Part *part) {
    double of_kind = 0, all = 0;
    bool there[KINDS] = {false};
    for (unsigned p = 0; p < exercise->part_count; p++) {
        const Part *other = &exercise->parts[p];
        if (other->points) there[kinds[other->kind]] = true;
        if (kinds[other->kind] == kinds[part->kind]) of_kind += other->points;
    }
    for (Kind kind = 0; kind < KINDS; kind++) all += there[kind] ? worth[kind] : 0;
    if (all <= 0) return (double)part->points / exercise_most_points(exercise);
    return part->points ? worth[kinds[part->kind]] / all * part->points / of_kind : 0;
}

// Rounded so that the sum stays: each part takes what its share and those before it come to.
void course_points(const Exercise *exercise, int *most) {
    double sum = 0;
    int given = 0, all = exercise_most_points(exercise);
    for (unsigned p = 0; p < exercise->part_count; p++) {
        most[p] = exercise->parts[p].points;
        if (!shared_out) continue;
        sum += all * share_of(exercise, &exercise->parts[p]);
        most[p] = (int)(sum + 0.5 + 1e-9) - given;
        given += most[p];
    }
}
