// test_watch.c - make watch on a terminal of 60 columns and behind a pipe, in a workbook of its own.
#define _GNU_SOURCE
#include "jobs.h"
#include "scratch.h"
#include "screen.h"

#include "system/files.h"
#include "watch/changes.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SOURCE "exercises/06_bank_conflicts/transpose_padded.cu"
#define KNOWN "build/watch_known/transpose_padded/wrong/"
#define WITHOUT_PADDING KNOWN "slow-no_padding.cu"
#define MISSING_BARRIER KNOWN "fault-missing_barrier.cu"
#define SYNTAX_ERROR KNOWN "build-syntax_error.cu"
#define SOLUTION "solutions/06_bank_conflicts/transpose_padded.cu"

enum { COLUMNS = 60, ROWS = 24 };

// The folder of a workbook whose exercises and results are its own, and all else the real one's.
static char root[SCRATCH_BYTES], grade[200];
static Screen screen;

static void setup(void) {
    char build[JOB_PATH], command[4 * JOB_PATH];
    build_path(build, "");
    scratch_folder(root, "watch");
    snprintf(command, sizeof command,
             "mkdir %s/build && cp -r exercises %s && ln -s \"$PWD/common\" \"$PWD/chapters\" \"$PWD/grader\" "
             "\"$PWD/solutions\" %s && cd '%s' && cp grade %s/build && ln -s \"$PWD/emulate\" \"$PWD/interfaces\" "
             "\"$PWD/lib\" \"$PWD/compile\" \"$PWD/compiler\" \"$PWD/playground\" %s/build",
             root, root, root, build, root, root);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "%s/grade known build/watch_known transpose_padded", build);
    ck_assert_int_eq(system(command), 0);
    snprintf(grade, sizeof grade, "%s/build/grade", root);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("V");
}

static void teardown(void) {
    screen_free(&screen);
    folder_remove(root);
}

// As editors save: in place, or by moving a new file there.
static void save(const char *file, bool by_renaming) {
    char path[300], fresh[320], error[200];
    size_t length;
    char *text = file_read(file, 1 << 20, &length, error);
    ck_assert_msg(text != NULL, "%s", error);
    snprintf(path, sizeof path, "%s/" SOURCE, root);
    snprintf(fresh, sizeof fresh, "%s~", path);
    FILE *out = fopen(by_renaming ? fresh : path, "w");
    ck_assert_uint_eq(fwrite(text, 1, length, out), length);
    fclose(out);
    if (by_renaming) ck_assert_int_eq(rename(fresh, path), 0);
    free(text);
}

// What is on the screen now fits there: no line is longer, and there are no more lines.
static void expect_it_fits(void) {
    const char *from = screen.text;
    for (const char *clear; (clear = strstr(from, "\033[2J"));) from = clear + 4;
    unsigned rows = 1, at = 0;
    for (; *from; from++) {
        if (*from == '\033') from += strcspn(from, "mKHJ");
        else if (*from == '\n') rows++, at = 0;
        else if (*from == '\r') at = 0;
        else at += ((unsigned char)*from & 0xC0) != 0x80;
        ck_assert_msg(at <= COLUMNS, "a line passes %d columns:\n%s", COLUMNS, screen.text + screen.seen);
    }
    ck_assert_msg(rows <= ROWS, "%u rows:\n%s", rows, screen.text + screen.seen);
}

static void expect_a_clean_end(void) {
    bool restored;
    unsigned left;
    ck_assert_int_eq(screen_end(&screen, &restored, &left), 0);
    ck_assert(restored);
    ck_assert_uint_eq(left, 0);
}

START_TEST(every_save_is_graded_and_the_difference_told) {
    screen_start(&screen, COLUMNS, ROWS, (const char *const[]){grade, "watch", "transpose_padded", NULL});
    screen_wait(&screen, "Nothing is changed yet.");
    screen_wait(&screen, "q quit");
    save(WITHOUT_PADDING, false);
    screen_wait(&screen, "Draft after");
    screen_wait(&screen, "right but slow    0/100");
    screen_wait(&screen, "Right results, but slow");
    screen_wait(&screen, "to \"right but slow\"");
    screen_wait(&screen, "q quit");
    expect_it_fits();
    save(MISSING_BARRIER, true);
    screen_wait(&screen, "faulty");
    screen_wait(&screen, "q quit");
    expect_it_fits();
    save(SYNTAX_ERROR, false);
    screen_wait(&screen, "Draft after");
    screen_wait(&screen, "does not build");
    screen_wait(&screen, "expected a \";\"");
    screen_wait(&screen, "q quit");
    expect_it_fits();
    save(SOLUTION, true);
    screen_wait(&screen, "passed  100/100");
    screen_wait(&screen, " naive,");
    screen_wait(&screen, "Learnt: ");
    screen_wait(&screen, "yours 0; steps 0, 29,760,");
    screen_wait(&screen, "Next: corner_turning_padded.");
    screen_wait(&screen, "q quit");
    expect_it_fits();
    screen_type(&screen, "q");
    expect_a_clean_end();
}
END_TEST

START_TEST(keys_give_hints_and_go_on) {
    screen_start(&screen, COLUMNS, ROWS,
                 (const char *const[]){"env", "NO_COLOR=1", grade, "watch", "bank_conflicts", NULL});
    screen_wait(&screen, "there is no exercise bank_conflicts");
    ck_assert_int_eq(screen_end(&screen, NULL, NULL), 2);
    screen_free(&screen);
    screen_start(&screen, COLUMNS, ROWS, (const char *const[]){"env", "NO_COLOR=1", grade, "watch", NULL});
    screen_wait(&screen, "q quit");
    screen_type(&screen, "n");
    screen_wait(&screen, "00_first_program/first_map");
    screen_wait(&screen, "h hint");
    screen_type(&screen, "h");
    screen_wait(&screen, "Hint 1 of 3");
    screen_wait(&screen, "q quit");
    expect_it_fits();
    ck_assert_ptr_null(strstr(screen.text, "\033[3"));
    kill(screen.pid, SIGINT);
    expect_a_clean_end();
}
END_TEST

