// test_exports_graded.c - a class of thirty from each platform (layouts.py), listed and graded by one command each, its
// grades in the table that the platform imports, and its feedback as the platform takes it.
#include "scratch.h"

#include "class/roster.h"
#include "submissions/export.h"
#include "system/paths.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STUDENTS 30

// people: for how many there is feedback in feedback.zip; Canvas has nothing to answer for the two who typed.
static const struct {
    const char *layout, *table, *column;
    unsigned people;
} layouts[] = {
    {"canvas", "canvas.csv", "HW 1 (77)", STUDENTS - 3}, // and for the one who handed in a PDF alone
    {"moodle", "moodle.csv", "Grade", STUDENTS},
    {"moodle_flat", "moodle.csv", "Grade", STUDENTS},
    {"typed", "moodle.csv", "Grade", STUDENTS},
    {"gradescope", "gradescope.csv", "Total Score", 0},
    {"github", "classroom.csv", "points_awarded", 0},
    {"classroom50", "classroom50.csv", "score", 0},
    {"brightspace", "brightspace.csv", "HW 1 Points Grade <Numeric MaxPoints:10 Weight:5 Category:HW>", STUDENTS},
    {"forms", NULL, NULL, 0},
    {"drive", NULL, NULL, 0},
    {"blackboard", "blackboard.csv", "HW 1 [Total Pts: 10 Score] |664617", 0},
    {"sakai", "sakai.csv", "grade", STUDENTS + 1}, // and the table,
    {"folder", NULL, NULL, 0},
};

static char folder[SCRATCH_BYTES], export[PATH_BYTES], error[200];
static Paths paths;

static void setup(void) {
    scratch_folder(folder, "exports_graded");
    ck_assert_msg(paths_find(&paths, error), "%s", error);
}

static void forget(void) { folder_remove(folder); }

static void make_layout(const char *layout) {
    char command[3 * PATH_BYTES];
    snprintf(command, sizeof command, "python3 -B '%s/grader/tests/batch/exports/layouts.py' %s '%s' --broken",
             paths.root, layout, folder);
    FILE *said = popen(command, "r");
    ck_assert(said && fgets(export, sizeof export, said) && pclose(said) == 0);
    export[strcspn(export, "\n")] = 0;
}

// Runs `grade batch` over the export; what it prints is shown and kept in the file `said`.
static int grade(const char *options) {
    char command[6 * PATH_BYTES];
    snprintf(command, sizeof command,
             "'%s/grade' batch '%s' --roster '%s/table.csv' --exercise matmul_coalesced --seed 7 %s >'%s/said' 2>&1; "
             "status=$?; cat '%s/said'; exit $status",
             paths.build, export, folder, options, folder, folder);
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

// A line that was wrapped is one line again.
static void unwrap(char *text) {
    char *out = text;
    for (const char *at = text; *at; at++) {
        bool joint = *at == '\n' && at[1] == ' ';
        if (joint) at += strspn(at, "\n ") - 1;
        *out++ = joint ? ' ' : *at;
    }
    *out = 0;
}

static void check_list(void) {
    char *said = text_of("said");
    unwrap(said);
    ck_assert_msg(strstr(said, "30 submissions of 30 people; "), "%s", said);
    ck_assert_ptr_null(strstr(said, "unreadable"));
    ck_assert_ptr_nonnull(strstr(said, "1 not handed in"));
    free(said);
}

// For how many of those who handed in a table has something in a column, -1: there is no such table. Who is absent
// stands last in it.
static int filled(const char *name, const char *column) {
    char path[PATH_BYTES + 100];
    Roster table;
    int count = 0;
    snprintf(path, sizeof path, "%s/results/%s", folder, name);
    if (!roster_read(path, &table, error)) return -1;
    for (unsigned e = 0; e < table.count && e < STUDENTS; e++)
        count += csv_cell(&table.csv, table.entries[e].line, csv_column(&table.csv, column))[0] != 0;
    roster_free(&table);
    return count;
}

static int feedback_files(void) {
    char path[PATH_BYTES + 100];
    Export zip;
    snprintf(path, sizeof path, "%s/results/feedback.zip", folder);
    if (!export_open(path, &zip, error)) return 0;
    int count = (int)zip.list.count;
    export_close(&zip);
    return count;
}

START_TEST(class_is_listed_graded_and_given_back) {
    char options[PATH_BYTES + 20];
    make_layout(layouts[_i].layout);
    ck_assert_int_eq(grade("--list"), 0);
    check_list();
    snprintf(options, sizeof options, "-o '%s/results'", folder);
    ck_assert_int_eq(grade(options), 0);
    int graded = filled("scores.csv", "points"), back = 0, feedback = feedback_files();
    if (layouts[_i].table) back = filled(layouts[_i].table, layouts[_i].column);
    printf("%-12s %d graded, %d grades back, %d files of feedback\n", layouts[_i].layout, graded, back, feedback);
    ck_assert_int_eq(graded, STUDENTS - 1); // a person has to look at the PDF
    if (layouts[_i].table) ck_assert_int_eq(back, STUDENTS - 1);
    ck_assert_int_eq(feedback, layouts[_i].people);
    if (!strcmp(layouts[_i].layout, "blackboard"))
        ck_assert_int_eq(filled("blackboard.csv", "Feedback to Learner"), STUDENTS - 1);
}
END_TEST

Suite *exports_graded_suite(void) {
    Suite *suite = suite_create("exports_graded");
    TCase *group = tcase_create("exports_graded");
    tcase_set_timeout(group, 900);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, class_is_listed_graded_and_given_back, 0, sizeof layouts / sizeof *layouts);
    suite_add_tcase(suite, group);
    return suite;
}
