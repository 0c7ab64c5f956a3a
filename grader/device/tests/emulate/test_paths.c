// test_paths.c - ways to memory beside loads and stores of global, shared and local memory can be seen in the report.
//
// programs/paths.cu goes each way a number of times that follows from its source.
#include "extensions.h"
#include "jobs.h"
#include <check.h>
#include <jansson.h>
#include <string.h>

static char emulate[JOB_PATH], program[JOB_PATH], report[JOB_PATH];
static Job run;

static void run_program(void) {
    build_path(report, "test_paths.json");
    run = (Job){.arguments = {build_path(emulate, "emulate"), "--quiet", "--json", report,
                              build_path(program, "programs/paths")}};
    build_path(run.output, "test_paths.txt");
    jobs_run(&run, 1);
}

static json_t *report_read(void) {
    ck_assert_int_eq(run.status, 0);
    return job_report(&run, report);
}

static const char *const PATHS[] = {"texture_requests", "surface_requests", "cluster_requests",
                                    "cluster_sectors",  "bulk_load_bytes",  "host_store_bytes"};
enum { PATH_COUNT = sizeof PATHS / sizeof *PATHS };

// The launches in their order, and how often each goes which way.
static const struct {
    const char *kernel;
    long long counts[PATH_COUNT];
} LAUNCHES[] = {{"fetch", {4}},
                {"invert", {0, 4}},
                {"exchange", {0, 0, 4, 16}},
                {"copy_in_bulk", {0, 0, 0, 0, 3 * 64 * 4}},
                {"store_and_add", {0, 0, 0, 0, 0, 64 * 4}},
                {"store_and_add", {0, 0, 0, 0, 0, 64 * 4 + 32 * 8}}};
enum { LAUNCH_COUNT = sizeof LAUNCHES / sizeof *LAUNCHES };

START_TEST(a_launch_counts_each_way_it_goes) {
    json_t *json = report_read(), *launch = json_array_get(json_object_get(json, "launches"), (size_t)_i);
    const char *kernel = json_string_value(json_object_get(launch, "kernel"));
    ck_assert_msg(strncmp(kernel, LAUNCHES[_i].kernel, strlen(LAUNCHES[_i].kernel)) == 0, "%s", kernel);
    for (int n = 0; n < PATH_COUNT; n++) {
        json_t *counter = json_object_get(json_object_get(launch, "counters"), PATHS[n]);
        ck_assert_msg(json_integer_value(counter) == LAUNCHES[_i].counts[n], "%s: %s is %lld", kernel, PATHS[n],
                      (long long)json_integer_value(counter));
    }
    json_decref(json);
}
END_TEST

static const struct {
    const char *name;
    long long count, bytes;
} TRANSFERS[] = {{"host_to_device", 1, 64 * 4},
                 {"device_to_host", 0, 0},
                 {"device_to_device", 0, 0},
                 {"kernel_to_host", 2, 2 * 64 * 4 + 32 * 8},
                 {"sets", 3, 3 * 64 * 4 + 16 * 4 + 8}};
enum { TRANSFER_COUNT = sizeof TRANSFERS / sizeof *TRANSFERS };

START_TEST(a_run_tells_what_went_where) {
    json_t *json = report_read();
    json_t *transfer = json_object_get(json_object_get(json, "transfers"), TRANSFERS[_i].name);
    ck_assert_int_eq(json_integer_value(json_object_get(transfer, "count")), TRANSFERS[_i].count);
    ck_assert_int_eq(json_integer_value(json_object_get(transfer, "bytes")), TRANSFERS[_i].bytes);
    json_decref(json);
}
END_TEST

Suite *paths_suite(void) {
    Suite *suite = suite_create("paths");
    TCase *paths = tcase_create("paths");
    suite_add_tcase(suite, paths);
    if (!extension_is_there("textures") || !extension_is_there("clusters") || !extension_is_there("tensors"))
        return suite;
    tcase_add_unchecked_fixture(paths, run_program, NULL);
    tcase_add_loop_test(paths, a_launch_counts_each_way_it_goes, 0, LAUNCH_COUNT);
    tcase_add_loop_test(paths, a_run_tells_what_went_where, 0, TRANSFER_COUNT);
    return suite;
}
