// test_case_file.c - case files survive a round trip, and malformed ones are refused with a reason.
#include "../../../../common/case_file.h"
#include "scratch.h"
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[SCRATCH_BYTES], path[128], error[160];

static void setup(void) {
    scratch_folder(folder, "case_file");
    snprintf(path, sizeof path, "%s/case", folder);
    error[0] = 0;
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

// What an entry claims of itself.
typedef struct {
    const char *name;
    uint16_t type, role;
    uint32_t element_bytes;
    uint64_t count, data_bytes;
} Claim;

static void raw_entry(Raw *raw, Claim claim) {
    char field[24] = {0};
    memcpy(field, claim.name, strlen(claim.name) < 24 ? strlen(claim.name) : 24);
    raw_add(raw, field, sizeof field);
    raw_add(raw, &claim.type, sizeof claim.type);
    raw_add(raw, &claim.role, sizeof claim.role);
    raw_add(raw, &claim.element_bytes, sizeof claim.element_bytes);
    raw_add(raw, &claim.count, sizeof claim.count);
    raw_add(raw, &claim.data_bytes, sizeof claim.data_bytes);
}

static Raw raw_start(void) {
    Raw raw = {.used = 0};
    raw_add(&raw, "WBCASE2", 8);
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

static const struct {
    CaseType type;
    uint32_t bytes;
} types[] = {
    {CASE_INT64, 8}, {CASE_FLOAT32, 4}, {CASE_FLOAT64, 8}, {CASE_INT32, 4},  {CASE_INT16, 2},
    {CASE_INT8, 1},  {CASE_UINT64, 8},  {CASE_UINT32, 4},  {CASE_UINT16, 2}, {CASE_UINT8, 1},
};
enum { TYPES = sizeof types / sizeof *types };

START_TEST(array_of_each_type_survives_a_round_trip) {
    CaseFile out = {0}, in;
    CaseRole role = (CaseRole)(_i % CASE_ROLE_COUNT);
    unsigned char *values = case_file_add(&out, "values", types[_i].type, role, 5);
    ck_assert_ptr_nonnull(values);
    for (uint32_t i = 0; i < 5 * types[_i].bytes; i++) values[i] = (unsigned char)(i * 7 + 1);
    ck_assert(case_file_write(path, &out, error));
    ck_assert_msg(case_file_read(path, 4096, &in, error), "%s", error);
    const CaseArray *array = case_file_find(&in, "values");
    ck_assert_int_eq(array->type, types[_i].type);
    ck_assert_int_eq(array->role, role);
    ck_assert_uint_eq(array->element_bytes, types[_i].bytes);
    ck_assert_uint_eq(case_type_bytes(array->type), types[_i].bytes);
    ck_assert_uint_eq(array->count, 5);
    ck_assert_mem_eq(array->data, values, 5 * types[_i].bytes);
    case_file_free(&out);
    case_file_free(&in);
}
END_TEST

START_TEST(structures_integers_and_announcements_survive_a_round_trip) {
    CaseFile out = {0}, in;
    char *bodies = case_file_add_structs(&out, "bodies", 28, CASE_IN_OUT, 3);
    memset(bodies, 'b', 3 * 28);
    ck_assert(case_file_set(&out, "m", -7));
    ck_assert(case_file_announce(&out, "C", CASE_FLOAT32, 4, CASE_OUT, UINT64_C(1) << 40));
    ck_assert(case_file_announce(&out, "totals", CASE_BYTES, 12, CASE_HOST_OUT, 2));
    ck_assert_ptr_nonnull(case_file_add(&out, "nothing", CASE_INT32, CASE_IN, 0));
    ck_assert(case_file_write(path, &out, error));
    ck_assert_msg(case_file_read(path, 4096, &in, error), "%s", error);
    ck_assert_uint_eq(in.count, 5);
    ck_assert_int_eq(case_file_integer(&in, "m", 0), -7);
    ck_assert_uint_eq(case_file_find(&in, "bodies")->element_bytes, 28);
    ck_assert_mem_eq(case_file_find(&in, "bodies")->data, bodies, 3 * 28);
    ck_assert_ptr_null(case_file_find(&in, "C")->data);
    ck_assert_uint_eq(case_file_find(&in, "C")->count, UINT64_C(1) << 40);
    ck_assert_ptr_null(case_file_find(&in, "totals")->data);
    ck_assert_int_eq(case_file_find(&in, "totals")->role, CASE_HOST_OUT);
    ck_assert_ptr_nonnull(case_file_find(&in, "nothing")->data);
    ck_assert_uint_eq(case_file_find(&in, "nothing")->count, 0);
    case_file_free(&out);
    case_file_free(&in);
}
END_TEST

START_TEST(sealed_file_has_contents_of_host_arrays_alone) {
    CaseFile out = {0}, in;
    static const CaseRole roles[] = {CASE_IN, CASE_IN_OUT, CASE_OUT, CASE_HOST_OUT, CASE_HOST};
    static const char *const names[] = {"in", "in_out", "out", "host_out", "host"};
    for (int i = 0; i < 5; i++) memset(case_file_add(&out, names[i], CASE_INT32, roles[i], 9), 'x', 9 * 4);
    ck_assert(case_file_write_sealed(path, &out, error));
    ck_assert_msg(case_file_read(path, 4096, &in, error), "%s", error);
    for (int i = 0; i < 5; i++) {
        const CaseArray *array = case_file_find(&in, names[i]);
        ck_assert_uint_eq(array->count, 9);
        ck_assert_int_eq(array->role, roles[i]);
        ck_assert((array->data != NULL) == (roles[i] == CASE_HOST));
    }
    char *bytes = calloc(1, 4096), *found = NULL;
    FILE *stream = fopen(path, "rb");
    size_t size = fread(bytes, 1, 4096, stream);
    fclose(stream);
    ck_assert_uint_eq(size, 8 + 5 * 48 + 40);
    for (size_t i = 0; i < size - 40 && !found; i++) found = bytes[i] == 'x' && bytes[i + 1] == 'x' ? bytes + i : NULL;
    ck_assert_msg(!found, "contents are in the file before those of the host's array");
    free(bytes);
    case_file_free(&out);
    case_file_free(&in);
}
END_TEST

START_TEST(layout_is_the_documented_one) {
    Raw raw = raw_start();
    const float values[3] = {1, 2, 3};
    raw_entry(&raw, (Claim){"A", CASE_FLOAT32, CASE_IN, 4, 3, 12});
    raw_add(&raw, values, sizeof values);
    raw_add(&raw, "\0\0\0", 4);
    raw_entry(&raw, (Claim){"C", CASE_BYTES, CASE_OUT, 12, 7, 0});
    CaseFile file;
    ck_assert_uint_eq(raw.used, 8 + 48 + 16 + 48);
    ck_assert_msg(raw_is_read(&raw, &file), "%s", error);
    ck_assert_uint_eq(case_file_find(&file, "A")->count, 3);
    ck_assert_mem_eq(case_file_find(&file, "A")->data, values, sizeof values);
    ck_assert_uint_eq(case_file_find(&file, "C")->element_bytes, 12);
    ck_assert(case_file_write(path, &file, error));
    char written[256];
    FILE *stream = fopen(path, "rb");
    ck_assert_uint_eq(fread(written, 1, sizeof written, stream), raw.used);
    fclose(stream);
    ck_assert_mem_eq(written, raw.bytes, raw.used);
    case_file_free(&file);
}
END_TEST

START_TEST(names_are_unique_and_fit) {
    CaseFile file = {0};
    ck_assert_ptr_nonnull(case_file_add(&file, "A", CASE_FLOAT32, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add(&file, "A", CASE_FLOAT32, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add(&file, "", CASE_FLOAT32, CASE_IN, 1));
    ck_assert_ptr_nonnull(case_file_add(&file, "twenty-three characters", CASE_FLOAT32, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add(&file, "twenty-four characters..", CASE_FLOAT32, CASE_IN, 1));
    ck_assert(!case_file_set(&file, "A", 1));
    ck_assert(!case_file_announce(&file, "A", CASE_FLOAT32, 4, CASE_OUT, 1));
    ck_assert_uint_eq(file.count, 2);
    case_file_free(&file);
}
END_TEST

START_TEST(array_that_makes_no_sense_is_not_added) {
    CaseFile file = {0};
    ck_assert_ptr_null(case_file_add(&file, "B", CASE_FLOAT32, CASE_IN, UINT64_MAX / 4));
    ck_assert_ptr_null(case_file_add(&file, "B", CASE_BYTES, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add(&file, "B", (CaseType)0, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add(&file, "B", CASE_TYPE_COUNT, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add(&file, "B", CASE_FLOAT32, CASE_ROLE_COUNT, 1));
    ck_assert_ptr_null(case_file_add_structs(&file, "B", 0, CASE_IN, 1));
    ck_assert_ptr_null(case_file_add_structs(&file, "B", UINT32_MAX, CASE_IN, UINT64_C(1) << 32));
    ck_assert(!case_file_announce(&file, "B", CASE_FLOAT32, 8, CASE_OUT, 1));
    ck_assert(!case_file_announce(&file, "B", CASE_BYTES, 0, CASE_OUT, 1));
    ck_assert(!case_file_announce(&file, "B", CASE_FLOAT32, 4, CASE_OUT, UINT64_MAX / 4 + 2));
    ck_assert(!case_file_announce(&file, "B", CASE_INT64, 8, CASE_HOST, 1)); // is nothing without contents
    ck_assert_uint_eq(file.count, 0);
    case_file_free(&file);
}
END_TEST

START_TEST(integer_falls_back_unless_it_is_one_integer) {
    CaseFile file = {0};
    case_file_add(&file, "floats", CASE_FLOAT32, CASE_HOST, 1);
    case_file_add(&file, "pair", CASE_INT64, CASE_HOST, 2);
    case_file_announce(&file, "announced", CASE_INT64, 8, CASE_HOST_OUT, 1);
    ck_assert_int_eq(case_file_integer(&file, "floats", 5), 5);
    ck_assert_int_eq(case_file_integer(&file, "pair", 6), 6);
    ck_assert_int_eq(case_file_integer(&file, "missing", 7), 7);
    ck_assert_int_eq(case_file_integer(&file, "announced", 8), 8);
    case_file_free(&file);
}
END_TEST

START_TEST(file_without_magic_is_refused) {
    Raw raw = {.used = 0};
    assert_refused(&raw, "is not a case file");
    raw_add(&raw, "WBCASE1", 8); // what was before roles
    assert_refused(&raw, "is not a case file");
}
END_TEST

START_TEST(every_truncation_is_refused) {
    Raw raw = raw_start();
    const int64_t value = 5;
    raw_entry(&raw, (Claim){"m", CASE_INT64, CASE_HOST, 8, 1, 8});
    raw_add(&raw, &value, sizeof value);
    for (size_t whole = raw.used, used = 9; used < whole; used++) {
        raw.used = used;
        CaseFile file;
        ck_assert_msg(!raw_is_read(&raw, &file), "%zu of %zu bytes were read as a case file", used, whole);
    }
}
END_TEST

// One entry with eight bytes behind it that is good but for what it claims.
static const struct {
    Claim claim;
    const char *reason;
} lies[] = {
    {{"A", CASE_FLOAT32, CASE_IN, 4, 3, 12}, "longer than the file"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, UINT64_C(1) << 32, UINT64_C(1) << 34}, "longer than the file"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, UINT64_MAX, UINT64_MAX - 3}, "longer than the file"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, 2, UINT64_MAX}, "longer than the file"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, 1, 8}, "not that of its elements"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, 3, 8}, "not that of its elements"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, 0, 8}, "not that of its elements"},
    {{"A", CASE_FLOAT32, CASE_IN, 4, UINT64_MAX / 4 + 3, 8}, "longer than memory"}, // 8 if it were to wrap
    {{"C", CASE_FLOAT32, CASE_OUT, 4, UINT64_MAX, 0}, "longer than memory"},
    {{"C", CASE_BYTES, CASE_OUT, UINT32_MAX, UINT64_C(1) << 32, 0}, "longer than memory"},
    {{"m", CASE_INT64, CASE_HOST, 8, 1, 0}, "no contents"},
    {{"A", 0, CASE_IN, 4, 2, 8}, "type is unknown"},
    {{"A", CASE_TYPE_COUNT, CASE_IN, 4, 2, 8}, "type is unknown"},
    {{"A", UINT16_MAX, CASE_IN, 4, 2, 8}, "type is unknown"},
    {{"A", CASE_FLOAT32, CASE_IN, 8, 1, 8}, "type is unknown"},
    {{"A", CASE_INT64, CASE_IN, 4, 2, 8}, "type is unknown"},
    {{"A", CASE_INT64, CASE_IN, 0, 1, 8}, "type is unknown"},
    {{"A", CASE_BYTES, CASE_IN, 0, 8, 8}, "type is unknown"},
    {{"A", CASE_INT64, CASE_ROLE_COUNT, 8, 1, 8}, "role is unknown"},
    {{"A", CASE_INT64, UINT16_MAX, 8, 1, 8}, "role is unknown"},
    {{"name without a final NUL", CASE_INT64, CASE_IN, 8, 1, 8}, "no proper name"},
    {{"", CASE_INT64, CASE_IN, 8, 1, 8}, "no proper name"},
};
START_TEST(entry_that_lies_is_refused) {
    Raw raw = raw_start();
    raw_entry(&raw, lies[_i].claim);
    raw_add(&raw, "8 bytes.", 8);
    assert_refused(&raw, lies[_i].reason);
}
END_TEST

START_TEST(missing_padding_is_refused) {
    Raw raw = raw_start();
    raw_entry(&raw, (Claim){"A", CASE_FLOAT32, CASE_IN, 4, 1, 4});
    raw_add(&raw, "\0\0\0", 4);
    assert_refused(&raw, "padding");
}
END_TEST

START_TEST(name_that_is_there_twice_is_refused) {
    Raw raw = raw_start();
    raw_entry(&raw, (Claim){"C", CASE_INT64, CASE_OUT, 8, 0, 0});
    raw_entry(&raw, (Claim){"C", CASE_INT64, CASE_IN, 8, 4, 0});
    assert_refused(&raw, "same name");
}
END_TEST

START_TEST(too_many_arrays_are_refused) {
    Raw raw = raw_start();
    for (int i = 0; i <= CASE_FILE_MAX_ARRAYS; i++) {
        char name[24];
        snprintf(name, sizeof name, "array %d", i);
        raw_entry(&raw, (Claim){name, CASE_INT64, CASE_IN, 8, 0, 0});
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
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_loop_test(tests, array_of_each_type_survives_a_round_trip, 0, TYPES);
    tcase_add_test(tests, structures_integers_and_announcements_survive_a_round_trip);
    tcase_add_test(tests, sealed_file_has_contents_of_host_arrays_alone);
    tcase_add_test(tests, layout_is_the_documented_one);
    tcase_add_test(tests, names_are_unique_and_fit);
    tcase_add_test(tests, array_that_makes_no_sense_is_not_added);
    tcase_add_test(tests, integer_falls_back_unless_it_is_one_integer);
    tcase_add_test(tests, file_without_magic_is_refused);
    tcase_add_test(tests, every_truncation_is_refused);
    tcase_add_loop_test(tests, entry_that_lies_is_refused, 0, sizeof lies / sizeof *lies);
    tcase_add_test(tests, missing_padding_is_refused);
    tcase_add_test(tests, name_that_is_there_twice_is_refused);
    tcase_add_test(tests, too_many_arrays_are_refused);
    tcase_add_test(tests, large_file_is_refused_before_it_is_read);
    tcase_add_test(tests, what_is_no_plain_file_is_refused_without_waiting);
    tcase_add_test(tests, write_to_a_missing_folder_fails_with_a_reason);
    suite_add_tcase(suite, tests);
    return suite;
}
