// test_process.c - programs that end, that do not, and that try to stay.
#include "scratch.h"
#include "system/process.h"

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static ProcessResult result;

static void run_with(const char *script, ProcessLimits limits, bool report) {
    const char *const arguments[] = {"sh", "-c", script, NULL};
    ProcessSpec spec = {.arguments = arguments, .limits = limits, .report = report};
    process_run(&spec, &result);
}

static void run(const char *script) { run_with(script, (ProcessLimits){.wall_seconds = 20}, false); }

static void forget(void) { process_result_free(&result); }

START_TEST(exit_status_and_both_streams_are_kept) {
    run("echo out; echo err >&2; exit 7");
    ck_assert_int_eq(result.end, PROCESS_EXITED);
    ck_assert_int_eq(result.status, 7);
    ck_assert_str_eq(result.output.text, "out\n");
    ck_assert_str_eq(result.errors.text, "err\n");
}
END_TEST

START_TEST(signal_is_told_from_exit) {
    run("kill -SEGV $$");
    ck_assert_int_eq(result.end, PROCESS_SIGNALLED);
    ck_assert_int_eq(result.status, SIGSEGV);
}
END_TEST

START_TEST(missing_program_is_a_failure_with_its_reason) {
    const char *const arguments[] = {"/nonexistent/program", NULL};
    process_run(&(ProcessSpec){.arguments = arguments}, &result);
    ck_assert_int_eq(result.end, PROCESS_FAILED);
    ck_assert_ptr_nonnull(strstr(result.error, "No such file"));
}
END_TEST

START_TEST(missing_folder_is_a_failure) {
    const char *const arguments[] = {"true", NULL};
    process_run(&(ProcessSpec){.arguments = arguments, .folder = "/nonexistent/folder"}, &result);
    ck_assert_int_eq(result.end, PROCESS_FAILED);
}
END_TEST

START_TEST(sleeper_times_out) {
    run_with("sleep 1000", (ProcessLimits){.wall_seconds = 0.2}, false);
    ck_assert_int_eq(result.end, PROCESS_TIMEOUT);
    ck_assert_double_lt(result.seconds, 3);
}
END_TEST

START_TEST(ignoring_sigterm_does_not_help) {
    run_with("trap '' TERM INT HUP; while :; do sleep 1; done", (ProcessLimits){.wall_seconds = 0.2}, false);
    ck_assert_int_eq(result.end, PROCESS_TIMEOUT);
    ck_assert_double_lt(result.seconds, 3);
}
END_TEST

START_TEST(closing_the_streams_is_no_end) {
    run_with("exec >&- 2>&-; sleep 1000", (ProcessLimits){.wall_seconds = 0.3}, false);
    ck_assert_int_eq(result.end, PROCESS_TIMEOUT);
    ck_assert_double_ge(result.seconds, 0.3);
}
END_TEST

static const ProcessLimits half_a_second_busy = {.wall_seconds = 60, .busy_seconds = 0.5};

START_TEST(processes_together_are_busy_for_so_long) {
    run_with("for i in 1 2 3 4; do while :; do :; done & done; wait", half_a_second_busy, false);
    ck_assert_int_eq(result.end, PROCESS_TIMEOUT);
    ck_assert_double_lt(result.seconds, 30);
}
END_TEST

// Each ends long before; the first loop's were reaped by their parent, the second's by the caller, which adopts them.
START_TEST(processes_that_ended_were_busy_too) {
    static const char *const scripts[] = {
        "for turn in $(seq 60); do (i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done); done",
        "for turn in $(seq 60); do ( (i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done) & ); sleep 0.05; done",
    };
    run_with(scripts[_i], half_a_second_busy, false);
    ck_assert_int_eq(result.end, PROCESS_TIMEOUT);
    ck_assert_double_lt(result.seconds, 30);
}
END_TEST

START_TEST(sleeper_is_not_busy) {
    run_with("sleep 1", half_a_second_busy, false);
    ck_assert_int_eq(result.end, PROCESS_EXITED);
}
END_TEST

// A run's time is its own: what an earlier one took does not count.
START_TEST(each_run_is_busy_for_itself) {
    for (int i = 0; i < 8; i++) {
        process_result_free(&result);
        run_with("i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done", half_a_second_busy, false);
        ck_assert_int_eq(result.end, PROCESS_EXITED);
    }
}
END_TEST

START_TEST(cpu_time_is_limited) {
    run_with("while :; do :; done", (ProcessLimits){.wall_seconds = 20, .cpu_seconds = 1}, false);
    ck_assert_int_eq(result.end, PROCESS_TIMEOUT);
    ck_assert_double_lt(result.seconds, 10);
}
END_TEST

