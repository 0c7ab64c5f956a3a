// test_overrides.c - overrides.csv: whom a row means, and rows that cannot be used.
#include "class/overrides.h"
#include "class/regrades.h"
#include "returns/returns.h"
#include "scratch.h"
#include "system/files.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[SCRATCH_BYTES], path[PATH_BYTES], error[400];
static Overrides overrides;
static Roster roster;
static Person ann = {.name = "Lee, Ann", .id = "341", .login = "ann", .row = -1};
static Person janes[] = {{.name = "Jane Smith", .id = "342", .row = -1},
                         {.name = "Jane Smith", .id = "343", .row = -1}};
static Submission items[3];
static Submissions list = {.items = items, .count = 3};
static const Exercise *two[2];

static void setup(void) {
    scratch_folder(folder, "overrides");
    snprintf(path, sizeof path, "%s/overrides.csv", folder);
    items[0] = (Submission){.id = "ann-341", .key = "341", .people = &ann, .person_count = 1};
    items[1] = (Submission){.id = "jane-342", .key = "342", .people = &janes[0], .person_count = 1};
    items[2] = (Submission){.id = "jane-343", .key = "343", .people = &janes[1], .person_count = 1};
    two[0] = exercise_named("corner_turning");
    two[1] = exercise_named("transpose_padded");
}

static void forget(void) {
    overrides_free(&overrides);
    folder_remove(folder);
}

static bool read(const char *rows) {
    char text[1000], problem[200];
    snprintf(text, sizeof text, "student,exercise,points,comment\n%s", rows);
    ck_assert(file_write(path, text, strlen(text), problem));
    return overrides_read(folder, &list, &roster, two, 2, &overrides, error);
}

START_TEST(no_file_is_no_override) {
    ck_assert(overrides_read(folder, &list, &roster, two, 2, &overrides, error));
    ck_assert_uint_eq(overrides.count, 0);
}
END_TEST

START_TEST(people_are_found_as_in_the_rules) {
    static const char *const words[] = {"341", "ann", "\"Lee, Ann\"", "Ann Lee", "ann-341"};
    char row[200];
    snprintf(row, sizeof row, "%s,corner_turning,72,\"Lost a barrier, not the idea\"\n\n", words[_i]);
    ck_assert_msg(read(row), "%s", error);
    Marked marked = override_marks_of_all(&overrides, &items[0], two[0], NULL);
    ck_assert(marked.by_hand);
    ck_assert_double_eq(marked.points, 72);
    ck_assert_str_eq(marked.comment, "Lost a barrier, not the idea");
    ck_assert(!override_marks_of_all(&overrides, &items[0], two[1], NULL).by_hand);
    ck_assert(!override_marks_of_all(&overrides, &items[1], two[0], NULL).by_hand);
}
END_TEST

static const struct {
    const char *rows, *says;
} refused[] = {
    {"Jane Smith,corner_turning,72,\n", "Jane Smith (342); Jane Smith (343)"},
    {"Jan Smith,corner_turning,72,\n", "nobody in this class is called Jan Smith; near it: "},
    {"341,corner_turning,72,\nann,corner_turning,80,\n", "line 3: an earlier line gives ann points"},
    {"341,corner_turn,72,\n", "does not grade \"corner_turn\", but corner_turning, transpose_padded"},
    {"341,corner_turning,101,\n", "from 0 to 100, not \"101\""},
    {"341,corner_turning,-1,\n", "from 0 to 100"},
    {"341,corner_turning,7.25,\n", "whole or half number"},
    {"341,corner_turning,,\n", "from 0 to 100, not \"\""},
    {",corner_turning,72,\n", "line 2"},
};

START_TEST(a_row_that_cannot_be_used_is_an_error) {
    ck_assert(!read(refused[_i].rows));
    ck_assert_msg(strstr(error, refused[_i].says) != NULL, "%s", error);
}
END_TEST

START_TEST(a_table_without_the_columns_is_an_error) {
    char problem[200];
    ck_assert(file_write(path, "name,points\nann,3\n", 18, problem));
    ck_assert(!overrides_read(folder, &list, &roster, two, 2, &overrides, error));
    ck_assert_ptr_nonnull(strstr(error, "student,exercise,points,comment"));
}
END_TEST

// In a group a row means the member that it names, and the group's pages do not take it for everybody's.
START_TEST(in_a_group_a_row_means_one_member) {
    items[0] = (Submission){.id = "team", .key = "team", .people = janes, .person_count = 2};
    list.count = 1;
    ck_assert_msg(read("343,corner_turning,90,\n"), "%s", error);
    ck_assert(override_marks(&overrides, &items[0], &janes[1], two[0], NULL).by_hand);
    ck_assert(!override_marks(&overrides, &items[0], &janes[0], two[0], NULL).by_hand);
    ck_assert(!override_marks_of_all(&overrides, &items[0], two[0], NULL).by_hand);
    list.count = 3;
}
END_TEST

static void put(const char *name, const char *rows) {
    char text[1000];
    snprintf(text, sizeof text, "student,exercise,part,line,points,comment\n%s", rows);
    scratch_write(folder, name, text, strlen(text));
}

static bool read_all(void) { return overrides_read(folder, &list, &roster, two, 2, &overrides, error); }

