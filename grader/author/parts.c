// parts.c - what an exercise consists of, and which of it is missing.
#include "author.h"

#include "../device/system/text.h"
#include "../grading/points.h"
#include "../questions/answers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT (1 << 20)

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    FILE *out;
    unsigned problems;
} Check;

__attribute__((format(printf, 3, 4))) static void expect(Check *check, bool holds, const char *format, ...) {
    if (holds) return;
    va_list list;
    va_start(list, format);
    fprintf(check->out, "%s: ", check->exercise->name);
    vfprintf(check->out, format, list);
    fputc('\n', check->out);
    va_end(list);
    check->problems++;
}

// A text of the workbook; "" with a problem if it is missing.
static char *text_of(Check *check, const char *path) {
    char shown[256];
    char *text = file_read(path, MOST_TEXT, NULL, NULL);
    paths_shown(check->paths, path, shown, sizeof shown);
    expect(check, text != NULL, "%s is missing",
           text_begins(path, check->paths->root) ? path + strlen(check->paths->root) + 1 : shown);
    return text ? text : strdup("");
}

// ---- the definition ----

static void check_points(Check *check) {
    const Exercise *exercise = check->exercise;
    int points = 0, asked = 0, answered = 0;
    for (unsigned i = 0; i < exercise->part_count; i++) {
        points += exercise->parts[i].points;
        if (exercise->parts[i].kind == PART_ANSWERS) answered += exercise->parts[i].points;
    }
    for (unsigned i = 0; i < exercise->question_count; i++) asked += exercise->questions[i].points;
    expect(check, points == 100, "the parts' points add up to %d, not to 100", points);
    expect(check, asked == answered, "its questions have %d points, its part for answers %d", asked, answered);
}

// The limit can be met in each measured case, and its plain version misses it.
static void check_bounds(Check *check, const Part *part) {
    for (unsigned i = 0; i < check->exercise->case_count; i++) {
        if (!check->exercise->cases[i].measured) continue;
        CaseSpec spec = run_case_spec(check->exercise, i, i + 1);
        Bounds bounds = limit_bounds(part, &spec);
        expect(check, bounds.least <= bounds.most, "the limit \"%s\" cannot be met", part->label);
        expect(check, !part->points || bounds.plain > bounds.most || bounds.plain < bounds.least,
               "the limit \"%s\" needs .plain, what the plain version counts, beyond the limit", part->label);
    }
}

static void check_limits(Check *check) {
    const Exercise *exercise = check->exercise;
    for (unsigned i = 0; i < exercise->part_count; i++) {
        const Part *part = &exercise->parts[i];
        if (part->kind != PART_LIMIT) continue;
        expect(check, part->counts && (part->counter || part->measure), "the limit \"%s\" counts nothing", part->label);
        expect(check, !part->points || (part->advice && *part->advice), "the limit \"%s\" has no advice", part->label);
        check_bounds(check, part);
        bool known = !part->after;
        for (unsigned j = 0; j < i && !known; j++) known = !strcmp(exercise->parts[j].label, part->after);
        expect(check, known, "\"%s\" comes after \"%s\", which is no earlier part", part->label,
               part->after ? part->after : "");
    }
}

static void check_cases(Check *check) {
    const Exercise *exercise = check->exercise;
    unsigned hidden = 0, shown = 0, hidden_measured = 0, limits = 0;
    for (unsigned i = 0; i < exercise->case_count; i++) {
        hidden += exercise->cases[i].hidden;
        shown += exercise->cases[i].measured && !exercise->cases[i].hidden;
        hidden_measured += exercise->cases[i].measured && exercise->cases[i].hidden;
    }
    for (unsigned i = 0; i < exercise->part_count; i++)
        limits += exercise->parts[i].kind == PART_LIMIT && exercise->parts[i].points > 0;
    if (!exercise_runs(exercise)) {
        expect(check, exercise->question_count > 0, "it has neither cases nor questions");
        return;
    }
    expect(check, exercise->check != NULL, "it has no oracle (check)");
    expect(check, exercise_is_function(exercise) != exercise_is_program(exercise),
           "it must have an interface (a function) or arguments (a program), and not both");
    expect(check, !exercise_is_function(exercise) || (exercise->make && exercise->must_define),
           "a function needs make and must_define");
    expect(check, hidden >= 2, "it has %u hidden cases, at least 2 are needed", hidden);
    expect(check, !limits || shown == 1, "%u visible cases are measured, one is needed", shown);
    expect(check, !limits || hidden_measured >= 1, "no hidden case is measured");
}