START_TEST(a_pipe_gets_plain_lines) {
    save(WITHOUT_PADDING, false);
    screen_start(&screen, 0, 0, (const char *const[]){grade, "watch", "transpose_padded", NULL});
    screen_wait(&screen, "right but slow    0/100");
    save(SYNTAX_ERROR, true);
    screen_wait(&screen, "Since the last try: \"right but slow\" to \"does not build\"");
    ck_assert_ptr_null(strchr(screen.text, '\033'));
    kill(screen.pid, SIGTERM);
    expect_a_clean_end();
}
END_TEST

// A save during a grading ends it, and what was in work is cleared away.
START_TEST(a_new_save_ends_the_grading_of_the_last) {
    uint64_t bytes, files;
    char work[200];
    screen_start(&screen, COLUMNS, ROWS, (const char *const[]){grade, "watch", NULL});
    screen_wait(&screen, "Save a file of exercises/");
    save(WITHOUT_PADDING, false);
    screen_wait(&screen, "grading transpose_padded");
    save(SYNTAX_ERROR, false);
    screen_wait(&screen, "does not build");
    screen_wait(&screen, "q quit");
    screen_type(&screen, "q");
    expect_a_clean_end();
    ck_assert_ptr_null(strstr(screen.text, "right but slow"));
    snprintf(work, sizeof work, "%s/build/work", root);
    folder_measure(work, &bytes, &files);
    ck_assert_uint_eq(files, 1); // the folder itself
}
END_TEST

// ---- drafts without nvcc ----

static const struct {
    const char *arguments[4], *says;
    int status;
} DRAFTS[] = {
    {{"--solutions", "--exercise", "transpose_padded"}, "right    5 of 5 cases are right", 0},
    {{WITHOUT_PADDING, "--exercise", "transpose_padded"}, "5 of 5 cases are right", 0}, // its time needs nvcc
    {{MISSING_BARRIER, "--exercise", "transpose_padded"}, "wrong    line ", 1},
    {{SYNTAX_ERROR, "--exercise", "transpose_padded"}, "wrong    line 10: a `;` is missing", 1},
    {{"--solutions", "--exercise", "memory_quiz"}, "no draft it consists of questions", 1},
};

START_TEST(a_draft_says_what_is_known_without_nvcc) {
    const char *const *arguments = DRAFTS[_i].arguments;
    Job job = {
        .arguments = {grade, "run", "--drafts", (char *)arguments[0], (char *)arguments[1], (char *)arguments[2]}};
    snprintf(job.output, sizeof job.output, "%s/draft", root);
    jobs_run(&job, 1);
    char *said = text_read(job.output);
    ck_assert_msg(job.status == DRAFTS[_i].status && strstr(said, DRAFTS[_i].says), "%d: %s", job.status, said);
    ck_assert_msg(strstr(said, "This is a draft, made without nvcc"), "%s", said);
    free(said);
}
END_TEST

// ---- what changed ----

static const CaseSpec no_case;
static const Exercise toy = {.name = "toy", .cases = &no_case};

START_TEST(changes_are_told_in_words) {
    char text[300];
    VerdictCounter old = {.label = "sectors", .case_label = "small", .value = 29760, .measured = true};
    VerdictCounter hidden = {.label = "more", .case_label = HIDDEN_LABEL, .value = 5, .measured = true, .part = 1};
    VerdictCounter before[] = {old, hidden}, now[] = {old, hidden};
    now[0].value = 0;
    now[1].value = 7;
    Verdict a = {.exercise = &toy, .state = STATE_limit, .points = 55, .counters = before, .counter_count = 2};
    Verdict b = {.exercise = &toy, .state = STATE_passed, .points = 100, .counters = now, .counter_count = 2};
    changes_say(&a, &b, text, sizeof text);
    ck_assert_str_eq(text, "points 55 to 100; \"over a limit\" to \"passed\"; sectors 29,760 to 0");
    changes_say(&a, &a, text, sizeof text);
    ck_assert_str_eq(text, "nothing changed");
    b.counter_count = 0;
    b.fault_count = 2;
    changes_say(&a, &b, text, sizeof text);
    ck_assert_str_eq(text, "points 55 to 100; \"over a limit\" to \"passed\"; faults 0 to 2");
}
END_TEST

Suite *watch_suite(void) {
    Suite *suite = suite_create("watch");
    TCase *terminal = tcase_create("terminal"), *words = tcase_create("words");
    tcase_add_checked_fixture(terminal, setup, teardown);
    tcase_set_timeout(terminal, 240);
    tcase_add_test(terminal, every_save_is_graded_and_the_difference_told);
    tcase_add_test(terminal, keys_give_hints_and_go_on);
    tcase_add_test(terminal, a_pipe_gets_plain_lines);
    tcase_add_test(terminal, a_new_save_ends_the_grading_of_the_last);
    tcase_add_loop_test(terminal, a_draft_says_what_is_known_without_nvcc, 0, sizeof DRAFTS / sizeof *DRAFTS);
    suite_add_tcase(suite, terminal);
    tcase_add_test(words, changes_are_told_in_words);
    suite_add_tcase(suite, words);
    return suite;
}
