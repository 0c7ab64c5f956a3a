// test_marked_mistakes.c - programs of many small mistakes, each found at the lines that are marked with its name, and
// of right ones that look like them, in which nothing is found.
//
// In a program's source a line that ends with `// NAME` is one of the places of the mistake NAME, which is run as
// `PROGRAM NAME`. What is right is called fine_something. Every report must be of the kinds that the program is about
// and lie at marked lines, and together they name them all.
#include "jobs.h"
#include <check.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 200, MOST_LINES = 8 };

static const struct {
    const char *name, *kinds;
} PROGRAMS[] = {{"block_races", "race_blocks race_global"},
                {"own_barriers", "race_shared"},
                {"undefined_values", "undefined_value"},
                {"stream_order", "stream_order"},
                {"host_order", "host_order"}};

typedef struct {
    int program;
    char name[64], report[JOB_PATH];
    int lines[MOST_LINES], line_count;
} Case;

static Case cases[MOST_CASES];
static int case_count;
static Job runs[MOST_CASES];

static Case *case_named(int program, const char *name, size_t length) {
    need(length < sizeof cases->name, "short names of mistakes");
    for (int n = 0; n < case_count; n++)
        if (cases[n].program == program && strlen(cases[n].name) == length && !strncmp(cases[n].name, name, length))
            return &cases[n];
    need(case_count < MOST_CASES, "few enough mistakes");
    Case *new = &cases[case_count++];
    new->program = program;
    memcpy(new->name, name, length);
    return new;
}

static size_t word_length(const char *text) {
    size_t length = 0;
    while (islower((unsigned char)text[length]) || isdigit((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

// `// NAME` at the end of the line; and " fine_something(", which is defined there.
static void read_line(int program, const char *line, int number) {
    const char *mark = strstr(line, "// "), *fine = strstr(line, " fine_");
    size_t length = mark ? word_length(mark + 3) : 0;
    if (length && mark[3 + length] == '\0' && strchr(mark, '_') && strspn(line, " ") != (size_t)(mark - line)) {
        Case *named = case_named(program, mark + 3, length);
        need(named->line_count < MOST_LINES, "few enough lines of a mistake");
        named->lines[named->line_count++] = number;
    }
    bool defined = fine && line[0] != ' ' && fine[1 + word_length(fine + 1)] == '(';
    if (defined) case_named(program, fine + 1, word_length(fine + 1));
}

static void read_program(int program) {
    char path[JOB_PATH], *rest, *line;
    snprintf(path, sizeof path, "grader/device/tests/programs/%s.cu", PROGRAMS[program].name);
    char *text = rest = text_read(path);
    for (int number = 1; (line = strsep(&rest, "\n")) != NULL; number++) read_line(program, line, number);
    free(text);
}

static void run_all_cases(void) {
    static char emulate[JOB_PATH], programs[MOST_CASES][JOB_PATH];
    build_path(emulate, "emulate");
    for (int i = 0; i < case_count; i++) {
        char name[200];
        snprintf(name, sizeof name, "programs/%s", PROGRAMS[cases[i].program].name);
        build_path(programs[i], name);
        snprintf(name, sizeof name, "marked_%s.json", cases[i].name);
        build_path(cases[i].report, name);
        runs[i] = (Job){.arguments = {emulate, "--quiet", "--json", cases[i].report, programs[i], cases[i].name}};
        snprintf(name, sizeof name, "marked_%s.txt", cases[i].name);
        build_path(runs[i].output, name);
    }
    jobs_run(runs, (size_t)case_count);
}

static json_t *faults_of(int i, json_t **root) {
    *root = job_report(&runs[i], cases[i].report);
    return json_object_get(*root, "faults");
}

static int line_of(const json_t *place) { return (int)json_integer_value(json_object_get(place, "line")); }

static int place_of(const Case *of, int line) {
    for (int n = 0; n < of->line_count; n++)
        if (of->lines[n] == line) return n;
    return -1;
}

START_TEST(mistakes_are_found_at_their_lines) {
    const Case *mistake = &cases[_i];
    json_t *root, *faults = faults_of(_i, &root), *fault;
    bool found[MOST_LINES] = {false};
    size_t index;
    json_array_foreach(faults, index, fault) {
        const char *kind = json_string_value(json_object_get(fault, "kind"));
        json_t *other = json_object_get(fault, "other");
        int place = place_of(mistake, line_of(fault)), second = json_is_object(other) ? line_of(other) : 0;
        ck_assert_msg(strstr(PROGRAMS[mistake->program].kinds, kind) != NULL, "%s: %s", mistake->name, kind);
        ck_assert_msg(place >= 0, "%s: %s at line %d", mistake->name, kind, line_of(fault));
        ck_assert_msg(!second || place_of(mistake, second) >= 0, "%s: other place at line %d", mistake->name, second);
        found[place] = true;
        if (second) found[place_of(mistake, second)] = true;
    }
    for (int n = 0; n < mistake->line_count; n++)
        ck_assert_msg(found[n], "%s: nothing at line %d", mistake->name, mistake->lines[n]);
    json_decref(root);
}
END_TEST

START_TEST(nothing_is_found_in_right_programs) {
    json_t *root, *faults = faults_of(_i, &root), *first = json_array_get(faults, 0);
    const char *message = first ? json_string_value(json_object_get(first, "message")) : "";
    ck_assert_msg(first == NULL, "%s: line %d %s", cases[_i].name, first ? line_of(first) : 0, message);
    char *printed = text_read(runs[_i].output);
    ck_assert_msg(runs[_i].status == 0 && !strncmp(printed, "right", 5), "%s: %s", cases[_i].name, printed);
    free(printed);
    json_decref(root);
}
END_TEST

Suite *marked_mistakes_suite(void) {
    Suite *suite = suite_create("marked_mistakes");
    TCase *tests = tcase_create("marked");
    for (size_t n = 0; n < sizeof PROGRAMS / sizeof *PROGRAMS; n++) read_program((int)n);
    tcase_add_unchecked_fixture(tests, run_all_cases, NULL);
    for (int n = 0; n < case_count; n++) {
        bool fine = !strncmp(cases[n].name, "fine_", 5);
        if (fine) tcase_add_loop_test(tests, nothing_is_found_in_right_programs, n, n + 1);
        else tcase_add_loop_test(tests, mistakes_are_found_at_their_lines, n, n + 1);
    }
    suite_add_tcase(suite, tests);
    return suite;
}
