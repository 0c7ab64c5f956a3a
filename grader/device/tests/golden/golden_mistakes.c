// golden_mistakes.c - what an H200 and compute-sanitizer said of golden/*_mistakes.cu is found without a GPU too.
//
// The table beside each program has a row for each finding: case, tool, what it said, lines of the source. The row
// without a tool is what the program printed on the GPU. Whatever the tools found must be found here, at the same
// lines; where they found nothing more may be found, but nothing in a program that is fine.
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 100, MOST_FINDINGS = 300, COLUMNS = 4 };

// How the tools' sentences begin, and the kinds of faults here that say the same.
static const struct {
    const char *said, *kinds;
} MEANINGS[] = {
    {"Invalid __", "out_of_bounds use_after_free null_pointer host_pointer misaligned"},
    {"Malloc/Free Error", "double_free"},
    {"Leaked", "leak"},
    {"Uninitialized __global__", "uninitialised_global"},
    {"Host API memory access error", "uninitialised_copy"},
    {"Error: Potential", "race_shared"},
    {"Error: Race", "race_shared"},
    {"Warning: (Warp Level Programming) Potential", "race_shared"},
    {"Barrier error detected. Divergent", "divergent_barrier"},
    {"Barrier error detected. Invalid arguments", "missing_lanes"},
    {"Warning: Race", "race_shared"},
    {"Trace/breakpoint trap", "trap"},
    {"Illegal instruction", "missing_lanes"},
    {"Stack overflow", "stack_overflow"},
};

// A GPU goes on after these, for something of the program is there; here they end it, as they do under the tools.
static const char *const UNNOTICED[] = {
    "wrong_pitch",        "guard_with_equal",         "vector_over_the_end",        "points_without_guard",
    "string_without_end", "past_a_device_variable",   "before_shared_memory",       "past_a_local_array",
    "used_after_free",    "past_the_end_in_the_heap", "used_after_free_in_the_heap"};

static const char *const PROGRAMS[] = {"memory_mistakes", "order_mistakes"};

typedef struct {
    const char *program, *name, *printed;
    char report[JOB_PATH];
} Case;

typedef struct {
    int of; // index of its case
    const char *said, *lines;
} Finding;

static Case cases[MOST_CASES];
static Finding findings[MOST_FINDINGS];
static int case_count, finding_count;
static Job runs[MOST_CASES];

static void read_row(const char *program, char *row) {
    char *columns[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        columns[i] = strsep(&row, "\t");
        need(columns[i] != NULL, "a table of mistakes has four columns");
    }
    if (!*columns[1]) {
        need(case_count < MOST_CASES, "few enough mistakes");
        cases[case_count++] = (Case){.program = program, .name = columns[0], .printed = columns[2]};
        return;
    }
    need(finding_count < MOST_FINDINGS, "few enough findings");
    need(case_count && !strcmp(cases[case_count - 1].name, columns[0]), "what was printed before what was found");
    findings[finding_count++] = (Finding){case_count - 1, columns[2], columns[3]};
}

// The text stays: cases and findings point into it.
static void read_table(const char *program) {
    char path[JOB_PATH];
    snprintf(path, sizeof path, "grader/device/tests/golden/%s.tsv", program);
    char *rest = text_read(path);
    strsep(&rest, "\n"); // the heading
    for (char *row; (row = strsep(&rest, "\n")) != NULL && *row;) read_row(program, row);
}

static void run_all_cases(void) {
    static char emulate[JOB_PATH], programs[MOST_CASES][JOB_PATH];
    build_path(emulate, "emulate");
    for (int i = 0; i < case_count; i++) {
        char name[100];
        snprintf(name, sizeof name, "programs/%s", cases[i].program);
        build_path(programs[i], name);
        snprintf(name, sizeof name, "mistake_%s.json", cases[i].name);
        build_path(cases[i].report, name);
        runs[i] = (Job){.arguments = {emulate, "--quiet", "--json", cases[i].report, programs[i], cases[i].name}};
        snprintf(name, sizeof name, "mistake_%s.txt", cases[i].name);
        build_path(runs[i].output, name);
    }
    jobs_run(runs, (size_t)case_count);
}