// The grader gave 10 and 60. One marker makes 20.5 of the first part, the other comments on a line.
START_TEST(markers_have_files_of_their_own) {
    VerdictPart parts[] = {{.points = 10, .max_points = 25}, {.points = 60, .max_points = 75}};
    const Verdict verdict = {
        .exercise = two[0], .state = STATE_limit, .points = 70, .max_points = 100, .parts = parts, .part_count = 2};
    put("marks/ann.csv", "341,corner_turning,1,,20.5,nearly\n");
    put("marks/ben.csv", "341,corner_turning,,14,,why twice?\n341,transpose_padded,,,100,\n");
    ck_assert_msg(read_all(), "%s", error);
    Marked marked = override_marks_of_all(&overrides, &items[0], two[0], &verdict);
    ck_assert_double_eq(marked.points, 80.5);
    ck_assert_str_eq(marked.comment, "nearly");
    ck_assert_double_eq(override_marks_of_all(&overrides, &items[0], two[1], NULL).points, 100);
    ck_assert_uint_eq(overrides.items[1].line, 14);
    ck_assert_str_eq(overrides.items[1].marker, "ben");
}
END_TEST

START_TEST(markers_who_disagree_are_told) {
    put("marks/ann.csv", "341,corner_turning,,,40,\n");
    put("marks/ben.csv", "ann,corner_turning,,,50,\n");
    ck_assert(!read_all());
    ck_assert_msg(strstr(error, "has points for corner_turning from ann, too") != NULL, "%s", error);
}
END_TEST

START_TEST(history_says_who_changed_what) {
    put("marks/ann.csv", "341,corner_turning,,,40,\n");
    ck_assert(read_all() && overrides_note_changes(folder, &overrides, error));
    overrides_free(&overrides);
    ck_assert(read_all() && overrides_note_changes(folder, &overrides, error)); // nothing changed
    overrides_free(&overrides);
    put("marks/ann.csv", "341,corner_turning,,,45,\n");
    ck_assert(read_all() && overrides_note_changes(folder, &overrides, error));
    snprintf(path, sizeof path, "%s/marks_history.csv", folder);
    Csv csv;
    Message problem;
    ck_assert(csv_read(path, &csv, problem));
    ck_assert_uint_eq(csv.count, 4);
    static const char *const what[] = {"given", "taken back", "given"}, *const points[] = {"40", "40", "45"};
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_str_eq(csv_cell(&csv, i + 1, csv_column(&csv, "what")), what[i]);
        ck_assert_str_eq(csv_cell(&csv, i + 1, csv_column(&csv, "points")), points[i]);
        ck_assert_str_eq(csv_cell(&csv, i + 1, csv_column(&csv, "marker")), "ann");
    }
    csv_free(&csv);
}
END_TEST

// Platforms add up what tests earn, so one test with the points stands there instead of the parts.
START_TEST(points_by_hand_are_in_every_format) {
    VerdictPart parts[] = {{.label = "right results", .points = 40, .max_points = 100}};
    const Verdict verdict = {.exercise = two[0],
                             .state = STATE_wrong,
                             .points = 72,
                             .max_points = 100,
                             .by_hand = true,
                             .earned = 40,
                             .comment = "not the idea",
                             .parts = parts,
                             .part_count = 1};
    const ReturnFormat *format = &return_formats[_i];
    json_t *root = format->make(&verdict, 1), *tests = json_object_get(root, "tests");
    char *text = json_dumps(root, 0);
    ck_assert_msg(strstr(text, "set by hand: 72 instead of 40, not the idea") != NULL, "%s: %s", format->file, text);
    const json_t *score = json_object_get(root, "score");
    if (score) ck_assert_double_eq(json_number_value(score), 72);
    else ck_assert_uint_eq(json_array_size(tests), 1);
    const json_t *earned = json_object_get(json_array_get(tests, 0), "score");
    if (!score && earned) ck_assert_int_eq(json_integer_value(earned), 72);
    free(text);
    json_decref(root);
}
END_TEST

START_TEST(a_request_waits_until_it_is_answered) {
    static const char rows[] = "student,exercise,request,answer\nann,corner_turning,one character,\n"
                               "343,transpose_padded,it is right,so it is\n";
    static const char other[] = "student,exercise,request,answer\nann,sgemm,x,\n";
    Requests requests;
    Message problem;
    scratch_write(folder, "requests.csv", rows, strlen(rows));
    ck_assert_msg(regrades_read(folder, &list, &roster, two, 2, &requests, problem), "%s", problem);
    ck_assert_uint_eq(requests.count, 2);
    ck_assert(!requests.items[0].answered && people_meant(&requests.items[0].meant, &items[0]));
    ck_assert_str_eq(requests.items[0].words, "You asked: \"one character\"");
    ck_assert(requests.items[1].answered && requests.items[1].exercise == two[1]);
    ck_assert_str_eq(requests.items[1].words, "You asked: \"it is right\". The answer: so it is");
    regrades_free(&requests);
    scratch_write(folder, "requests.csv", other, strlen(other));
    ck_assert(!regrades_read(folder, &list, &roster, two, 2, &requests, problem));
    ck_assert_ptr_nonnull(strstr(problem, "line 2: this batch does not grade \"sgemm\""));
    regrades_free(&requests);
}
END_TEST

Suite *overrides_suite(void) {
    Suite *suite = suite_create("overrides");
    TCase *group = tcase_create("overrides");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, no_file_is_no_override);
    tcase_add_loop_test(group, people_are_found_as_in_the_rules, 0, 5);
    tcase_add_loop_test(group, a_row_that_cannot_be_used_is_an_error, 0, COUNT_OF(refused));
    tcase_add_test(group, a_table_without_the_columns_is_an_error);
    tcase_add_loop_test(group, points_by_hand_are_in_every_format, 0, (int)return_format_count);
    tcase_add_test(group, markers_have_files_of_their_own);
    tcase_add_test(group, markers_who_disagree_are_told);
    tcase_add_test(group, history_says_who_changed_what);
    tcase_add_test(group, in_a_group_a_row_means_one_member);
    tcase_add_test(group, a_request_waits_until_it_is_answered);
    suite_add_tcase(suite, group);
    return suite;
}
