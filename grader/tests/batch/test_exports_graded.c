// test_exports_graded.c - a class of thirty from each platform, listed and graded by one command each, and its grades
// in the table that the platform imports.
#include "exports.h"
#include "scratch.h"

#include "class/roster.h"
#include "system/paths.h"
#include "system/text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STUDENTS 30
#define SOURCE                                                                                                         \
    "void matmul(const float *A, const float *B, float *C, int m, int n, int k) {}\n"                                  \
    "#error \"student\"\n"

static char folder[SCRATCH_BYTES], error[200];
static Paths paths;

static void setup(void) {
    scratch_folder(folder, "exports_graded");
    ck_assert_msg(paths_find(&paths, error), "%s", error);
}

static void forget(void) { folder_remove(folder); }

// Runs `grade batch` over the export; what it prints is shown and kept in the file `said`.
static int grade(const char *export, const char *options) {
    char command[6 * PATH_BYTES];
    snprintf(
        command, sizeof command,
        "'%s/grade' batch '%s/%s' --roster '%s/table.csv' --exercise matmul_coalesced --seed 7 %s >'%s/said' 2>&1; "
        "status=$?; cat '%s/said'; exit $status",
        paths.build, folder, export, folder, options, folder, folder);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static char *text_of(const char *name) {
    char path[PATH_BYTES + 100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = file_read(path, 1 << 22, NULL, error);
    ck_assert_msg(text != NULL, "%s", error);
    return text;
}

static void check_list(void) {
    char *said = text_of("said");
    ck_assert_msg(strstr(said, "30 submissions of 30 people; "), "%s", said);
    ck_assert_ptr_nonnull(strstr(said, "0 unreadable"));
    ck_assert_ptr_nonnull(strstr(said, "1 not handed in"));
    free(said);
}

// Everybody once, and the one who handed in nothing.
static void check_scores(void) {
    char path[PATH_BYTES + 100];
    Csv csv;
    snprintf(path, sizeof path, "%s/results/scores.csv", folder);
    ck_assert_msg(csv_read(path, &csv, error), "%s", error);
    ck_assert_uint_eq(csv.count, 1 + STUDENTS + 1);
    unsigned graded = 0;
    for (unsigned i = 1; i < csv.count; i++) {
        graded += csv_cell(&csv, i, csv_column(&csv, "points"))[0] != 0;
        for (unsigned j = 1; j < i; j++) ck_assert_str_ne(csv_cell(&csv, i, 1), csv_cell(&csv, j, 1));
    }
    ck_assert_uint_eq(graded, STUDENTS);
    csv_free(&csv);
}

static void check_filled(MadeKind kind) {
    static const char *const files[MADE_KINDS] = {"canvas.csv", "moodle.csv", "gradescope.csv", "classroom.csv", NULL};
    static const char *const columns[MADE_KINDS] = {"HW 1 (77)", "Grade", "Total Score", "points_awarded", NULL};
    char path[PATH_BYTES + 100];
    Csv csv;
    if (!files[kind]) return;
    snprintf(path, sizeof path, "%s/results/%s", folder, files[kind]);
    ck_assert_msg(csv_read(path, &csv, error), "%s", error);
    unsigned filled = 0, extra = kind == MADE_CANVAS; // the line of points
    for (unsigned i = 1; i < csv.count; i++) filled += csv_cell(&csv, i, csv_column(&csv, columns[kind]))[0] != 0;
    ck_assert_uint_eq(filled, STUDENTS + extra);
    ck_assert_uint_eq(csv.count, 1 + STUDENTS + 1);
    csv_free(&csv);
}

// On Canvas those who typed, and those whose archive nobody may write, have no file to answer: two each.
static void check_feedback(MadeKind kind) {
    static const unsigned people[MADE_KINDS] = {[MADE_CANVAS] = STUDENTS - 4, [MADE_MOODLE] = STUDENTS};
    char path[PATH_BYTES + 100], words[40], *said = text_of("said");
    Export export;
    snprintf(path, sizeof path, "%s/results/feedback.zip", folder);
    ck_assert_int_eq(file_exists(path), people[kind] > 0);
    snprintf(words, sizeof words, "feedback.zip, for %u people", people[kind]);
    ck_assert_msg(!people[kind] || strstr(said, words), "%s", said);
    if (people[kind]) {
        ck_assert_msg(export_open(path, &export, error), "%s", error);
        ck_assert_uint_eq(export.list.count, people[kind]);
        export_close(&export);
    }
    free(said);
}

START_TEST(class_is_listed_graded_and_given_back) {
    char export[PATH_BYTES], table[PATH_BYTES], options[PATH_BYTES + 20];
    snprintf(export, sizeof export, "%s/export", folder);
    snprintf(table, sizeof table, "%s/table.csv", folder);
    ck_assert(folder_make(export));
    export_make((MadeKind)_i, export, STUDENTS, false, SOURCE, table);
    ck_assert_int_eq(grade("export", "--list"), 0);
    check_list();
    snprintf(options, sizeof options, "-o '%s/results'", folder);
    ck_assert_int_eq(grade("export", options), 0);
    check_scores();
    check_filled((MadeKind)_i);
    check_feedback((MadeKind)_i);
}
END_TEST

Suite *exports_graded_suite(void) {
    Suite *suite = suite_create("exports_graded");
    TCase *group = tcase_create("exports_graded");
    tcase_set_timeout(group, 600);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, class_is_listed_graded_and_given_back, 0, MADE_KINDS);
    suite_add_tcase(suite, group);
    return suite;
}
