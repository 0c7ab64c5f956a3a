// test_show.c - make show: the listing, and the page with a student's accesses beside the solution's.
#include "jobs.h"

#include "system/paths.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKELETON, SOLUTION, QUESTION, OF_THE_HOST, JOBS };
static Job jobs[JOBS];
static char grade[JOB_PATH], page[JOB_PATH], solution_page[JOB_PATH];

static void run_all(void) {
    build_path(grade, "grade");
    build_path(page, "show/matmul_coalesced.html");
    build_path(solution_page, "show/transpose_padded.html");
    jobs[SKELETON] = (Job){.arguments = {"env", "COLUMNS=60", grade, "show", "matmul_coalesced"}};
    jobs[SOLUTION] = (Job){.arguments = {grade, "show", "--solutions", "transpose_padded"}};
    jobs[QUESTION] = (Job){.arguments = {grade, "show"}};
    jobs[OF_THE_HOST] = (Job){.arguments = {grade, "show", "flatten"}};
    for (int i = 0; i < JOBS; i++) {
        char name[64];
        snprintf(name, sizeof name, "test_show.%d.txt", i);
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, JOBS);
}

static void has(const char *text, const char *words) { ck_assert_msg(strstr(text, words) != NULL, "no %s", words); }

START_TEST(a_terminal_shows_lines_and_what_they_cost) {
    char *text = text_read(jobs[SKELETON].output);
    ck_assert_int_eq(jobs[SKELETON].status, 0);
    has(text, "exercises/02_coalescing/matmul_coalesced.cu on ");
    has(text, "right results");
    has(text, "load from A: ");
    has(text, "the solution: ");
    has(text, "show/matmul_coalesced.html"); // of whatever kind of build
    free(text);
}
END_TEST

START_TEST(a_page_has_the_solution_beside_and_no_private_path) {
    char *html = text_read(page);
    has(html, "<h1><code>matmul_coalesced</code>");
    has(html, "exercises/02_coalescing/matmul_coalesced.cu");
    has(html, "What warps wait for");
    has(html, "<b>the solution: ");
    has(html, "<figure class=\"beside\">");
    has(html, "<code>for (int p = 0; p &lt; k; p++) sum +="); // among what costs most
    ck_assert_ptr_null(strstr(html, "/work/"));
    free(html);
}
END_TEST

START_TEST(a_solution_is_shown_alone) {
    char *text = text_read(jobs[SOLUTION].output), *html = text_read(solution_page);
    ck_assert_int_eq(jobs[SOLUTION].status, 0);
    has(text, "solutions/06_bank_conflicts/transpose_padded.cu on ");
    ck_assert_ptr_null(strstr(html, "<figure class=\"beside\">"));
    ck_assert_ptr_null(strstr(html, "class=\"conflict\""));
    free(text);
    free(html);
}
END_TEST

START_TEST(a_name_is_needed) {
    char *text = text_read(jobs[QUESTION].output);
    ck_assert_int_eq(jobs[QUESTION].status, 2);
    has(text, "say which one: make show EXERCISE=name");
    free(text);
}
END_TEST

START_TEST(a_function_of_the_host_has_no_accesses_to_show) {
    char *text = text_read(jobs[OF_THE_HOST].output);
    ck_assert_int_eq(jobs[OF_THE_HOST].status, 0);
    has(text, "exercises/03_layout_and_caches/flatten.cu on ");
    has(text, "Nothing ran on the GPU");
    free(text);
}
END_TEST

Suite *show_suite(void) {
    Suite *suite = suite_create("show");
    TCase *tests = tcase_create("show");
    tcase_add_unchecked_fixture(tests, run_all, NULL);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, a_terminal_shows_lines_and_what_they_cost);
    tcase_add_test(tests, a_page_has_the_solution_beside_and_no_private_path);
    tcase_add_test(tests, a_solution_is_shown_alone);
    tcase_add_test(tests, a_name_is_needed);
    tcase_add_test(tests, a_function_of_the_host_has_no_accesses_to_show);
    suite_add_tcase(suite, tests);
    return suite;
}
