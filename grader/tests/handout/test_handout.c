// test_handout.c - a student's edition grades, and holds nothing that an instructor keeps.
#define _GNU_SOURCE // asprintf
#include "../../device/system/text.h"
#include "../../system/paths.h"
#include "scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Paths paths;
static char folder[SCRATCH_BYTES];

static void setup(void) {
    Message error;
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    scratch_folder(folder, "handout");
}

// What a shell command prints, its errors too. %1$s is the workbook, %2$s the scratch folder.
static char *printed(const char *format, int *status) {
    char *command, *text = NULL;
    size_t length = 0, got;
    char piece[4096];
    ck_assert_int_gt(asprintf(&command, format, paths.root, folder), 0);
    FILE *from = popen(command, "r"), *to = open_memstream(&text, &length);
    ck_assert(from && to);
    while ((got = fread(piece, 1, sizeof piece, from)) > 0) fwrite(piece, 1, got, to);
    fclose(to);
    *status = pclose(from);
    free(command);
    return text;
}

static void says(const char *format, const char *words) {
    int status;
    char *text = printed(format, &status);
    size_t length = strlen(text); // its end is where an error stands
    ck_assert_msg(strstr(text, words) != NULL, "%s\nsays: %s", format, text + (length > 1000 ? length - 1000 : 0));
    free(text);
}

START_TEST(no_text_of_a_solution_is_handed_out) {
    int status;
    char *text = printed("cd %1$s && names=$(build/grade list | awk '{print $2}') && "
                         "python3 -B grader/handout/handout.py %2$s/all $names >%2$s/said && "
                         "python3 -B grader/tests/handout/leaks.py . %2$s/all $names 2>&1",
                         &status);
    ck_assert_int_eq(status, 0);
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(known_answers_and_tests_are_left_out) {
    int status;
    char *text = printed("cd %1$s && python3 -B grader/handout/handout.py %2$s/one corner_turning >%2$s/said && "
                         "cd %2$s/one && find . -name 'test_*' -o -name answers.txt -o -name 'answers*.csv' -o -name "
                         "sequences.txt -o -path './solutions*' && ls exercises/*/*.cu",
                         &status);
    ck_assert_int_eq(status, 0);
    ck_assert_str_eq(text, "exercises/05_corner_turning/corner_turning.cu\n");
    free(text);
    text = printed(
        "cd %2$s/one && grep -n 'BATCH.md\\|CONTRIBUTING\\|solutions/\\|grade batch' README.md exercises/README.md",
        &status);
    ck_assert_str_eq(text, ""); // what students read first names nothing that they lack
    free(text);
}
END_TEST

// A class's grades may lie in the folder: what git does not know stays here, and is named.
START_TEST(unknown_files_are_left_out_and_named) {
    says("cd %1$s && git init -q %2$s/own && cp -r grader chapters common exercises Makefile .gitignore %2$s/own && "
         "cd %2$s/own && git add . && touch common/class_grades.csv && python3 -B grader/handout/handout.py "
         "%2$s/two corner_turning 2>&1 && ls %2$s/two/common",
         "not in the repository: common/class_grades.csv (git add");
    says("ls %2$s/two/common && [ ! -e %2$s/two/common/class_grades.csv ] && echo absent", "absent");
}
END_TEST

// With the solution as the student's file, as the student of that name.
START_TEST(handout_grades_and_says_what_it_lacks) {
    says("cd %1$s && python3 -B grader/handout/handout.py %2$s/one corner_turning && cp "
         "solutions/05_corner_turning/corner_turning.cu %2$s/one/exercises/05_corner_turning/ && mkdir %2$s/one/build "
         "&& "
         "{ [ ! -d build/cuda ] || ln -s $(readlink -f build/cuda) %2$s/one/build/cuda; }",
         "1 exercises, without solutions");
    says("cd %2$s/one && env -u MAKEFLAGS -u MAKELEVEL make grade 2>&1", "100/100");
    says("cd %2$s/one && env -u MAKEFLAGS -u MAKELEVEL make ladder EXERCISE=corner_turning 2>&1",
         "this is a student's edition of the workbook, which has no solutions");
    says("cd %2$s/one && env -u MAKEFLAGS -u MAKELEVEL make test 2>&1",
         "skeletons graded: 1, without the verdict that they must get: 0");
    says("cd %2$s/one && echo broken >>grader/exercises/corner_turning/skeleton.cu && "
         "env -u MAKEFLAGS -u MAKELEVEL make test 2>&1",
         "skeletons graded: 1, without the verdict that they must get: 1");
    says("cd %2$s/one && GRADE_SECRET=x build/grade examine exercises -o examined 2>&1", "no program is examined here");
    says("cd %2$s/one && GRADE_SECRET=x build/grade answers corner_turning 2>&1", "answers are not printed here");
}
END_TEST

Suite *handout_suite(void) {
    Suite *suite = suite_create("handout");
    TCase *group = tcase_create("handout");
    tcase_set_timeout(group, 900);
    tcase_add_checked_fixture(group, setup, NULL);
    tcase_add_test(group, no_text_of_a_solution_is_handed_out);
    tcase_add_test(group, known_answers_and_tests_are_left_out);
    tcase_add_test(group, unknown_files_are_left_out_and_named);
    tcase_add_test(group, handout_grades_and_says_what_it_lacks);
    suite_add_tcase(suite, group);
    return suite;
}
