// test_gpu.c - the real GPU without one: what is wrong with it, what times mean, what they earn.
#include "causes/summary.h"
#include "gpu/gpu.h"
#include "gpu/kernels.h"
#include "gpu/timing.h"
#include "grading/points.h"
#include "report/report.h"
#include "scratch.h"
#include "verdict/judged.h"
#include "verdict/one_case.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- what is wrong with a GPU ----

static Paths paths;
static char folder[PATH_BYTES];

static void open_folder(void) {
    char error[200];
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    ck_assert_msg(paths_work_folder(&paths, folder, error), "%s", error);
}
static void close_folder(void) { folder_remove(folder); }

// A driver's library in the folder, and the loader told to take it.
static void fake_driver(void) {
    char command[3 * PATH_BYTES];
    snprintf(command, sizeof command,
             "cc -shared -fPIC -x c %.1000s/grader/tests/gpu/fake_driver.c.in -o %.1000s/libcuda.so.1", paths.root,
             folder);
    ck_assert_int_eq(system(command), 0);
    setenv("LD_LIBRARY_PATH", folder, 1);
    unsetenv("CUDA_VISIBLE_DEVICES");
    unsetenv("GPU");
}

static const struct {
    const char *name, *value, *says;
    RealGpuState state;
} drivers[] = {
    {"FAKE_NOTHING", "0", "", GPU_READY},
    {"FAKE_VERSION", "12040", "driver is too old: it knows CUDA up to 12.4", GPU_UNUSABLE},
    {"FAKE_INIT", "35", "too old for this toolkit", GPU_UNUSABLE},
    {"FAKE_INIT", "803", "of different versions", GPU_UNUSABLE},
    {"FAKE_INIT", "999", "error 999, the driver's own words", GPU_UNUSABLE},
    {"FAKE_MAJOR", "6", "Toy GPU has compute capability 6.0", GPU_UNUSABLE},
    {"FAKE_MAJOR", "8", "", GPU_READY},
    {"FAKE_MODE", "2", "prohibits computing", GPU_UNUSABLE},
    {"FAKE_CONTEXT", "46", "cannot be used now: error 46", GPU_UNUSABLE},
    {"GPU", "none", "", GPU_UNWANTED},
};

START_TEST(a_gpu_is_found_or_explained) {
    RealGpu gpu;
    fake_driver();
    setenv(drivers[_i].name, drivers[_i].value, 1);
    gpu_find(&paths, &gpu);
    ck_assert_msg(gpu.state == drivers[_i].state, "state %d: %s", gpu.state, gpu.why);
    ck_assert_msg(strstr(gpu.why, drivers[_i].says) != NULL, "%s", gpu.why);
}
END_TEST

START_TEST(a_hidden_gpu_is_said_to_be_hidden) {
    RealGpu gpu;
    fake_driver();
    setenv("FAKE_INIT", "100", 1);
    setenv("CUDA_VISIBLE_DEVICES", "-1", 1);
    gpu_find(&paths, &gpu);
    ck_assert_int_eq(gpu.state, GPU_UNUSABLE);
    ck_assert_ptr_nonnull(strstr(gpu.why, "CUDA_VISIBLE_DEVICES is \"-1\""));
}
END_TEST

