// test_cudart.c - programs under `emulate`: the runtime answers as on hardware, and a run ends as its program does.
//
// programs/api_behaviour.expected is what an H200 answered (CUDA 13.0) to the calls of programs/api_behaviour.cu.
#include "behaviour.h"
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const behaviours[] = {
    "memory", "host_memory", "symbols", "launches", "streams", "device", "sticky", "last_error", "reset",
};
#define BEHAVIOURS (sizeof behaviours / sizeof *behaviours)

#define NO_GPU_7                                                                                                       \
    "emulated GPU: the program asks for GPU 7, but there is one GPU, number 0. Run it with one GPU, or on a machine "  \
    "that has more\n"

// What a program says with which arguments, and how emulate ends.
static const struct {
    const char *arguments[4];
    const char *output;
    int status;
} host_sides[] = {
    {{"--quiet", "host_side", "printing"}, "before\ndevice says 1\nbetween\ndevice says 2\nafter\n", 0},
    {{"--quiet", "host_side", "fork_late"}, "child: cudaErrorInitializationError\nparent: cudaSuccess\n", 0},
    {{"--quiet", "host_side", "fork_early"}, "child: 2\nparent: 1\n", 0},
    {{"--quiet", "host_side", "threads"}, NO_GPU_7 "last error here: cudaSuccess\n", 0},
    {{"--quiet", "host_side", "boxes"}, "row 0: same, gap 0\nrow 1: same, gap 0\nrow 2: same, gap 0\n", 0},
    {{"--quiet", "host_side", "parameters"}, "total 31996000\n", 0}, // 0 + 1 + ... + 7999
    {{"--quiet", "host_side", "unsupported"},
     "emulated GPU: cudaIpcGetMemHandle is not supported (cudaErrorNotSupported). Do without it, or run the program on "
     "a machine with an NVIDIA GPU\nfirst: cudaErrorNotSupported\nsecond: "
     "cudaErrorNotSupported\n",
     0},
    {{"--quiet", "host_side", "events"}, "some time 1, ten take longer 1, times add up 1\n", 0},
    {{"--quiet", "host_side", "early"}, "at once: cudaErrorNotReady\nafter waiting: some time 1\n", 0},
    {{"--quiet", "host_side", "conversation"}, "heard 385\n", 0},                // 1 + 4 + ... + 100
    {{"--quiet", "host_side", "counting"}, "counted 1320000, sum 1960000\n", 0}, // 1000000 + 320000 * 1, * 3
    {{"--quiet", "--error-exitcode=9", "host_side", "unwaited"}, "", 9},
    {{"--quiet", "host_side", "bad_hints"},
     "not managed: cudaErrorInvalidValue\nnot an int: cudaErrorInvalidValue\nno such device: cudaErrorInvalidDevice\n"
     "past the end: cudaErrorInvalidValue\nno such peer: cudaErrorInvalidDevice\n",
     0},
    {{"--quiet", "host_side", "status"}, "", 7},
    {{"--quiet", "host_side", "signal"}, "", 128 + SIGKILL},
    {{"host_side", "boxes"},
     "row 0: same, gap 0\nrow 1: same, gap 0\nrow 2: same, gap 0\n",
     0}, // nothing wrong, nothing said
    {{"host_side", "events"},
     "some time 1, ten take longer 1, times add up 1\n"
     "emulated GPU: times between events are estimates for an NVIDIA H200, not measurements\n",
     0},
    {{"--estimate", "--error-exitcode=9", "host_side", "events"},
     "some time 1, ten take longer 1, times add up 1\n"
     "emulated GPU: times between events are estimates for an NVIDIA H200, not measurements\n",
     0},
    {{"--error-exitcode=9", "--quiet", "host_side", "fork_late"},
     "child: cudaErrorInitializationError\nparent: cudaSuccess\n",
     0},
    {{"--error-exitcode=9", "--quiet", "host_side", "threads"}, NO_GPU_7 "last error here: cudaSuccess\n", 9},
    {{"--error-exitcode=9", "--quiet", "host_side", "printing"},
     "before\ndevice says 1\nbetween\ndevice says 2\nafter\n",
     0}, // it leaks, which nobody asked about
    {{"--quiet", "api_behaviour", "recover"},
     "cudaDeviceSynchronize(): cudaErrorIllegalAddress\n"
     "cudaDeviceReset(): cudaSuccess last cudaErrorIllegalAddress, then cudaSuccess\n"
     "cudaMalloc(&out, 64): cudaSuccess last cudaSuccess, then cudaSuccess\n"
     "cudaMemcpy(host, out, 32, cudaMemcpyDeviceToHost): cudaSuccess last cudaSuccess, then cudaSuccess\n"
     "after the reset: 7\n"
     "cudaFree(out): cudaSuccess last cudaSuccess, then cudaSuccess\n",
     0},
    {{"/nowhere/program"}, "emulate: cannot run /nowhere/program: No such file or directory\n", 2},
    {{"--gpu", "abacus", "host_side"}, "emulate: no GPU is called abacus; --list-gpus says which there are\n", 2},
    {{"--threads", "many", "host_side"}, "emulate: --threads cannot be many (see emulate --help)\n", 2},
    {{"--json", "/nowhere/report", "host_side"},
     "emulate: cannot write /nowhere/report: No such file or directory\n",
     2},
};
#define HOST_SIDES (sizeof host_sides / sizeof *host_sides)

static Job jobs[BEHAVIOURS + HOST_SIDES + 3];
enum { NO_DEVICE = BEHAVIOURS + HOST_SIDES, REPORT, DAEMON };