// What a limit is about must have its row in the checklist.
static void check_symptoms(Check *check) {
    char path[PATH_BYTES], anchor[100];
    snprintf(path, sizeof path, "%.800s/chapters/checklist.md", check->paths->root);
    char *checklist = text_of(check, path);
    for (unsigned p = 0; p < check->exercise->part_count; p++) {
        const Part *part = &check->exercise->parts[p];
        if (!part->symptom) continue;
        snprintf(anchor, sizeof anchor, "<a id=\"checklist_%.60s\">", part->symptom);
        expect(check, strstr(checklist, anchor), "chapters/checklist.md has no row for the symptom %s of \"%s\"",
               part->symptom, part->label);
    }
    free(checklist);
}

static void check_words(Check *check) {
    static const char *const points[] = {"occupancy", "coalescing",    "divergence",
                                         "tiling",    "privatisation", "coarsening"};
    const Exercise *exercise = check->exercise;
    const char *rest = exercise->checklist ? exercise->checklist : "";
    expect(check, *rest || (exercise->serves && *exercise->serves), "neither a checklist point nor serves is named");
    while (*rest) {
        size_t length = strcspn(rest, ",");
        bool known = false;
        for (size_t i = 0; i < COUNT_OF(points); i++)
            known |= strlen(points[i]) == length && !strncmp(points[i], rest, length);
        expect(check, known, "the checklist has no point %.*s", (int)length, rest);
        rest += length + (rest[length] == ',');
    }
    for (int i = 0; i < 3; i++)
        expect(check, exercise->hints[i] && strlen(exercise->hints[i]) > 40, "hint %d is missing or says too little",
               i + 1);
    check_symptoms(check);
    expect(check, exercise->title && *exercise->title, "it has no title");
    expect(check, exercise->learnt && *exercise->learnt, "it does not say what is learnt");
}

// ---- the files ----

static void check_skeleton(Check *check) {
    char path[PATH_BYTES], own[PATH_BYTES], answer[64];
    paths_part(check->paths, check->exercise, "skeleton.cu", path);
    paths_source(check->paths, "exercises", check->exercise, own);
    char *skeleton = text_of(check, path), *file = text_of(check, own);
    expect(check, !strcmp(skeleton, file), "exercises/%s/%s.cu differs from its skeleton: make reset EXERCISE=%s",
           check->exercise->chapter, check->exercise->name, check->exercise->name);
    expect(check, !exercise_runs(check->exercise) || strstr(skeleton, "TODO"), "its skeleton has no TODO");
    for (unsigned i = 0; i < check->exercise->question_count; i++) {
        char line[64];
        const char *name = check->exercise->questions[i].name;
        snprintf(line, sizeof line, "//= %.50s:", name);
        expect(check, strstr(skeleton, line) && !answer_find(skeleton, strlen(skeleton), name, answer),
               "its skeleton needs a line \"//= %s: ?\"", name);
    }
    free(skeleton);
    free(file);
}

static void check_solution(Check *check) {
    char path[PATH_BYTES], answer[64];
    paths_source(check->paths, "solutions", check->exercise, path);
    char *solution = text_of(check, path);
    for (unsigned i = 0; i < check->exercise->question_count; i++) {
        const char *name = check->exercise->questions[i].name;
        expect(check, answer_find(solution, strlen(solution), name, answer), "its solution does not answer \"%s\"",
               name);
    }
    free(solution);
}

static void check_interface(Check *check) {
    char path[PATH_BYTES + 128], own[PATH_BYTES];
    paths_part(check->paths, check->exercise, "interface.cu", own);
    expect(check, exercise_is_function(check->exercise) || !file_exists(own),
           "its interface.cu is left over: it has no function that a main() calls");
    if (!exercise_is_function(check->exercise)) return;
    snprintf(path, sizeof path, "%s/interfaces/%s.o", check->paths->build, check->exercise->interface);
    expect(check, file_exists(path),
           "there is no interface %s: neither grader/exercises/%s/interface.cu nor common/interfaces/%s.cu",
           check->exercise->interface, check->exercise->interface, check->exercise->interface);
}

