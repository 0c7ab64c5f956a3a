// test_setup.c - which toolkit setup.sh finds, what programs started by hand make of its answer, and when make asks.
#include "jobs.h"
#include "scratch.h"

#include "system/paths.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[SCRATCH_BYTES], compiler[PATH_MAX];
static Paths paths;

static void setup(void) {
    char error[200];
    scratch_folder(folder, "setup");
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    ck_assert_ptr_nonnull(realpath(paths.nvcc, compiler));
}

static void forget(void) { folder_remove(folder); }

// Puts an executable at NAME below the folder.
static void put_script(const char *name, const char *text) {
    char path[PATH_BYTES];
    scratch_write(folder, name, text, strlen(text));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(chmod(path, 0755), 0);
}

// What setup.sh writes when `folder`/bin comes first on the PATH.
static char *toolchain(void) {
    char search[PATH_BYTES], script[PATH_BYTES + 32], build[PATH_BYTES], written[PATH_BYTES + 32];
    snprintf(search, sizeof search, "PATH=%s/bin:/usr/bin:/bin", folder);
    snprintf(script, sizeof script, "%s/grader/setup.sh", paths.root);
    snprintf(build, sizeof build, "%s/build", folder);
    Job job = {.arguments = {"env", search, script, build}};
    snprintf(job.output, sizeof job.output, "%s/printed", folder);
    jobs_run(&job, 1);
    ck_assert_msg(job.status == 0, "%s", text_read(job.output));
    snprintf(written, sizeof written, "%s/toolchain.mk", build);
    return text_read(written);
}

START_TEST(compiler_behind_a_script_is_the_compiler_itself) {
    char script[PATH_MAX + 64], line[PATH_MAX + 64];
    snprintf(script, sizeof script, "#!/bin/sh\nexec %s \"$@\"\n", compiler);
    put_script("bin/nvcc", script);
    snprintf(line, sizeof line, "NVCC := %s\n", compiler);
    char *text = toolchain();
    ck_assert_msg(!strncmp(text, line, strlen(line)), "%s", text);
    free(text);
}
END_TEST

START_TEST(what_only_has_its_name_is_passed_over) {
    char line[] = "NVCC := /";
    if (access("/usr/local/cuda/bin/nvcc", X_OK)) return; // or setup.sh would fetch one
    put_script("bin/nvcc", "#!/bin/sh\necho 'nvcc: an older thing'\n");
    char *text = toolchain();
    ck_assert_msg(!strncmp(text, line, strlen(line)) && !strstr(text, folder), "%s", text);
    free(text);
}
END_TEST

START_TEST(program_started_by_hand_uses_what_make_set_up) {
    char error[200], *given = getenv("WORKBOOK_NVCC");
    Paths found;
    ck_assert_ptr_nonnull(given);
    given = strdup(given);
    unsetenv("WORKBOOK_NVCC");
    ck_assert_msg(paths_find(&found, error), "%s", error);
    ck_assert_str_eq(found.nvcc, given);
    free(given);
}
END_TEST

// Runs the set-up for a goal where there are a few commands, no compiler and no package manager; what it asks for.
static char *asked_for(const char *goal) {
    char command[2 * PATH_BYTES + 400], words[PATH_BYTES + 8];
    snprintf(command, sizeof command,
             "cd '%s' && mkdir -p few && for name in sh dirname uname mkdir readlink sed cat id wc env; do "
             "ln -sf \"$(command -v $name)\" few; done; "
             "PATH=$PWD/few '%s/grader/setup.sh' built %s 2>words",
             folder, paths.root, goal);
    ck_assert_int_ne(system(command), 0);
    snprintf(words, sizeof words, "%s/words", folder);
    return text_read(words);
}

START_TEST(goal_asks_for_what_it_needs_and_no_more) {
    static const struct {
        const char *goal, *needs, *leaves;
    } goals[] = {
        {"grade", " g++", "clang-format"}, {"coverage", "gcovr", "shellcheck"}, {"fuzz", "clang", "gcovr"},
        {"lint", " g++", "gcovr"},         {"format", "clang-format", "g++"},   {"book", "pandoc", "g++"},
    };
    for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        char *words = asked_for(goals[i].goal);
        ck_assert_msg(strstr(words, goals[i].needs) != NULL, "%s: %s", goals[i].goal, words);
        ck_assert_msg(!strstr(words, goals[i].leaves), "%s: %s", goals[i].goal, words);
        free(words);
    }
}
END_TEST

// A set-up that has nothing to do: it writes down the goals, and the toolchain once.
#define SETUP_THAT_NOTES_GOALS                                                                                         \
    "#!/bin/sh\necho \"$2\" >>goals\n[ -e $1/toolchain.mk ] || { mkdir -p $1 && echo >$1/toolchain.mk; }\n"

// The folder has no sources, so make ends after the set-up with a complaint that is of no interest.
START_TEST(every_make_asks_the_set_up_for_its_goals) {
    char command[4 * PATH_BYTES], goals[PATH_BYTES + 8];
    put_script("grader/setup.sh", SETUP_THAT_NOTES_GOALS);
    snprintf(command, sizeof command,
             "cp '%s/Makefile' '%s' && cd '%s' && mkdir -p solutions grader/device && "
             "cp '%s/grader/device/device.mk' grader/device && unset MAKEFLAGS MAKELEVEL && "
             "for goal in grade test coverage; do make --dry-run $goal >/dev/null 2>&1; done; "
             "uniq goals | tr '\\n' ' ' >goals.all",
             paths.root, folder, folder, paths.root);
    ck_assert_int_eq(system(command), 0);
    snprintf(goals, sizeof goals, "%s/goals.all", folder);
    char *text = text_read(goals);
    ck_assert_str_eq(text, "grade test coverage ");
    free(text);
}
END_TEST

Suite *setup_suite(void) {
    Suite *suite = suite_create("setup");
    TCase *tests = tcase_create("toolkit");
    tcase_add_checked_fixture(tests, setup, forget);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, compiler_behind_a_script_is_the_compiler_itself);
    tcase_add_test(tests, what_only_has_its_name_is_passed_over);
    tcase_add_test(tests, program_started_by_hand_uses_what_make_set_up);
    tcase_add_test(tests, goal_asks_for_what_it_needs_and_no_more);
    tcase_add_test(tests, every_make_asks_the_set_up_for_its_goals);
    suite_add_tcase(suite, tests);
    return suite;
}