// As somebody who is not root, whom permissions do not bind.
START_TEST(a_device_of_others_is_said_to_be_theirs) {
    char where[SCRATCH_BYTES], device[SCRATCH_BYTES + 10], words[300] = "";
    scratch_folder(where, "device");
    ck_assert_int_eq(chmod(where, 0711), 0);
    scratch_write(where, "device", "", 0);
    snprintf(device, sizeof device, "%s/device", where);
    ck_assert(gpu_permitted(device, words));
    ck_assert_int_eq(chmod(device, 0), 0);
    pid_t child = fork();
    if (!child) {
        if (!getuid() && setuid(65534)) _exit(2);
        _exit(gpu_permitted(device, words) || !strstr(words, "no permission") ? 1 : 0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_ne(WEXITSTATUS(status), 1);
    ck_assert(gpu_permitted("/there/is/no/such/device", words));
}
END_TEST

// ---- what samples mean ----

START_TEST(quartiles_lie_between_samples) {
    double samples[] = {4, 1, 3, 2, 5, 6};
    Quartiles quartiles = quartiles_of(samples, 6);
    ck_assert_double_eq_tol(quartiles.median, 3.5, 1e-12);
    ck_assert_double_eq_tol(quartiles.low, 2.25, 1e-12);
    ck_assert_double_eq_tol(quartiles.high, 4.75, 1e-12);
    ck_assert_double_eq(quartiles_of(samples, 0).median, 0);
}
END_TEST

START_TEST(a_programs_time_is_its_kernels_sum) {
    char times[PATH_BYTES + 16];
    snprintf(times, sizeof times, "%s/times", folder);
    FILE *file = fopen(times, "w");
    ck_assert_ptr_nonnull(file);
    fputs("1.500000 void first<32>(float const*)\nnonsense\n0.250000 second(int)\n1.000000 void first<32>(float "
          "const*)\n0.200000 workbook_timing_lead(float4 const*, unsigned long, unsigned long, float*)\n",
          file);
    fclose(file);
    ck_assert_double_eq_tol(kernels_sum(times), 2.75, 1e-12);
    ck_assert_double_eq(kernels_sum("/there/is/no/such/file"), 0);
    file = fopen(times, "w");
    ck_assert_ptr_nonnull(file);
    for (unsigned i = 0; i < 4096; i++) fputs("1.000000 second(int)\n", file); // as many as are timed at most
    fclose(file);
    ck_assert_double_eq(kernels_sum(times), 0);
}
END_TEST

// ---- what was recorded ----

// Each ladder of a solution stands in the table that is shown where there is no GPU.
START_TEST(every_ladder_is_in_the_recorded_bench) {
    char path[PATH_BYTES], wanted[128], error[200];
    size_t length;
    snprintf(path, sizeof path, "%.900s/grader/gpu/bench/h200.json", paths.root);
    char *record = file_read(path, 1 << 20, &length, error);
    ck_assert_msg(record != NULL, "%s", error);
    for (unsigned i = 0; i < exercise_count; i++) {
        paths_source(&paths, "solutions", exercises[i], path);
        char *source = file_read(path, 1 << 20, &length, error);
        ck_assert_msg(source != NULL, "%s", error);
        snprintf(wanted, sizeof wanted, "\"exercise\": \"%s\"", exercises[i]->name);
        ck_assert_msg(!strstr(source, "\nLADDER(") || strstr(record, wanted), "%s is missing", exercises[i]->name);
        free(source);
    }
    free(record);
}
END_TEST

START_TEST(every_difference_from_the_profiler_has_a_reason) {
    char command[3 * PATH_BYTES];
    snprintf(command, sizeof command,
             "cd %.1000s && python3 -B grader/gpu/parity/parity.py show grader/gpu/parity/h200.csv", paths.root);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(what_was_recorded_is_drawn_under_a_roof) {
    char command[3 * PATH_BYTES], picture[PATH_BYTES + 32];
    snprintf(command, sizeof command,
             "cd %.1000s && python3 -B grader/gpu/roofline.py grader/gpu/bench/h200.json %.1000s sgemm", paths.root,
             folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(picture, sizeof picture, "%s/sgemm.svg", folder);
    ck_assert(file_exists(picture));
}
END_TEST

// ---- what time earns ----

static const CaseSpec one_case[] = {{.label = "only", .measured = true}};
static const Part timed_parts[] = {
    {.label = "right results", .points = 60, .kind = PART_CASES},
    {.label = "small", .points = 20, .kind = PART_LIMIT, .counts = "n", .counter = "n", .most = 5, .advice = "less"},
    {.label = "time", .points = 20, .kind = PART_TIME}};
static const Exercise timed = {.name = "toy",
                               .chapter = "00_toys",
                               .title = "A toy",
                               .checklist = "tiling",
                               .cases = one_case,
                               .case_count = 1,
                               .parts = timed_parts,
                               .part_count = 3};

static const struct {
    const char *counted;
    VerdictTime time;
    bool wrong;
    int points; // of the part
} times[] = {
    {"1", {.judged = true, .scale.share = 1}, false, 20},
    {"1", {.judged = true, .scale.share = 0.5}, false, 10},
    {"1", {.judged = true, .scale.why = "it does not end in time"}, false, 0},
    {"9", {.judged = true, .scale.share = 1}, false, 20}, // a limit is a part of its own
    {"1", {.judged = true, .scale.share = 1}, true, 0},   // but results must be right
    {"1", {.judged = false}, false, 20},                  // without a ladder's times none is asked for
};

// From 8 to 2: twice as fast as the plain kernel is half of the way, and a little more, because 2.1 is near enough.
static const struct {
    double yours, favour, share;
} shares[] = {{9, 1, 0},   {8, 1, 0},    {4, 1, 0.51824},    {2.2, 1, 0.96522}, {2.1, 1, 1},
              {0.5, 1, 1}, {8, 1.25, 0}, {4, 1.25, 0.59592}, {2.5, 1.25, 1}};

START_TEST(time_earns_by_how_many_times_it_is_shorter) {
    ck_assert_double_eq_tol(time_share(8, 2, shares[_i].yours, shares[_i].favour), shares[_i].share, 1e-5);
}
END_TEST

START_TEST(time_has_points_after_all_else) {
    char text[300], error[200];
    snprintf(text, sizeof text,
             "{\"schema\":1,\"gpu_name\":\"G\",\"program\":{\"exit\":0,\"signal\":0},\"faults\":[],\"api_errors\":[],"
             "\"launches\":[{\"counters\":{\"n\":%s}}]}",
             times[_i].counted);
    CaseRun run = {.started = true, .spec = one_case[0], .result.passed = !times[_i].wrong, .text = strdup("")};
    run.report = report_read(text, strlen(text), error);
    Verdict verdict = {.exercise = &timed, .time = times[_i].time};
    run_conclude(&run);
    ck_assert(judge_runs(&run, 1, &verdict));
    judge_points(&verdict, verdict.parts);
    summarise(&verdict);
    ck_assert_int_eq(verdict.parts[2].points, times[_i].points);
    verdict_free(&verdict);
    report_free(run.report);
    free(run.text);
}
END_TEST

// ---- what is told ----

static const VerdictTime measured = {.measured = true,
                                     .device = "Toy GPU",
                                     .size = "4 x 4",
                                     .student_ms = 2,
                                     .reference_ms = 1,
                                     .plain_ms = 8,
                                     .student_iqr_ms = 0.125,
                                     .reference_iqr_ms = 0.0625,
                                     .samples = 30,
                                     .rounds = 2,
                                     .ratio = 2,
                                     .ratio_spread = 0.015625,
                                     .clock_low_mhz = 1200,
                                     .clock_high_mhz = 1900,
                                     .slowed = true,
                                     .busy = true,
                                     .copy_ceiling = 4000,
                                     .flops_ceiling = 60000,
                                     .kernels = {{"turn", 1.5, 2000, 300, "DRAM, busy for 50 % of the time"}},
                                     .kernel_count = 1};

START_TEST(a_time_keeps_all_it_has_in_the_record) {
    Verdict verdict = {.exercise = exercises[0], .time = measured}, back;
    strcpy(verdict.time.unusable, "why not");
    strcpy(verdict.time.problem, "what else");
    ck_assert(verdict_alloc(&verdict, (VerdictSizes){.parts = 0}));
    json_t *record = verdict_to_json(&verdict);
    ck_assert(verdict_from_json(record, &back));
    ck_assert_mem_eq(&back.time, &verdict.time, sizeof verdict.time);
    json_decref(record);
    verdict_free(&verdict);
    verdict_free(&back);
}
END_TEST

START_TEST(doubts_about_a_time_are_said) {
    char lines[MOST_TIME_LINES][400];
    ck_assert_uint_eq(time_lines(&measured, false, lines), 3);
    ck_assert_ptr_nonnull(
        strstr(lines[0], "ratio 2.000, spread 1.6 %; 30 samples in 2 rounds of 4 x 4 on the Toy GPU"));
    ck_assert_ptr_nonnull(strstr(lines[1], "turn: 1.5 ms, 2000 GB/s (50 % of a copy), 300 GFLOP/s (0 % of the best)"));
    ck_assert_ptr_nonnull(strstr(lines[1], "binds: DRAM"));
    ck_assert_ptr_nonnull(strstr(lines[2], "held the clock down"));
    ck_assert_ptr_nonnull(strstr(lines[2], "between 1200 and 1900 MHz"));
    ck_assert_ptr_nonnull(strstr(lines[2], "Another process"));
    VerdictTime quiet = measured;
    quiet.slowed = quiet.busy = false;
    quiet.clock_low_mhz = 1890;
    ck_assert_uint_eq(time_lines(&quiet, false, lines), 2);
    ck_assert_uint_eq(time_lines(&(VerdictTime){.device = ""}, false, lines), 0);
}
END_TEST

Suite *gpu_suite(void) {
    Suite *suite = suite_create("gpu");
    TCase *found = tcase_create("found"), *samples = tcase_create("samples"), *told = tcase_create("told");
    tcase_add_checked_fixture(found, open_folder, close_folder);
    tcase_add_loop_test(found, a_gpu_is_found_or_explained, 0, COUNT_OF(drivers));
    tcase_add_test(found, a_hidden_gpu_is_said_to_be_hidden);
    tcase_add_test(found, a_device_of_others_is_said_to_be_theirs);
    tcase_add_test(found, a_programs_time_is_its_kernels_sum);
    tcase_add_test(found, every_ladder_is_in_the_recorded_bench);
    tcase_add_test(found, every_difference_from_the_profiler_has_a_reason);
    tcase_add_test(found, what_was_recorded_is_drawn_under_a_roof);
    tcase_add_loop_test(samples, time_earns_by_how_many_times_it_is_shorter, 0, COUNT_OF(shares));
    tcase_add_test(samples, quartiles_lie_between_samples);
    tcase_add_loop_test(told, time_has_points_after_all_else, 0, COUNT_OF(times));
    tcase_add_test(told, a_time_keeps_all_it_has_in_the_record);
    tcase_add_test(told, doubts_about_a_time_are_said);
    suite_add_tcase(suite, found);
    suite_add_tcase(suite, samples);
    suite_add_tcase(suite, told);
    return suite;
}
