// test_case_arrays.c - inputs and outputs of a case that go past the program: emulate's --load and --store, and the
// harness that uses them.
#include "../../../../common/case_file.h"
#include "jobs.h"
#include "scratch.h"
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[SCRATCH_BYTES], full[JOB_PATH], sealed[JOB_PATH], stored[JOB_PATH], out[JOB_PATH], report[JOB_PATH];
static char emulate[JOB_PATH], program[JOB_PATH];
static Job job;

static char *in_folder(char *path, const char *name) {
    snprintf(path, JOB_PATH, "%s/%s", folder, name);
    return path;
}

static void set_up(void) {
    scratch_folder(folder, "case_arrays");
    in_folder(full, "full");
    in_folder(sealed, "sealed");
    in_folder(stored, "stored");
    in_folder(out, "out");
    in_folder(report, "report");
    in_folder(job.output, "said");
    build_path(emulate, "emulate");
}

static void write_case(const CaseFile *values) {
    char error[160];
    ck_assert_msg(case_file_write(full, values, error), "%s", error);
    ck_assert_msg(case_file_write_sealed(sealed, values, error), "%s", error);
}

static CaseFile read_case(const char *path) {
    CaseFile file;
    char error[160];
    ck_assert_msg(case_file_read(path, 1 << 20, &file, error), "%s", error);
    return file;
}

// Runs a test program with the words given, and returns what it said.
#define RUN(name, ...) run(name, (const char *const[]){__VA_ARGS__, NULL})
#define PROGRAM "" // among the words: the program's path
static char *run(const char *name, const char *const *words) {
    unsigned count = 0;
    build_path(program, name);
    memset(job.arguments, 0, sizeof job.arguments);
    job.arguments[count++] = emulate;
    for (; *words; words++) job.arguments[count++] = strcmp(*words, PROGRAM) == 0 ? program : *words;
    ck_assert_uint_lt(count, JOB_ARGUMENTS);
    jobs_run(&job, 1);
    return text_read(job.output);
}

static void assert_said(char *said, const char *wanted) {
    ck_assert_msg(strstr(said, wanted) != NULL, "'%s' is not in: %.500s", wanted, said);
    free(said);
}

// Copies and their bytes, in all directions.
static json_int_t transfers_reported(void) {
    static const char *const directions[] = {"host_to_device", "device_to_host", "device_to_device"};
    json_t *root = json_load_file(report, 0, NULL);
    ck_assert_ptr_nonnull(root);
    json_int_t sum = 0, count, bytes;
    for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
        ck_assert_int_eq(
            json_unpack(root, "{s:{s:{s:I,s:I}}}", "transfers", directions[i], "count", &count, "bytes", &bytes), 0);
        sum += count + bytes;
    }
    json_decref(root);
    return sum;
}

// ---- the library's two functions ------------------------------------------------------------------------------------
enum { VALUES = 1000 };

static void write_values(void) {
    CaseFile values = {0};
    case_file_set(&values, "count", VALUES);
    int32_t *numbers = case_file_add(&values, "values", CASE_INT32, CASE_IN, VALUES);
    for (int32_t i = 0; i < VALUES; i++) numbers[i] = 3 * i - 500;
    case_file_announce(&values, "doubled", CASE_INT32, 4, CASE_OUT, VALUES);
    write_case(&values);
    case_file_free(&values);
}

static void assert_doubled(void) {
    CaseFile file = read_case(stored);
    ck_assert_uint_eq(file.count, 1);
    const CaseArray *doubled = case_file_find(&file, "doubled");
    ck_assert_ptr_nonnull(doubled);
    ck_assert_int_eq(doubled->role, CASE_OUT);
    ck_assert_uint_eq(doubled->count * doubled->element_bytes, VALUES * 4);
    for (int32_t i = 0; i < VALUES; i++) ck_assert_int_eq(((const int32_t *)doubled->data)[i], 2 * (3 * i - 500));
    case_file_free(&file);
}

START_TEST(arrays_pass_the_program_and_are_no_transfers) {
    write_values();
    char *said =
        RUN("programs/case_arrays", "--error-exitcode=9", "--json", report, "--load", full, "--store", stored, PROGRAM);
    ck_assert_msg(job.status == 0, "%s", said);
    assert_said(said, "ok values were doubled\n");
    assert_doubled();
    ck_assert_int_eq(transfers_reported(), 0);
}
END_TEST

