// test_layouts.c - classes as platforms document them (layouts.py), and as other servers, systems and people turn them
// out (variants.py): everybody is found once, with their own program.
#include "exported_class.h"

#include "submissions/files.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ExportedClass class;
static char error[200];

static void setup(void) { exported_class_open(&class); }
static void forget(void) { exported_class_close(&class); }

static const char *const layouts[] = {
    "canvas",      "moodle",   "moodle_flat", "typed",     "gradescope",         "github",     "classroom50",
    "brightspace", "forms",    "drive",       "codegrade", "classroom50_copied", "blackboard", "sakai",
    "folder",      "submitty", "teams",       "ilias",     "prairielearn"};

static const char *const variants[] = {
    "canvas_macos",     "canvas_windows",      "canvas_again",       "moodle_german",       "moodle_blind",
    "moodle_teams",     "moodle_old",          "moodle_flat_german", "moodle_flat_windows", "moodle_flat_words",
    "typed_pre",        "typed_word",          "typed_canvas",       "gradescope_text",     "gradescope_pairs",
    "gradescope_macos", "github_download",     "github_names",       "github_roster",       "blackboard_german",
    "blackboard_names", "blackboard_attempts", "sakai_spanish",      "sakai_names",         "sakai_flat",
    "folder_windows",   "folder_inside",       "folder_macos"};

typedef struct {
    unsigned found, lost, twice, wrong;
} Tally;

static void make_class(const char *script, const char *layout) {
    char command[3 * PATH_BYTES];
    Paths paths;
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    snprintf(command, sizeof command, "python3 -B '%s/grader/tests/batch/exports/%s' %s '%s'", paths.root, script,
             layout, class.folder);
    folder_remove(class.export);
    FILE *said = popen(command, "r");
    ck_assert(said && fgets(class.export, sizeof class.export, said) && pclose(said) == 0);
    class.export[strcspn(class.export, "\n")] = 0;
}

// What has to become of a submission, by a line of truth.csv.
static bool is_as_told(const Submission *submission, const char *truth, const char *mark) {
    const Exercise *const one[] = {exercise_named("matmul_coalesced")};
    SubmittedFiles files;
    Published published;
    Paths paths;
    Match match;
    ck_assert(paths_find(&paths, error) && published_read(&paths, &published, error));
    ck_assert_msg(submission_read(&class.list, submission, &files, error), "%s", error);
    submission_match(&files, one, 1, NULL, &published, &match);
    bool graded = match.kind <= MATCH_MISNAMED, told = false;
    if (!strcmp(truth, "own")) told = graded && strstr(files.files[match.file].data, mark) != NULL;
    else if (!strcmp(truth, "found")) told = graded;
    else if (!strcmp(truth, "refused")) told = match.kind == MATCH_REFUSED;
    else told = match.kind == MATCH_UNCLEAR;
    submitted_free(&files);
    published_free(&published);
    return told;
}

static void tally(Csv *truth, unsigned line, Tally *sum) {
    const char *key = csv_cell(truth, line, 0), *what = csv_cell(truth, line, 1);
    const Submission *submission = NULL;
    unsigned count = 0;
    for (unsigned s = 0; s < class.list.count; s++)
        for (unsigned p = 0; p < class.list.items[s].person_count; p++) {
            const Person *person = &class.list.items[s].people[p];
            if (strcmp(person->id, key) && strcmp(person->login, key)) continue;
            submission = &class.list.items[s];
            count++;
        }
    sum->twice += count > 1;
    if (!strcmp(what, "absent")) sum->wrong += count > 0;
    else if (!count) sum->lost++, fprintf(stderr, "lost: %s (%s)\n", key, csv_cell(truth, line, 3));
    else if (is_as_told(submission, what, csv_cell(truth, line, 2))) sum->found++;
    else sum->wrong++, fprintf(stderr, "wrong: %s (%s)\n", key, csv_cell(truth, line, 3));
}

static void check_class(const char *script, const char *layout) {
    Tally sum = {0};
    Csv truth;
    char path[PATH_BYTES];
    make_class(script, layout);
    ck_assert_int_eq(exported_class_read(&class, true), 0);
    snprintf(path, sizeof path, "%s/truth.csv", class.folder);
    ck_assert_msg(csv_read(path, &truth, error), "%s", error);
    for (unsigned line = 1; line < truth.count; line++) tally(&truth, line, &sum);
    printf("%-20s %2u right, %u lost, %u twice, %u wrong\n", layout, sum.found, sum.lost, sum.twice, sum.wrong);
    ck_assert_uint_eq(sum.found, truth.count - 2); // all lines but the heading and the absent student
    ck_assert_uint_eq(sum.lost + sum.twice + sum.wrong, 0);
    csv_free(&truth);
}

START_TEST(awkward_class_is_recognised) { check_class("layouts.py", layouts[_i]); }
END_TEST

START_TEST(variant_is_recognised) { check_class("variants.py", variants[_i]); }
END_TEST

// Sakai and Classroom 50 have their table in the export, which says who is in the class where no roster is given.
START_TEST(table_in_the_export_is_the_roster) {
    static const char *const own[] = {"sakai", "classroom50"};
    make_class("layouts.py", own[_i]);
    const ClassPlaces places = {.submissions = class.export};
    int strangers = -1;
    ck_assert_msg(class_find(&places, &class.list, &class.roster, &strangers, error), "%s", error);
    ck_assert_int_eq(strangers, 0);
    ck_assert_ptr_nonnull(class.roster.own);
    ck_assert_uint_eq(class.roster.count, class.list.count + 1); // one is absent
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *layouts_suite(void) {
    Suite *suite = suite_create("layouts");
    TCase *group = tcase_create("layouts");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, awkward_class_is_recognised, 0, COUNT(layouts));
    tcase_add_loop_test(group, variant_is_recognised, 0, COUNT(variants));
    tcase_add_loop_test(group, table_in_the_export_is_the_roster, 0, 2);
    suite_add_tcase(suite, group);
    return suite;
}
