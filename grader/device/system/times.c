// times.c - points in time as platforms write them.
#define _GNU_SOURCE // strptime, timegm
#include "times.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The zone behind a time. false: something else stands there. *local: nothing does.
static bool read_zone(const char *text, int *offset, bool *local) {
    int hours, minutes = 0, read = 0;
    text += strspn(text, " ");
    *local = !*text;
    *offset = 0;
    if (*local || !strcmp(text, "Z") || !strcmp(text, "UTC")) return true;
    if (text[0] != '+' && text[0] != '-') return false;
    if (sscanf(text + 1, "%2d:%2d%n", &hours, &minutes, &read) != 2 || text[1 + read])
        if (sscanf(text + 1, "%2d%2d%n", &hours, &minutes, &read) != 2 || text[1 + read]) return false;
    *offset = (hours * 60 + minutes) * 60 * (text[0] == '-' ? -1 : 1);
    return true;
}

bool time_read(const char *text, int64_t *seconds) {
    static const char *const formats[] = {"%Y-%m-%d %H:%M:%S",      "%Y-%m-%dT%H:%M:%S",  "%Y-%m-%d %H:%M",
                                          "%Y-%m-%dT%H:%M",         "%d %B %Y, %I:%M %p", "%A, %d %B %Y, %I:%M %p",
                                          "%A, %B %d, %Y, %I:%M %p"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct tm fields = {.tm_isdst = -1};
        const char *rest = strptime(text, formats[i], &fields);
        int offset;
        bool local;
        if (rest && *rest == '.') rest += 1 + strspn(rest + 1, "0123456789");
        if (!rest || !read_zone(rest, &offset, &local)) continue;
        *seconds = local ? mktime(&fields) : timegm(&fields) - offset;
        return true;
    }
    return false;
}

void time_write(int64_t seconds, char text[40]) {
    time_t time = (time_t)seconds;
    struct tm fields;
    text[0] = 0;
    if (localtime_r(&time, &fields)) strftime(text, 40, "%Y-%m-%d %H:%M:%S %z", &fields);
}

bool duration_read(const char *text, int64_t *seconds) {
    static const struct {
        const char *word;
        double seconds;
    } units[] = {{"s", 1},     {"min", 60},    {"h", 3600},     {"hour", 3600}, {"hours", 3600},
                 {"d", 86400}, {"day", 86400}, {"days", 86400}, {"", 86400}};
    char *unit;
    double value = strtod(text, &unit);
    if (unit == text || !isfinite(value) || value < 0 || value > 1e6) return false;
    unit += strspn(unit, " ");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i].word)) continue;
        *seconds = (int64_t)(value * units[i].seconds);
        return true;
    }
    return false;
}
