// command.c - what the grader's commands share: complaints, numbers and names given on the command line.
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int complain(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("grade: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return COULD_NOT_WORK;
}

bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    errno = 0;
    unsigned long long parsed = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] == '-' || parsed < least || parsed > most) return false;
    *value = parsed;
    return true;
}

const Exercise *known_exercise(const char *name) {
    const Exercise *exercise = exercise_named(name);
    if (!exercise) complain("there is no exercise %s; grade list shows all of them", name);
    return exercise;
}

unsigned default_jobs(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (unsigned)cores : 1;
}

bool timeout_read(double otherwise, double *timeout) {
    const char *text = getenv("WORKBOOK_TIMEOUT");
    char *end;
    *timeout = otherwise;
    if (!text || !*text) return true;
    *timeout = strtod(text, &end);
    if (!*end && *timeout > 0 && *timeout <= 86400) return true;
    complain("WORKBOOK_TIMEOUT is %s, which is no number of seconds up to a day", text);
    return false;
}
