// test_slurm.c - a batch over Slurm ends as one here. Only where it is named: make test SUITE=slurm.
//
// First with programs in Slurm's place that do what Slurm may do to a batch, then (tests/slurm.sh) with a cluster.
#include "classroom.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static Classroom room;

static void setup(void) {
    char path[PATH_BYTES + 200];
    classroom_open(&room);
    snprintf(path, sizeof path, "%s:%s", room.folder, getenv("PATH"));
    setenv("PATH", path, 1);
    for (int i = 0; i < 9; i++) {
        char name[64], text[64];
        snprintf(name, sizeof name, "student-%d/" CLASSROOM_EXERCISE ".cu", i);
        snprintf(text, sizeof text, "#error \"student %d\"\n", i);
        classroom_put(&room, name, text, strlen(text));
    }
}

static void forget(void) { classroom_close(&room); }

static void put_program(const char *name, const char *text) {
    char path[PATH_BYTES], error[200];
    snprintf(path, sizeof path, "%s/%s", room.folder, name);
    ck_assert_msg(file_write(path, text, strlen(text), error), "%s", error);
    ck_assert_int_eq(chmod(path, 0755), 0);
}

// The script is the last argument, "--array=0-N" one of the others.
#define TASKS "for last in \"$@\"; do case $last in --array=0-*) n=${last#--array=0-};; esac; done\n"
#define QUEUE_EMPTY "#!/bin/sh\nexit 0\n"

static void compare_with_here(void) {
    char command[3 * PATH_BYTES];
    room.slurm = false;
    classroom_grade(&room, "here", 300, 0);
    snprintf(command, sizeof command,
             "diff -r -x '*.ran' -x class.html -x lock -x slurm '%s/results/here' '%s/results/there'", room.folder,
             room.folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(tasks_grade_shares_and_results_are_as_here) {
    if (!room.sandbox) return;
    put_program("sbatch", "#!/bin/sh\n" TASKS
                          "for i in $(seq 0 $n); do SLURM_ARRAY_TASK_ID=$i sh \"$last\" || exit 1; done\necho 1\n");
    put_program("squeue", QUEUE_EMPTY);
    room.slurm = true;
    classroom_grade(&room, "there", 300, 0);
    compare_with_here();
}
END_TEST

// Every other task is never run, and one of those that are runs twice at once.
START_TEST(what_slurm_forgets_is_given_to_the_next_round) {
    if (!room.sandbox) return;
    put_program("sbatch", "#!/bin/sh\n" TASKS "for i in $(seq 0 2 $n); do\n"
                          "SLURM_ARRAY_TASK_ID=$i sh \"$last\" & SLURM_ARRAY_TASK_ID=$i sh \"$last\"; wait; done\n"
                          "echo 1\n");
    put_program("squeue", QUEUE_EMPTY);
    room.slurm = true;
    classroom_grade(&room, "there", 300, 0);
    compare_with_here();
}
END_TEST

START_TEST(rounds_without_results_end_and_say_why) {
    if (!room.sandbox) return;
    put_program("sbatch", "#!/bin/sh\necho 1\n");
    put_program("squeue", QUEUE_EMPTY);
    room.slurm = true;
    classroom_grade(&room, "there", 300, 2);
    char *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, "rounds of Slurm tasks end without results"));
    free(text);
}
END_TEST

START_TEST(tasks_that_slurm_does_not_take_are_said) {
    if (!room.sandbox) return;
    put_program("sbatch", "#!/bin/sh\necho 'error: invalid partition <x>' >&2\nexit 1\n");
    put_program("squeue", QUEUE_EMPTY);
    room.slurm = true;
    classroom_grade(&room, "there", 300, 2);
    char *text = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(text, "Slurm does not take the tasks: error: invalid partition"));
    free(text);
}
END_TEST

START_TEST(cluster_whose_parts_die_grades_as_one_machine) {
    if (!room.sandbox) return;
    char command[PATH_BYTES + 100];
    snprintf(command, sizeof command, "'%s/grader/tests/slurm.sh' 10 4", room.paths.root);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

Suite *slurm_suite(void) {
    Suite *suite = suite_create("slurm");
    TCase *group = tcase_create("slurm");
    tcase_set_timeout(group, 1800);
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, tasks_grade_shares_and_results_are_as_here);
    tcase_add_test(group, what_slurm_forgets_is_given_to_the_next_round);
    tcase_add_test(group, rounds_without_results_end_and_say_why);
    tcase_add_test(group, tasks_that_slurm_does_not_take_are_said);
    suite_add_tcase(suite, group);
    TCase *cluster = tcase_create("cluster");
    tcase_set_timeout(cluster, 1800);
    tcase_add_checked_fixture(cluster, setup, forget);
    tcase_add_test(cluster, cluster_whose_parts_die_grades_as_one_machine);
    suite_add_tcase(suite, cluster);
    return suite;
}
