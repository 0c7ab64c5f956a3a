// test_case_file.c - case files survive a round trip, and malformed ones are refused with a reason.
#include "../../common/case_file.h"
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], path[128], error[160];

static void setup(void) {
    snprintf(folder, sizeof folder, "/tmp/case_file.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/case", folder);
    error[0] = 0;
}

static void teardown(void) {
    unlink(path);
    rmdir(folder);
}

// A file as the format describes it, written byte by byte: the magic and entries with whatever lengths a test claims.
typedef struct {
    char bytes[65536];
    size_t used;
} Raw;

static void raw_add(Raw *raw, const void *bytes, size_t count) {
    memcpy(raw->bytes + raw->used, bytes, count);
    raw->used += count;
}

static void raw_entry(Raw *raw, const char *name, uint32_t type, uint32_t element_bytes, uint64_t count) {
    char field[24] = {0};
    memcpy(field, name, strlen(name) < 24 ? strlen(name) : 24);
    raw_add(raw, field, sizeof field);
    raw_add(raw, &type, sizeof type);
    raw_add(raw, &element_bytes, sizeof element_bytes);
    raw_add(raw, &count, sizeof count);
}

static Raw raw_start(void) {
    Raw raw = {.used = 0};
    raw_add(&raw, "WBCASE1", 8);
    return raw;
}

static bool raw_is_read(const Raw *raw, CaseFile *file) {
    FILE *stream = fopen(path, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(raw->bytes, 1, raw->used, stream), raw->used);
    fclose(stream);
    return case_file_read(path, 1 << 20, file, error);
}

static void assert_refused(const Raw *raw, const char *reason) {
    CaseFile file;
    ck_assert(!raw_is_read(raw, &file));
    ck_assert_msg(strstr(error, reason) != NULL, "'%s' does not say '%s'", error, reason);
    ck_assert_ptr_null(file.arrays);
    ck_assert_uint_eq(file.count, 0);
}

START_TEST(arrays_survive_a_round_trip) {
    CaseFile out = {0}, in;
    int64_t *m = case_file_add(&out, "m", CASE_INT64, 1);
    float *a = case_file_add(&out, "A", CASE_FLOAT32, 3);
    double *time = case_file_add(&out, "milliseconds", CASE_FLOAT64, 1);
    int32_t *keys = case_file_add(&out, "keys", CASE_INT32, 5);
    *m = -7, *time = 0.125;
    for (int i = 0; i < 3; i++) a[i] = (float)i + 0.5f;
    for (int i = 0; i < 5; i++) keys[i] = 100 - i;
    ck_assert(case_file_write(path, &out, error));
    ck_assert_msg(case_file_read(path, 4096, &in, error), "%s", error);
    ck_assert_uint_eq(in.count, 4);
    ck_assert_int_eq(case_file_integer(&in, "m", 0), -7);
    ck_assert_mem_eq(case_file_find(&in, "A")->data, a, 3 * sizeof *a);
    ck_assert_mem_eq(case_file_find(&in, "milliseconds")->data, time, sizeof *time);
    ck_assert_mem_eq(case_file_find(&in, "keys")->data, keys, 5 * sizeof *keys);
    ck_assert_int_eq(case_file_find(&in, "keys")->type, CASE_INT32);
    case_file_free(&out);
    case_file_free(&in);
}
END_TEST

START_TEST(layout_is_the_documented_one) {
    Raw raw = raw_start();
    const float values[3] = {1, 2, 3};
    raw_entry(&raw, "A", CASE_FLOAT32, 4, 3);
    raw_add(&raw, values, sizeof values);
    raw_add(&raw, "\0\0\0", 4);
    CaseFile file;
    ck_assert_msg(raw_is_read(&raw, &file), "%s", error);
    ck_assert_uint_eq(case_file_find(&file, "A")->count, 3);
    ck_assert_mem_eq(case_file_find(&file, "A")->data, values, sizeof values);
    ck_assert(case_file_write(path, &file, error));
    char written[128];
    FILE *stream = fopen(path, "rb");
    ck_assert_uint_eq(fread(written, 1, sizeof written, stream), raw.used);
    fclose(stream);
    ck_assert_mem_eq(written, raw.bytes, raw.used);
    case_file_free(&file);
}
END_TEST

START_TEST(names_are_unique_and_fit) {
    CaseFile file = {0};
    ck_assert_ptr_nonnull(case_file_add(&file, "A", CASE_FLOAT32, 1));
    ck_assert_ptr_null(case_file_add(&file, "A", CASE_FLOAT32, 1));
    ck_assert_ptr_null(case_file_add(&file, "", CASE_FLOAT32, 1));
    ck_assert_ptr_nonnull(case_file_add(&file, "twenty-three characters", CASE_FLOAT32, 1));
    ck_assert_ptr_null(case_file_add(&file, "twenty-four characters..", CASE_FLOAT32, 1));
    ck_assert_ptr_null(case_file_add(&file, "B", CASE_FLOAT32, UINT64_MAX / 4));
    case_file_free(&file);
}
END_TEST

START_TEST(integer_falls_back_unless_it_is_one_integer) {
    CaseFile file = {0};
    case_file_add(&file, "floats", CASE_FLOAT32, 1);
    case_file_add(&file, "pair", CASE_INT64, 2);
    ck_assert_int_eq(case_file_integer(&file, "floats", 5), 5);
    ck_assert_int_eq(case_file_integer(&file, "pair", 6), 6);
    ck_assert_int_eq(case_file_integer(&file, "missing", 7), 7);
    case_file_free(&file);
}
END_TEST