static json_t *report_of(int i) { return job_report(&runs[i], cases[i].report); }

// One of the words of a list.
static bool among(const char *word, const char *list) {
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    return false;
}

static bool line_among(json_t *place, const char *lines) {
    char line[24];
    snprintf(line, sizeof line, "%d", (int)json_integer_value(json_object_get(place, "line")));
    return among(line, lines);
}

// At a line that the tool named; of a race at both.
static bool at_lines(json_t *fault, const char *lines) {
    json_t *other = json_object_get(fault, "other");
    if (!*lines) return true;
    if (!json_is_object(other)) return line_among(fault, lines);
    bool both = strchr(lines, ' ') != NULL;
    return both ? line_among(fault, lines) && line_among(other, lines)
                : line_among(fault, lines) || line_among(other, lines);
}

START_TEST(what_a_tool_found_is_found) {
    const Finding *finding = &findings[_i];
    const char *kinds = NULL;
    for (size_t n = 0; n < sizeof MEANINGS / sizeof *MEANINGS; n++)
        if (!strncmp(finding->said, MEANINGS[n].said, strlen(MEANINGS[n].said))) kinds = MEANINGS[n].kinds;
    ck_assert_msg(kinds != NULL, "nobody knows what \"%s\" means", finding->said);
    json_t *root = report_of(finding->of), *fault;
    bool found = false;
    size_t index;
    json_array_foreach(json_object_get(root, "faults"), index,
                       fault) if (among(json_string_value(json_object_get(fault, "kind")), kinds) &&
                                  at_lines(fault, finding->lines)) found = true;
    ck_assert_msg(found, "%s: nothing like \"%s\" at %s", cases[finding->of].name, finding->said, finding->lines);
    json_decref(root);
}
END_TEST

// What a program prints, its lines joined.
static void join_lines(const char *text, char *joined, size_t size) {
    size_t used = 0;
    for (; *text && used + 4 < size; text++)
        if (*text != '\n') joined[used++] = *text;
        else if (text[1]) used += (size_t)snprintf(joined + used, size - used, " | ");
    joined[used] = '\0';
}

static bool is_unnoticed(const char *name) {
    for (size_t n = 0; n < sizeof UNNOTICED / sizeof *UNNOTICED; n++)
        if (!strcmp(UNNOTICED[n], name)) return true;
    return false;
}

START_TEST(calls_fail_as_on_the_gpu) {
    char joined[2000], *printed = text_read(runs[_i].output);
    join_lines(printed, joined, sizeof joined);
    if (is_unnoticed(cases[_i].name)) {
        ck_assert_str_eq(cases[_i].printed, "end cudaSuccess");
        ck_assert_msg(strstr(joined, "end cudaErrorIllegalAddress") != NULL, "%s: %s", cases[_i].name, joined);
    } else {
        ck_assert_msg(!strcmp(joined, cases[_i].printed), "%s: printed %s, on the GPU %s", cases[_i].name, joined,
                      cases[_i].printed);
    }
    free(printed);
}
END_TEST

START_TEST(only_mistakes_are_reported) {
    json_t *root = report_of(_i);
    size_t faults = json_array_size(json_object_get(root, "faults"));
    bool fine = !strncmp(cases[_i].name, "fine_", 5), failed = strstr(cases[_i].printed, "cudaError") != NULL;
    ck_assert_msg(fine ? faults == 0 : faults != 0 || failed, "%s: %zu faults", cases[_i].name, faults);
    json_decref(root);
}
END_TEST

Suite *golden_mistakes_suite(void) {
    Suite *suite = suite_create("golden_mistakes");
    TCase *mistakes = tcase_create("mistakes");
    for (size_t n = 0; n < sizeof PROGRAMS / sizeof *PROGRAMS; n++) read_table(PROGRAMS[n]);
    tcase_add_unchecked_fixture(mistakes, run_all_cases, NULL);
    tcase_add_loop_test(mistakes, what_a_tool_found_is_found, 0, finding_count);
    tcase_add_loop_test(mistakes, calls_fail_as_on_the_gpu, 0, case_count);
    tcase_add_loop_test(mistakes, only_mistakes_are_reported, 0, case_count);
    suite_add_tcase(suite, mistakes);
    return suite;
}