START_TEST(wrong_names_sizes_and_memory_are_refused) {
    write_values();
    char *said = RUN("programs/case_arrays", "--quiet", "--load", full, "--store", stored, PROGRAM, "refused");
    ck_assert_msg(job.status == 0, "%s", said);
    assert_said(said, "ok values were doubled\n");
    assert_doubled();
}
END_TEST

START_TEST(ranges_that_are_no_good_are_faults) {
    write_values();
    char *said =
        RUN("programs/case_arrays", "--error-exitcode=9", "--load", full, "--store", stored, PROGRAM, "faults");
    ck_assert_int_eq(job.status, 9);
    ck_assert_msg(!strstr(said, "FAIL"), "%s", said);
    ck_assert_ptr_nonnull(strstr(said, "copy to the device writes 4000 bytes, 0 bytes into an allocation of 2000"));
    assert_said(said, "copy to the host reads 4000 bytes, 0 bytes into a freed allocation of 2000");
    assert_doubled();
}
END_TEST

START_TEST(without_a_case_neither_is_supported) {
    assert_said(RUN("programs/case_arrays", "--quiet", PROGRAM, "without_case"), "ok store without a case\n");
    ck_assert_int_eq(job.status, 0);
}
END_TEST

START_TEST(without_a_file_to_store_in_loads_are_all) {
    write_values();
    assert_said(RUN("programs/case_arrays", "--quiet", "--load", full, PROGRAM), "cudaErrorNotSupported");
    ck_assert_int_eq(job.status, 1);
}
END_TEST

START_TEST(bad_files_are_known_before_the_program_runs) {
    write_values();
    const char *nowhere = "/nowhere/case";
    assert_said(RUN("programs/case_arrays", "--load", nowhere, PROGRAM), "emulate: /nowhere/case: No such file");
    ck_assert_int_eq(job.status, 2);
    assert_said(RUN("programs/case_arrays", "--load", emulate, PROGRAM), "is not a case file\n");
    ck_assert_int_eq(job.status, 2);
    assert_said(RUN("programs/case_arrays", "--load", full, "--store", nowhere, PROGRAM), "No such file");
    ck_assert_int_eq(job.status, 2);
    assert_said(RUN("programs/case_arrays", "--store", stored, PROGRAM), "--store needs --load");
    ck_assert_int_eq(job.status, 2);
}
END_TEST

START_TEST(what_was_never_stored_is_not_in_the_file) {
    write_values();
    free(RUN("programs/host_side", "--quiet", "--load", full, "--store", stored, PROGRAM, "status"));
    ck_assert_int_eq(job.status, 7);
    CaseFile file = read_case(stored);
    ck_assert_uint_eq(file.count, 0);
}
END_TEST

// ---- the harness ----------------------------------------------------------------------------------------------------
typedef struct {
    float place, velocity;
    int16_t name;
} Body;
enum { COUNT = 100, BODIES = 7 };

// A case of programs/harness_roles.cu without the entry called `without`.
static void write_roles(int64_t past, const char *without) {
    CaseFile values = {0};
#define UNLESS(name) if (strcmp(without, name) != 0)
    UNLESS("count") case_file_set(&values, "count", COUNT);
    UNLESS("past") case_file_set(&values, "past", past);
    UNLESS("values") {
        int32_t *numbers = case_file_add(&values, "values", CASE_INT32, CASE_IN, COUNT);
        for (int32_t i = 0; i < COUNT; i++) numbers[i] = i * i - 77;
    }
    UNLESS("doubled") case_file_announce(&values, "doubled", CASE_INT64, 8, CASE_OUT, COUNT);
    UNLESS("bodies") {
        Body *bodies = case_file_add_structs(&values, "bodies", sizeof(Body), CASE_IN_OUT, BODIES);
        for (int i = 0; i < BODIES; i++) bodies[i] = (Body){(float)i, 0.25f * (float)i, (int16_t)(-i)};
    }
    UNLESS("weights") {
        double *weights = case_file_add(&values, "weights", CASE_FLOAT64, CASE_HOST, 2);
        weights[0] = 40, weights[1] = 2;
    }
    UNLESS("notes") case_file_announce(&values, "notes", CASE_INT32, 4, CASE_HOST_OUT, 4);
    case_file_add(&values, "unused", CASE_FLOAT32, CASE_IN, 0);
    case_file_announce(&values, "unused too", CASE_FLOAT32, 4, CASE_OUT, 0);
    write_case(&values);
    case_file_free(&values);
}

