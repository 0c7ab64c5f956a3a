// test_video.c - video instructions give what ptxas makes of them, bit for bit as on an H200.
#include "behaviour.h"
#include <check.h>

static Job job;

static void run_program(void) {
    static char emulate[JOB_PATH], program[JOB_PATH];
    job = (Job){.arguments = {build_path(emulate, "emulate"), "--quiet", build_path(program, "programs/video"), "all"}};
    build_path(job.output, "video.all.txt");
    jobs_run(&job, 1);
}

START_TEST(results_are_those_of_hardware) {
    behaviour_check(&job, "grader/device/emulator/extensions/video/tests/video", "all");
}
END_TEST

Suite *video_suite(void) {
    Suite *suite = suite_create("video");
    TCase *tests = tcase_create("video");
    tcase_add_unchecked_fixture(tests, run_program, NULL);
    tcase_add_test(tests, results_are_those_of_hardware);
    suite_add_tcase(suite, tests);
    return suite;
}
