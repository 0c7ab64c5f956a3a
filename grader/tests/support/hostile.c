// hostile.c - the programs of tests/adversarial, ready to be handed in.
#include "hostile.h"

#include "system/text.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hostile_find(const Classroom *room, Hostile *hostile) {
    char pattern[PATH_BYTES + 64];
    glob_t found = {0};
    hostile->count = 0;
    snprintf(pattern, sizeof pattern, "%s/grader/tests/adversarial/*.cu", room->paths.root);
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && hostile->count < MOST_HOSTILE; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        snprintf(hostile->names[hostile->count++], sizeof hostile->names[0], "%.*s", (int)strlen(name) - 3, name);
    }
    globfree(&found);
}

static char *replaced(char *text, const char *from, const char *to) {
    char *result = text_replaced(text, from, to, false);
    ck_assert_ptr_nonnull(result);
    free(text);
    return result;
}

// The answers to the exercise's questions, which stand at the head of its solution: lines that begin with "//=".
static char *answers(const Classroom *room) {
    char *solution = classroom_text(room, "solutions/02_coalescing/" CLASSROOM_EXERCISE ".cu");
    char *first = strstr(solution, "//="), *end = first;
    while (end && !strncmp(end, "//=", 3) && (end = strchr(end, '\n'))) end++;
    ck_assert_ptr_nonnull(end);
    char *lines = strndup(first, (size_t)(end - first - 1));
    free(solution);
    return lines;
}

char *hostile_text(const Classroom *room, const char *name, const char *results) {
    char file[200], place[PATH_BYTES];
    char *correct = classroom_text(room, "grader/tests/adversarial/correct.cuh");
    snprintf(file, sizeof file, "grader/tests/adversarial/%s.cu", name);
    char *processes = classroom_text(room, "grader/tests/adversarial/processes.cuh");
    char *text = replaced(classroom_text(room, file), "#include \"correct.cuh\"", correct);
    text = replaced(text, "#include \"processes.cuh\"", processes);
    char *lines = answers(room);
    text = replaced(text, "//@ANSWERS@", lines);
    text = replaced(text, "@ROOT@", room->paths.root);
    snprintf(place, sizeof place, "%s/submissions", room->folder);
    text = replaced(text, "@SUBMISSIONS@", place);
    snprintf(place, sizeof place, "%s/results/%s", room->folder, results);
    text = replaced(text, "@RESULTS@", place);
    free(lines);
    free(correct);
    free(processes);
    return text;
}

const char *hostile_state(const char *name) { return strrchr(name, '-') + 1; }
