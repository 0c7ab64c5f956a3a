// due.c - what is due: the lines "due TIME HOMEWORK: EXERCISE, ..." of the workbook's course.txt.
#define _GNU_SOURCE // strsep
#include "progress.h"

#include "../device/system/files.h"
#include "../device/system/text.h"
#include "../device/system/times.h"
#include "../report/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COURSE 65536
#define SOON (21 * 86400)
#define LONG_AGO (-14 * 86400)
#define TIME_CHARACTERS 25 // "2026-11-20 23:59:00 +0100"

// "in 3 days", "in 5 hours", "2 days ago".
static void say_when(int64_t seconds, char words[40]) {
    int64_t most = seconds < 0 ? -seconds : seconds;
    bool days = most >= 2 * 86400;
    long long count = most / (days ? 86400 : 3600);
    const char *unit = days ? "days" : count == 1 ? "hour" : "hours";
    snprintf(words, 40, seconds < 0 ? "%lld %s ago" : "in %lld %s", count, unit);
}

// How many of the exercises in the list there are, and how many of these passed.
static void count_exercises(const char *list, const ProgressMark *marks, unsigned *passed, unsigned *count) {
    *passed = *count = 0;
    while (*list) {
        size_t length = strcspn(list, ", ");
        for (unsigned i = 0; i < exercise_count && length; i++) {
            if (strlen(exercises[i]->name) != length || strncmp(list, exercises[i]->name, length)) continue;
            ++*count;
            *passed += marks[i].passed;
        }
        list += length + strspn(list + length, ", ");
    }
}

static bool print_line(const char *line, int64_t now, const ProgressMark *marks, bool any) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    char when[TIME_CHARACTERS + 1], day[40], words[40], text[500];
    int64_t due;
    unsigned passed, count;
    if (!text_begins(line, "due ") || strlen(line) < 4 + TIME_CHARACTERS) return false;
    snprintf(when, sizeof when, "%s", line + 4);
    const char *name = line + 4 + TIME_CHARACTERS, *list = strchr(name, ':');
    if (!time_read(when, &due) || !list || due - now > SOON || due - now < LONG_AGO) return false;
    count_exercises(list + 1, marks, &passed, &count);
    if (due < now && passed == count) return false; // done is done
    time_t time = (time_t)due;
    struct tm fields;
    if (!localtime_r(&time, &fields) || !strftime(day, sizeof day, "%A %d %B %H:%M", &fields)) return false;
    say_when(due - now, words);
    text_format(text, sizeof text, "%.*s, %s (%s): %u of %u passed;%.300s", (int)strcspn(name + 1, ":"), name + 1, day,
                words, passed, count, list + 1);
    fputs(any ? "  " : "\nDue:\n  ", stdout);
    terminal_wrapped(&terminal, 2, 4, text);
    return true;
}

void due_print(const Paths *paths, const ProgressMark *marks) {
    char path[PATH_BYTES];
    bool any = false;
    snprintf(path, sizeof path, "%s/course.txt", paths->root);
    char *text = file_exists(path) ? file_read(path, MOST_COURSE, NULL, NULL) : NULL, *rest = text;
    for (char *line; text && (line = strsep(&rest, "\r\n"));) any |= print_line(line, (int64_t)time(NULL), marks, any);
    free(text);
}