// Of the device's outputs; the last of `doubled` was not written.
static void assert_device_outputs(const CaseFile *file) {
    const CaseArray *doubled = case_file_find(file, "doubled"), *bodies = case_file_find(file, "bodies");
    ck_assert_ptr_nonnull(doubled);
    ck_assert_ptr_nonnull(bodies);
    const int64_t *number = doubled->data;
    const Body *body = bodies->data;
    ck_assert_uint_eq(doubled->count * doubled->element_bytes, COUNT * 8);
    ck_assert_uint_eq(bodies->count * bodies->element_bytes, BODIES * sizeof(Body));
    for (int32_t i = 0; i < COUNT - 1; i++) ck_assert_int_eq(number[i], 2 * (i * i - 77));
    ck_assert_int_eq(number[COUNT - 1], -1); // all ones: poison
    for (int i = 0; i < BODIES; i++) {
        ck_assert_float_eq(body[i].place, 1.25f * (float)i);
        ck_assert_int_eq(body[i].name, -i);
    }
}

static void assert_notes(const CaseFile *file, int calls) {
    const CaseArray *notes = case_file_find(file, "notes");
    ck_assert_ptr_nonnull(notes);
    ck_assert_int_eq(notes->type, CASE_INT32);
    ck_assert_int_eq(notes->role, CASE_HOST_OUT);
    const int32_t expected[] = {calls, true, 42, -1};
    ck_assert_mem_eq(notes->data, expected, sizeof expected);
}

START_TEST(sealed_case_leaves_device_outputs_to_the_device_process) {
    write_roles(0, "");
    char *said = RUN("programs/harness_roles", "--error-exitcode=9", "--json", report, "--load", full, "--store",
                     stored, PROGRAM, "--case", sealed, "--out", out);
    ck_assert_msg(job.status == 0, "%s", said);
    ck_assert_str_eq(said, "");
    free(said);
    CaseFile device = read_case(stored), host = read_case(out);
    assert_device_outputs(&device);
    assert_notes(&host, 1);
    ck_assert_uint_eq(host.count, 1);
    ck_assert_uint_eq(device.count, 3); // "unused too" is stored, as an array of nothing
    ck_assert_int_eq(transfers_reported(), 0);
    case_file_free(&device);
    case_file_free(&host);
}
END_TEST

START_TEST(repeated_calls_find_the_arrays_as_they_were) {
    write_roles(0, "");
    char *said = RUN("programs/harness_roles", "--error-exitcode=9", "--load", full, "--store", stored, PROGRAM,
                     "--case", sealed, "--out", out, "--repeat", "3");
    ck_assert_msg(job.status == 0, "%s", said);
    free(said);
    CaseFile device = read_case(stored), host = read_case(out);
    assert_device_outputs(&device);
    assert_notes(&host, 7); // one call, three that warm up, three that are timed
    const CaseArray *time = case_file_find(&host, "milliseconds");
    ck_assert_ptr_nonnull(time);
    ck_assert_int_eq(time->type, CASE_FLOAT64);
    ck_assert_double_gt(*(const double *)time->data, 0);
    case_file_free(&device);
    case_file_free(&host);
}
END_TEST

// As on a real GPU, where the harness copies the arrays itself.
START_TEST(contents_may_come_from_a_data_file) {
    write_roles(0, "");
    char *said = RUN("programs/harness_roles", "--error-exitcode=9", "--json", report, PROGRAM, "--case", sealed,
                     "--data", full, "--out", out, "--repeat", "2");
    ck_assert_msg(job.status == 0, "%s", said);
    free(said);
    CaseFile both = read_case(out);
    assert_device_outputs(&both);
    assert_notes(&both, 6);
    ck_assert_int_eq(case_file_find(&both, "doubled")->type, CASE_INT64);
    ck_assert_uint_eq(case_file_find(&both, "bodies")->element_bytes, sizeof(Body));
    ck_assert_int_gt(transfers_reported(), 0);
    case_file_free(&both);
}
END_TEST