static char *output_path(size_t job, char *path) {
    char name[64];
    snprintf(name, sizeof name, "test_cudart.%zu.txt", job);
    return build_path(path, name);
}

// The path of a test program; other words are as they are.
static const char *program_path(const char *word) {
    static char paths[BEHAVIOURS + HOST_SIDES + 8][JOB_PATH];
    static size_t used;
    char name[64];
    if (strcmp(word, "host_side") != 0 && strcmp(word, "api_behaviour") != 0) return word;
    snprintf(name, sizeof name, "programs/%s", word);
    return build_path(paths[used++], name);
}

static void add_job(size_t job, const char *const *words, size_t count) {
    static char emulate[JOB_PATH];
    jobs[job].arguments[0] = build_path(emulate, "emulate");
    for (size_t i = 0; i < count && words[i]; i++) jobs[job].arguments[i + 1] = program_path(words[i]);
    output_path(job, jobs[job].output);
}

static void run_all(void) {
    static char library[JOB_PATH + 32] = "LD_LIBRARY_PATH=", report[JOB_PATH];
    build_path(library + strlen(library), "lib");
    for (size_t i = 0; i < BEHAVIOURS; i++)
        add_job(i, (const char *const[]){"--quiet", "api_behaviour", behaviours[i]}, 3);
    for (size_t i = 0; i < HOST_SIDES; i++) add_job(BEHAVIOURS + i, host_sides[i].arguments, 4);
    add_job(REPORT,
            (const char *const[]){"--quiet", "--json", build_path(report, "test_cudart.json"), "host_side", "events"},
            5);
    add_job(DAEMON, (const char *const[]){"host_side", "daemon_left"}, 2);
    jobs[NO_DEVICE].arguments[0] = "env";
    jobs[NO_DEVICE].arguments[1] = library;
    jobs[NO_DEVICE].arguments[2] = program_path("host_side");
    jobs[NO_DEVICE].arguments[3] = "no_device";
    output_path(NO_DEVICE, jobs[NO_DEVICE].output);
    jobs_run(jobs, sizeof jobs / sizeof *jobs);
}

START_TEST(runtime_answers_as_hardware_does) {
    behaviour_check(&jobs[_i], "grader/device/tests/programs/api_behaviour", behaviours[_i]);
}
END_TEST

START_TEST(run_ends_as_its_program_does) {
    const Job *job = &jobs[BEHAVIOURS + (size_t)_i];
    char *got = text_read(job->output);
    ck_assert_str_eq(got, host_sides[_i].output);
    ck_assert_int_eq(job->status, host_sides[_i].status);
    free(got);
}
END_TEST

START_TEST(without_a_device_every_call_says_so) {
    char *got = text_read(jobs[NO_DEVICE].output);
    ck_assert_ptr_nonnull(strstr(got, "emulated GPU: no device here; run the program as `emulate PROGRAM`\n"));
    ck_assert_ptr_nonnull(strstr(got, "count: cudaErrorNoDevice 0\n"));
    ck_assert_ptr_nonnull(strstr(got, "malloc: cudaErrorNoDevice\nlaunch: cudaErrorNoDevice\n"));
    ck_assert_int_eq(jobs[NO_DEVICE].status, 0);
    free(got);
}
END_TEST

START_TEST(daemons_of_a_program_do_not_outlive_the_run) {
    char *got = text_read(jobs[DAEMON].output);
    ck_assert_int_gt(atoi(got), 1);
    ck_assert_int_ne(kill(atoi(got), 0), 0);
    free(got);
}
END_TEST

START_TEST(report_tells_of_every_launch) {
    char path[JOB_PATH];
    json_t *root = json_load_file(build_path(path, "test_cudart.json"), 0, NULL), *launch;
    ck_assert_ptr_nonnull(root);
    ck_assert_uint_eq(json_array_size(json_object_get(root, "launches")), 12);
    launch = json_array_get(json_object_get(root, "launches"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(launch, "kernel")), "add(int*, int)");
    ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(launch, "block"), 0)), 1024);
    // 1024 threads are 32 warps, each of which loads and stores its 128 bytes, 4 sectors, once.
    const json_t *counters = json_object_get(launch, "counters");
    ck_assert_int_eq(json_integer_value(json_object_get(counters, "global_load_requests")), 32);
    ck_assert_int_eq(json_integer_value(json_object_get(counters, "global_store_sectors")), 128);
    ck_assert_uint_gt(json_array_size(json_object_get(launch, "lines")), 0);
    ck_assert_uint_eq(json_array_size(json_object_get(root, "faults")), 0);
    ck_assert_int_ge(json_integer_value(json_object_get(json_object_get(root, "memory"), "peak_bytes")), 4096);
    json_decref(root);
}
END_TEST

Suite *cudart_suite(void);
Suite *cudart_suite(void) {
    Suite *suite = suite_create("cudart");
    TCase *runs = tcase_create("runs");
    tcase_set_timeout(runs, 120);
    tcase_add_unchecked_fixture(runs, run_all, NULL);
    tcase_add_loop_test(runs, runtime_answers_as_hardware_does, 0, (int)BEHAVIOURS);
    tcase_add_loop_test(runs, run_ends_as_its_program_does, 0, (int)HOST_SIDES);
    tcase_add_test(runs, without_a_device_every_call_says_so);
    tcase_add_test(runs, daemons_of_a_program_do_not_outlive_the_run);
    tcase_add_test(runs, report_tells_of_every_launch);
    suite_add_tcase(suite, runs);
    return suite;
}