START_TEST(flood_ends_the_run_and_is_cut) {
    run_with("while :; do echo flood flood flood flood; done",
             (ProcessLimits){.wall_seconds = 20, .output_bytes = 1000}, false);
    ck_assert_int_eq(result.end, PROCESS_OUTPUT);
    ck_assert_uint_eq(result.output.length, 1000);
    ck_assert_double_lt(result.seconds, 10);
}
END_TEST

START_TEST(output_at_the_limit_is_no_flood) {
    run_with("printf 0123456789", (ProcessLimits){.wall_seconds = 20, .output_bytes = 10}, false);
    ck_assert_int_eq(result.end, PROCESS_EXITED);
    ck_assert_str_eq(result.output.text, "0123456789");
}
END_TEST

START_TEST(cut_output_lets_the_program_go_on) {
    const char *const arguments[] = {"sh", "-c", "printf 0123456789; exit 3", NULL};
    ProcessSpec spec = {.arguments = arguments, .limits = {.output_bytes = 4}, .cut_output = true};
    process_run(&spec, &result);
    ck_assert_int_eq(result.end, PROCESS_EXITED);
    ck_assert_int_eq(result.status, 3);
    ck_assert_str_eq(result.output.text, "0123");
    ck_assert_uint_eq(result.output.dropped, 6);
}
END_TEST

// The background process would hold the pipe open and write the file if it lived.
START_TEST(daemon_does_not_outlive_the_program) {
    char folder[SCRATCH_BYTES], script[300], file[64];
    scratch_folder(folder, "process");
    snprintf(file, sizeof file, "%s/alive", folder);
    snprintf(script, sizeof script, "setsid sh -c '(sleep 1; touch %s) & sleep 1000' & echo started", file);
    run(script);
    ck_assert_int_eq(result.end, PROCESS_EXITED);
    ck_assert_str_eq(result.output.text, "started\n");
    ck_assert_double_lt(result.seconds, 1);
    ck_assert_uint_eq(descendants_measure(0).count, 0);
    sleep(2);
    ck_assert_int_ne(access(file, F_OK), 0);
}
END_TEST

START_TEST(many_processes_are_stopped) {
    run_with("for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 100 & done; wait",
             (ProcessLimits){.wall_seconds = 20, .processes = 8}, false);
    ck_assert_int_eq(result.end, PROCESS_TOO_MANY);
    ck_assert_uint_eq(descendants_measure(0).count, 0);
}
END_TEST

// The bomb gets a user of its own, where this test may change users, and at most 200 processes: whatever becomes of the
// test, the rest of the machine is not to notice. What has multiplied stays, or a bomb that the limit starves is gone
// before it is counted.
START_TEST(fork_bomb_ends) {
    const char *script =
        geteuid() == 0 ? "exec prlimit --nproc=200 setpriv --reuid=1600000001 --clear-groups sh -c "
                         "'bomb() { bomb & bomb & exec sleep 100; }; bomb'"
                       : "exec prlimit --nproc=200 sh -c 'bomb() { sleep 0.02; bomb & bomb & exec sleep 100; }; bomb'";
    run_with(script, (ProcessLimits){.wall_seconds = 20, .processes = 16}, false);
    ck_assert_int_eq(result.end, PROCESS_TOO_MANY);
    ck_assert_uint_eq(descendants_measure(0).count, 0);
}
END_TEST

START_TEST(memory_is_limited) {
    run_with("x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done",
             (ProcessLimits){.wall_seconds = 20, .memory_bytes = 64 << 20}, false);
    ck_assert_int_eq(result.end, PROCESS_MEMORY);
}
END_TEST

START_TEST(large_file_is_stopped) {
    char folder[SCRATCH_BYTES], script[200];
    scratch_folder(folder, "process");
    snprintf(script, sizeof script, "exec dd if=/dev/zero of=%s/large bs=4096 count=1000", folder);
    run_with(script, (ProcessLimits){.wall_seconds = 20, .file_bytes = 65536}, false);
    ck_assert_int_eq(result.end, PROCESS_DISK);
}
END_TEST

START_TEST(many_files_are_stopped) {
    char folder[SCRATCH_BYTES];
    const char *const arguments[] = {"sh", "-c", "i=0; while :; do : > $i; i=$((i+1)); done", NULL};
    scratch_folder(folder, "process");
    ProcessSpec spec = {.arguments = arguments, .folder = folder, .limits = {.wall_seconds = 20, .folder_files = 50}};
    process_run(&spec, &result);
    ck_assert_int_eq(result.end, PROCESS_DISK);
}
END_TEST

