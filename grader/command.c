// command.c - what the grader's commands share: complaints, numbers and names given on the command line.
#include "command.h"

#include "student/names.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

// The exercise that a word means among those of a chapter, or among all. NULL with a sentence.
static const Exercise *exercise_among(const char *chapter, const char *word, char sentence[NAME_SENTENCE]) {
    const char *names[exercise_count];
    unsigned indices[exercise_count], count = 0;
    for (unsigned i = 0; i < exercise_count; i++)
        if (!chapter || !strcmp(exercises[i]->chapter, chapter)) {
            indices[count] = i;
            names[count++] = exercises[i]->name;
        }
    int found = name_meant(word, "exercise", names, count, sentence);
    return found < 0 ? NULL : exercises[indices[found]];
}

const Exercise *known_exercise(const char *word) {
    char sentence[NAME_SENTENCE], front[64];
    const char *slash = strchr(word, '/'), *chapter = NULL;
    const Exercise *found = NULL;
    if (slash) {
        snprintf(front, sizeof front, "%.*s", (int)(slash - word), word);
        if (!(chapter = known_chapter(front))) return NULL;
        found = exercise_among(chapter, word = slash + 1, sentence);
    }
    if (!found) found = exercise_among(NULL, word, sentence);
    if (!found) complain("%s", sentence);
    return found;
}

const char *known_chapter(const char *word) {
    const char *names[exercise_count];
    char sentence[NAME_SENTENCE];
    unsigned count = 0;
    for (unsigned i = 0; i < exercise_count; i++)
        if (!count || strcmp(names[count - 1], exercises[i]->chapter)) names[count++] = exercises[i]->chapter;
    int found = name_meant(word, "chapter", names, count, sentence);
    return found < 0 ? (complain("%s", sentence), NULL) : names[found];
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
