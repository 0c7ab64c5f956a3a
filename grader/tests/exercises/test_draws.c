// test_draws.c - points do not depend on the draw: some right answers whose counts depend on remainders, graded with
// several draws each. (All of them: make draws.)
#include "jobs.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define ANSWERS "grader/exercises/"

static Job job;

static char *drawn_from(const char *seed, const char *file, const char *draws) {
    static char grade[JOB_PATH];
    job = (Job){.arguments = {build_path(grade, "grade"), "draws", "-n", draws, "--seed", seed, file}};
    build_path(job.output, "draws.txt");
    jobs_run(&job, 1);
    return text_read(job.output);
}

static char *drawn(const char *file, const char *draws) { return drawn_from("5", file, draws); }

// The last block is not whole; one warp copies what is left over.
static const char *const right[] = {ANSWERS "histogram_private/right/a_copy_for_each_lane.cu",
                                    ANSWERS "bytes_in_flight/right/tail_one_by_one.cu"};

START_TEST(right_answers_earn_all_points_with_every_draw) {
    char *said = drawn(right[_i], "4");
    ck_assert_msg(job.status == 0 && strstr(said, "all points in 4 of 4 draws"), "%s", said);
    free(said);
}
END_TEST

// With this seed a hidden case has so many threads and draws that the key prints more than the MiB that a student may.
START_TEST(a_key_may_print_more_than_a_student) {
    char *said = drawn_from("18265145350", "solutions/11_random_numbers/curand_states.cu", "1");
    ck_assert_msg(job.status == 0 && strstr(said, "all points in 1 of 1 draws"), "%s", said);
    free(said);
}
END_TEST

START_TEST(parts_that_lose_points_are_named_for_each_draw) {
    char *said = drawn(ANSWERS "transpose_padded/wrong/slow-no_padding.cu", "2");
    ck_assert_msg(job.status == 1 && strstr(said, "all points in 0 of 2 draws"), "%s", said);
    ck_assert_msg(strstr(said, "--seed 6: ") && strstr(said, "right but slow"), "%s", said);
    free(said);
}
END_TEST

START_TEST(further_answers_are_drawn_too) {
    static char grade[JOB_PATH];
    job = (Job){.arguments = {build_path(grade, "grade"), "draws", "-n", "1", "--exercise", "flatten"}};
    build_path(job.output, "draws.txt");
    jobs_run(&job, 1);
    char *said = text_read(job.output);
    ck_assert_msg(job.status == 0 && strstr(said, "more/by_factors.cu: all points"), "%s", said);
    free(said);
}
END_TEST

START_TEST(file_of_no_exercise_is_refused) {
    char *said = drawn("Makefile", "2");
    ck_assert_int_eq(job.status, 2);
    ck_assert_msg(strstr(said, "say which exercise Makefile answers") != NULL, "%s", said);
    free(said);
}
END_TEST

Suite *draws_suite(void) {
    Suite *suite = suite_create("draws");
    TCase *tests = tcase_create("draws");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, right_answers_earn_all_points_with_every_draw, 0, sizeof right / sizeof *right);
    tcase_add_test(tests, a_key_may_print_more_than_a_student);
    tcase_add_test(tests, parts_that_lose_points_are_named_for_each_draw);
    tcase_add_test(tests, further_answers_are_drawn_too);
    tcase_add_test(tests, file_of_no_exercise_is_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