START_TEST(report_comes_on_its_own_descriptor) {
    run_with("echo said; echo '{}' >&3", (ProcessLimits){.wall_seconds = 20}, true);
    ck_assert_str_eq(result.report.text, "{}\n");
    ck_assert_str_eq(result.output.text, "said\n");
}
END_TEST

START_TEST(no_other_descriptor_is_inherited) {
    run("for fd in /proc/$$/fd/*; do [ -e /proc/$$/fd/${fd##*/} ] && echo ${fd##*/}; done");
    ck_assert_str_eq(result.output.text, "0\n1\n2\n");
}
END_TEST

START_TEST(standard_input_is_empty) {
    run("cat; echo end");
    ck_assert_str_eq(result.output.text, "end\n");
}
END_TEST

START_TEST(interrupting_ends_the_run) {
    process_interrupt();
    run("sleep 1000");
    ck_assert_int_eq(result.end, PROCESS_INTERRUPTED);
    ck_assert_double_lt(result.seconds, 3);
}
END_TEST

// While it has no descriptor left, this process cannot look into /proc, so each look finds no process.
static struct {
    double from, to; // seconds from now
} blind;

static void *be_blind(void *unused) {
    (void)unused;
    struct rlimit before, none;
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max};
    usleep((useconds_t)(1e6 * blind.from));
    setrlimit(RLIMIT_NOFILE, &none);
    usleep((useconds_t)(1e6 * (blind.to - blind.from)));
    setrlimit(RLIMIT_NOFILE, &before);
    return NULL;
}

static void run_blind(double from, double to) {
    pthread_t thread;
    blind.from = from;
    blind.to = to;
    ck_assert_int_eq(pthread_create(&thread, NULL, be_blind, NULL), 0);
    run("sleep 1.5");
    pthread_join(thread, NULL);
}

START_TEST(a_look_that_finds_no_process_is_no_failure) {
    run_blind(0.3, 0.6); // looks are a tenth of a second apart
    ck_assert_int_eq(result.end, PROCESS_EXITED);
    ck_assert_int_eq(result.status, 0);
}
END_TEST

START_TEST(processes_that_are_never_seen_are_a_failure) {
    run_blind(0.1, 1.4);
    ck_assert_int_eq(result.end, PROCESS_FAILED);
    ck_assert_ptr_nonnull(strstr(result.error, "cannot see its processes"));
}
END_TEST

Suite *process_suite(void) {
    Suite *suite = suite_create("process");
    TCase *group = tcase_create("process");
    tcase_set_timeout(group, 60);
    tcase_add_checked_fixture(group, NULL, forget);
    tcase_add_test(group, exit_status_and_both_streams_are_kept);
    tcase_add_test(group, signal_is_told_from_exit);
    tcase_add_test(group, missing_program_is_a_failure_with_its_reason);
    tcase_add_test(group, missing_folder_is_a_failure);
    tcase_add_test(group, sleeper_times_out);
    tcase_add_test(group, ignoring_sigterm_does_not_help);
    tcase_add_test(group, closing_the_streams_is_no_end);
    tcase_add_test(group, cpu_time_is_limited);
    tcase_add_test(group, processes_together_are_busy_for_so_long);
    tcase_add_loop_test(group, processes_that_ended_were_busy_too, 0, 2);
    tcase_add_test(group, sleeper_is_not_busy);
    tcase_add_test(group, each_run_is_busy_for_itself);
    tcase_add_test(group, flood_ends_the_run_and_is_cut);
    tcase_add_test(group, output_at_the_limit_is_no_flood);
    tcase_add_test(group, cut_output_lets_the_program_go_on);
    tcase_add_test(group, daemon_does_not_outlive_the_program);
    tcase_add_test(group, many_processes_are_stopped);
    tcase_add_test(group, fork_bomb_ends);
    tcase_add_test(group, memory_is_limited);
    tcase_add_test(group, large_file_is_stopped);
    tcase_add_test(group, many_files_are_stopped);
    tcase_add_test(group, report_comes_on_its_own_descriptor);
    tcase_add_test(group, no_other_descriptor_is_inherited);
    tcase_add_test(group, standard_input_is_empty);
    tcase_add_test(group, interrupting_ends_the_run);
    tcase_add_test(group, a_look_that_finds_no_process_is_no_failure);
    tcase_add_test(group, processes_that_are_never_seen_are_a_failure);
    suite_add_tcase(suite, group);
    return suite;
}
