// test_overrides.c - overrides.csv: whom a row means, and rows that cannot be used.
#include "class/overrides.h"
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
    return overrides_read(path, &list, &roster, two, 2, &overrides, error);
}

START_TEST(no_file_is_no_override) {
    ck_assert(overrides_read(path, &list, &roster, two, 2, &overrides, error));
    ck_assert_uint_eq(overrides.count, 0);
}
END_TEST

START_TEST(people_are_found_as_in_the_rules) {
    static const char *const words[] = {"341", "ann", "\"Lee, Ann\"", "Ann Lee", "ann-341"};
    char row[200];
    snprintf(row, sizeof row, "%s,corner_turning,72,\"Lost a barrier, not the idea\"\n\n", words[_i]);
    ck_assert_msg(read(row), "%s", error);
    const Override *override = override_of_all(&overrides, &items[0], two[0]);
    ck_assert_ptr_nonnull(override);
    ck_assert_int_eq(override->points, 72);
    ck_assert_str_eq(override->comment, "Lost a barrier, not the idea");
    ck_assert_ptr_null(override_of_all(&overrides, &items[0], two[1]));
    ck_assert_ptr_null(override_of_all(&overrides, &items[1], two[0]));
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
    {"341,corner_turning,7.5,\n", "whole number"},
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
    ck_assert(!overrides_read(path, &list, &roster, two, 2, &overrides, error));
    ck_assert_ptr_nonnull(strstr(error, "student,exercise,points,comment"));
}
END_TEST

// In a group a row means the member that it names, and the group's pages do not take it for everybody's.
START_TEST(in_a_group_a_row_means_one_member) {
    items[0] = (Submission){.id = "team", .key = "team", .people = janes, .person_count = 2};
    list.count = 1;
    ck_assert_msg(read("343,corner_turning,90,\n"), "%s", error);
    ck_assert_ptr_nonnull(override_find(&overrides, &items[0], &janes[1], two[0]));
    ck_assert_ptr_null(override_find(&overrides, &items[0], &janes[0], two[0]));
    ck_assert_ptr_null(override_of_all(&overrides, &items[0], two[0]));
    list.count = 3;
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

Suite *overrides_suite(void) {
    Suite *suite = suite_create("overrides");
    TCase *group = tcase_create("overrides");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, no_file_is_no_override);
    tcase_add_loop_test(group, people_are_found_as_in_the_rules, 0, 5);
    tcase_add_loop_test(group, a_row_that_cannot_be_used_is_an_error, 0, COUNT_OF(refused));
    tcase_add_test(group, a_table_without_the_columns_is_an_error);
    tcase_add_loop_test(group, points_by_hand_are_in_every_format, 0, (int)return_format_count);
    tcase_add_test(group, in_a_group_a_row_means_one_member);
    suite_add_tcase(suite, group);
    return suite;
}