// Links of the lesson that are neither anchors nor URLs must lead to a file.
static void check_links(Check *check, const char *lesson) {
    char path[PATH_BYTES];
    for (const char *at = lesson; (at = strstr(at, "](")); at++) {
        const char *target = at + 2;
        size_t length = strcspn(target, ")# \n");
        if (!length || memchr(target, ':', length) || length > 300) continue;
        snprintf(path, sizeof path, "%.600s/chapters/%.60s/%.*s", check->paths->root, check->exercise->chapter,
                 (int)length, target);
        expect(check, file_exists(path), "the lesson's link to %.*s leads nowhere", (int)length, target);
    }
}

static void check_lesson(Check *check) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.800s/chapters/%.60s/README.md", check->paths->root, check->exercise->chapter);
    char *lesson = text_of(check, path);
    expect(check, !*lesson || strstr(lesson, check->exercise->name), "the lesson says nothing of it");
    check_links(check, lesson);
    free(lesson);
    snprintf(path, sizeof path, "%.800s/exercises/README.md", check->paths->root);
    char *table = text_of(check, path), row[80];
    snprintf(row, sizeof row, "| `%.60s` | ", check->exercise->name);
    expect(check, strstr(table, row) != NULL, "exercises/README.md has no row for it");
    free(table);
}

// The table of kinds says how it is graded: "| `name` | function | `key.cu` | ...".
static void check_kind(Check *check) {
    static const char *const keys[] = {[KEY_NONE] = "", [KEY_PROGRAM] = "`key.cu` ", [KEY_PER_CASE] = "per case "};
    const Exercise *exercise = check->exercise;
    const char *kind = !exercise_runs(exercise) ? "questions" : exercise_is_function(exercise) ? "function" : "program";
    char path[PATH_BYTES], row[160], host[160];
    snprintf(path, sizeof path, "%.800s/grader/exercises/README.md", check->paths->root);
    snprintf(row, sizeof row, "| `%.60s` | %s | %s|", exercise->name, kind, keys[exercise->key]);
    snprintf(host, sizeof host, "| `%.60s` | host %s | %s|", exercise->name, kind, keys[exercise->key]);
    char *table = text_of(check, path);
    expect(check, strstr(table, row) || strstr(table, host), "grader/exercises/README.md has no row that begins %s",
           row);
    free(table);
}

static void check_wrong_answers(Check *check) {
    char states[32][32];
    unsigned different = 0, count = 0;
    Message error = "";
    KnownAnswers known;
    expect(check, known_read(check->paths, check->exercise, &known, error), "%s", error);
    for (unsigned i = 0; i < known.count && different < 32; i++) {
        const char *name = known.answers[i].name;
        char state[32];
        bool old = false;
        VerdictState ignored;
        if (!known_is(&known.answers[i], "wrong")) continue;
        count++;
        snprintf(state, sizeof state, "%.*s", (int)strcspn(name + 6, "-"), name + 6);
        expect(check, state_named(state, &ignored), "%s is not named for a state", name);
        for (unsigned j = 0; j < different; j++) old |= !strcmp(states[j], state);
        if (!old) snprintf(states[different++], sizeof states[0], "%s", state);
    }
    expect(check, count >= 3, "it has %u wrong answers, at least 3 are needed", count);
    expect(check, different >= 2 || !exercise_runs(check->exercise), "its wrong answers all have the same state");
    known_free(&known);
}

static void check_order(Check *check) {
    for (unsigned i = 0; i + 1 < exercise_count; i++)
        if (exercises[i + 1] == check->exercise)
            expect(check, strcmp(exercises[i]->chapter, check->exercise->chapter) <= 0,
                   "in exercises.def it stands behind %s of a later chapter", exercises[i]->name);
    expect(check, exercise_named(check->exercise->name) == check->exercise, "another exercise has the same name");
}

unsigned parts_check(const Paths *paths, const Exercise *exercise, FILE *out) {
    Check check = {.paths = paths, .exercise = exercise, .out = out};
    check_points(&check);
    check_limits(&check);
    check_cases(&check);
    check_words(&check);
    check_skeleton(&check);
    check_solution(&check);
    check_interface(&check);
    check_kind(&check);
    check_lesson(&check);
    check_wrong_answers(&check);
    check_order(&check);
    return check.problems;
}