START_TEST(arrays_are_exactly_as_long_as_announced) {
    write_roles(2, ""); // one thread more than there are numbers
    char *said =
        RUN("programs/harness_roles", "--load", full, "--store", stored, PROGRAM, "--case", sealed, "--out", out);
    ck_assert_int_eq(job.status, 1);
    ck_assert_ptr_nonnull(strstr(said, "harness: your function left a CUDA error: "));
    assert_said(said, "reads 4 bytes just past the end");
}
END_TEST

static const struct {
    const char *without, *message;
} incomplete[] = {
    {"count", "harness: the case has no proper size count\n"},
    {"past", "harness: the case has no integer past\n"},
    {"values", "harness: the case has no device array values\n"},
    {"doubled", "harness: the case has no device array doubled\n"},
    {"bodies", "harness: the case has no device array bodies\n"},
    {"weights", "harness: the case has no host array weights\n"},
    {"notes", "harness: the case has no host output notes\n"},
};
START_TEST(what_the_case_does_not_have_is_said) {
    write_roles(0, incomplete[_i].without);
    assert_said(RUN("programs/harness_roles", "--quiet", "--load", full, "--store", stored, PROGRAM, "--case", sealed,
                    "--out", out),
                incomplete[_i].message);
    ck_assert_int_eq(job.status, 1);
}
END_TEST

START_TEST(elements_of_another_size_are_said) {
    CaseFile values = {0};
    case_file_set(&values, "count", COUNT);
    case_file_add(&values, "values", CASE_INT16, CASE_IN, COUNT);
    write_case(&values);
    case_file_free(&values);
    assert_said(RUN("programs/harness_roles", "--quiet", "--load", full, "--store", stored, PROGRAM, "--case", sealed,
                    "--out", out),
                "harness: the case has elements of another size in values\n");
    ck_assert_int_eq(job.status, 1);
}
END_TEST

START_TEST(contents_that_nobody_has_are_said) {
    write_roles(0, "");
    assert_said(RUN("programs/harness_roles", "--quiet", PROGRAM, "--case", sealed, "--out", out),
                "harness: the array values: operation not supported\n");
    assert_said(RUN("programs/harness_roles", "--quiet", PROGRAM, "--case", sealed, "--data", sealed, "--out", out),
                "harness: there are no contents (--data FILE) of values\n");
    assert_said(RUN("programs/harness_roles", "--quiet", PROGRAM, "--case", sealed), "harness: usage: PROGRAM");
}
END_TEST

Suite *case_arrays_suite(void);
Suite *case_arrays_suite(void) {
    Suite *suite = suite_create("case_arrays");
    TCase *library = tcase_create("library"), *harness = tcase_create("harness");
    tcase_add_checked_fixture(library, set_up, NULL);
    tcase_set_timeout(library, 60);
    tcase_add_test(library, arrays_pass_the_program_and_are_no_transfers);
    tcase_add_test(library, wrong_names_sizes_and_memory_are_refused);
    tcase_add_test(library, ranges_that_are_no_good_are_faults);
    tcase_add_test(library, without_a_case_neither_is_supported);
    tcase_add_test(library, without_a_file_to_store_in_loads_are_all);
    tcase_add_test(library, bad_files_are_known_before_the_program_runs);
    tcase_add_test(library, what_was_never_stored_is_not_in_the_file);
    suite_add_tcase(suite, library);
    tcase_add_checked_fixture(harness, set_up, NULL);
    tcase_set_timeout(harness, 60);
    tcase_add_test(harness, sealed_case_leaves_device_outputs_to_the_device_process);
    tcase_add_test(harness, repeated_calls_find_the_arrays_as_they_were);
    tcase_add_test(harness, contents_may_come_from_a_data_file);
    tcase_add_test(harness, arrays_are_exactly_as_long_as_announced);
    tcase_add_loop_test(harness, what_the_case_does_not_have_is_said, 0, sizeof incomplete / sizeof *incomplete);
    tcase_add_test(harness, elements_of_another_size_are_said);
    tcase_add_test(harness, contents_that_nobody_has_are_said);
    suite_add_tcase(suite, harness);
    return suite;
}