START_TEST(file_without_magic_is_refused) {
    Raw raw = {.used = 0};
    assert_refused(&raw, "is not a case file");
    raw_add(&raw, "WBCASE2", 8);
    assert_refused(&raw, "is not a case file");
}
END_TEST

START_TEST(every_truncation_is_refused) {
    Raw raw = raw_start();
    const int64_t value = 5;
    raw_entry(&raw, "m", CASE_INT64, 8, 1);
    raw_add(&raw, &value, sizeof value);
    for (size_t whole = raw.used, used = 9; used < whole; used++) {
        raw.used = used;
        CaseFile file;
        ck_assert_msg(!raw_is_read(&raw, &file), "%zu of %zu bytes were read as a case file", used, whole);
    }
}
END_TEST

START_TEST(count_larger_than_the_file_is_refused) {
    static const uint64_t counts[] = {1, 2, UINT64_C(1) << 32, UINT64_MAX / 4, UINT64_MAX / 4 + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        Raw raw = raw_start();
        raw_entry(&raw, "A", CASE_FLOAT32, 4, counts[i]);
        assert_refused(&raw, "longer than the file");
    }
}
END_TEST

START_TEST(unknown_type_or_element_size_is_refused) {
    static const uint32_t types[][2] = {{0, 4}, {5, 4}, {CASE_FLOAT32, 8}, {CASE_INT64, 4}, {CASE_INT64, 0}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        Raw raw = raw_start();
        raw_entry(&raw, "A", types[i][0], types[i][1], 0);
        assert_refused(&raw, "type is unknown");
    }
}
END_TEST

START_TEST(missing_padding_is_refused) {
    Raw raw = raw_start();
    raw_entry(&raw, "A", CASE_FLOAT32, 4, 1);
    raw_add(&raw, "\0\0\0", 4);
    assert_refused(&raw, "padding");
}
END_TEST

START_TEST(bad_names_are_refused) {
    Raw endless = raw_start(), empty = raw_start(), twice = raw_start();
    raw_entry(&endless, "name without a final NUL", CASE_INT64, 8, 0);
    assert_refused(&endless, "no proper name");
    raw_entry(&empty, "", CASE_INT64, 8, 0);
    assert_refused(&empty, "no proper name");
    raw_entry(&twice, "C", CASE_INT64, 8, 0);
    raw_entry(&twice, "C", CASE_INT64, 8, 0);
    assert_refused(&twice, "same name");
}
END_TEST

START_TEST(too_many_arrays_are_refused) {
    Raw raw = raw_start();
    for (int i = 0; i <= CASE_FILE_MAX_ARRAYS; i++) {
        char name[24];
        snprintf(name, sizeof name, "array %d", i);
        raw_entry(&raw, name, CASE_INT64, 8, 0);
    }
    assert_refused(&raw, "too many arrays");
}
END_TEST

START_TEST(large_file_is_refused_before_it_is_read) {
    CaseFile file;
    int descriptor = open(path, O_CREAT | O_WRONLY, 0600);
    ck_assert_int_eq(ftruncate(descriptor, 1 << 30), 0); // sparse
    close(descriptor);
    ck_assert(!case_file_read(path, 1 << 20, &file, error));
    ck_assert_ptr_nonnull(strstr(error, "larger than"));
}
END_TEST

START_TEST(what_is_no_plain_file_is_refused_without_waiting) {
    CaseFile file;
    char target[160];
    ck_assert(!case_file_read(path, 4096, &file, error));
    ck_assert(!case_file_read(folder, 4096, &file, error));
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    ck_assert(!case_file_read(path, 4096, &file, error));
    ck_assert_ptr_nonnull(strstr(error, "not a regular file"));
    unlink(path);
    snprintf(target, sizeof target, "%s/target", folder);
    CaseFile out = {0};
    ck_assert(case_file_write(target, &out, error));
    ck_assert_int_eq(symlink(target, path), 0);
    ck_assert(!case_file_read(path, 4096, &file, error));
    unlink(target);
}
END_TEST

START_TEST(write_to_a_missing_folder_fails_with_a_reason) {
    CaseFile file = {0};
    ck_assert(!case_file_write("/nonexistent/folder/case", &file, error));
    ck_assert_ptr_nonnull(strstr(error, "No such file"));
}
END_TEST

Suite *case_file_suite(void) {
    Suite *suite = suite_create("case_file");
    TCase *tests = tcase_create("case_file");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, arrays_survive_a_round_trip);
    tcase_add_test(tests, layout_is_the_documented_one);
    tcase_add_test(tests, names_are_unique_and_fit);
    tcase_add_test(tests, integer_falls_back_unless_it_is_one_integer);
    tcase_add_test(tests, file_without_magic_is_refused);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_test(tests, count_larger_than_the_file_is_refused);
    tcase_add_test(tests, unknown_type_or_element_size_is_refused);
    tcase_add_test(tests, missing_padding_is_refused);
    tcase_add_test(tests, bad_names_are_refused);
    tcase_add_test(tests, too_many_arrays_are_refused);
    tcase_add_test(tests, large_file_is_refused_before_it_is_read);
    tcase_add_test(tests, what_is_no_plain_file_is_refused_without_waiting);
    tcase_add_test(tests, write_to_a_missing_folder_fails_with_a_reason);
    suite_add_tcase(suite, tests);
    return suite;
}
