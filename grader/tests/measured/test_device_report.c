// test_device_report.c - what the grader reads of a report is what the device process wrote there: every function of
// measured/, over a program whose figures follow from its source (programs/reported.cu).
#include "exercises/exercise.h"
#include "jobs.h"
#include "measured/device_report.h"
#include "protocol/report_fields.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Job runs[2];
static char paths[2][JOB_PATH], emulate[JOB_PATH], program[JOB_PATH];
static DeviceReport *reports[2];
static DeviceReport *report; // of the whole program

static void run_program(void) {
    static const char *const names[] = {"test_device_report", "test_device_report.abort"};
    build_path(emulate, "emulate");
    build_path(program, "programs/reported");
    for (int i = 0; i < 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.json", names[i]);
        build_path(paths[i], name);
        runs[i] = (Job){.arguments = {emulate, "--quiet", "--json", paths[i], program, i ? "abort" : NULL}};
        snprintf(name, sizeof name, "%s.txt", names[i]);
        build_path(runs[i].output, name);
    }
    jobs_run(runs, 2);
}

static void read_reports(void) {
    char error[200] = "";
    for (int i = 0; i < 2; i++) {
        char *text = text_read(paths[i]);
        reports[i] = report_read(text, strlen(text), error);
        ck_assert_msg(reports[i] != NULL, "%s", error);
        free(text);
    }
    report = reports[0];
}

static void free_reports(void) {
    for (int i = 0; i < 2; i++) report_free(reports[i]);
}

// The line of the program that such a comment marks.
static unsigned line_marked(const char *mark) {
    char *text = text_read("grader/device/tests/programs/reported.cu"), *at = strstr(text, mark);
    unsigned line = 1;
    ck_assert_ptr_nonnull(at);
    for (const char *c = text; c < at; c++) line += *c == '\n';
    free(text);
    return line;
}

START_TEST(a_run_that_left_out_launches_is_refused) {
    char error[200] = "", text[100];
    int length =
        snprintf(text, sizeof text, "{\"%s\": %d, \"%s\": true}", REPORT_FORMAT, REPORT_FORMAT_NUMBER, REPORT_SAMPLED);
    ck_assert_ptr_null(report_read(text, (size_t)length, error));
    ck_assert_ptr_nonnull(strstr(error, "--sample"));
}
END_TEST

START_TEST(the_end_of_the_program_is_read) {
    int status, signal;
    report_program_end(report, &status, &signal);
    ck_assert_int_eq(status, 3);
    ck_assert_int_eq(signal, 0);
    report_program_end(reports[1], &status, &signal);
    ck_assert_int_eq(signal, 6);
    ck_assert_uint_eq(report_resets(report), 1);
    ck_assert_uint_eq(report_resets(reports[1]), 0);
}
END_TEST

START_TEST(launches_and_threads_are_read) {
    ck_assert_uint_eq(report_launches(report), 4);
    ck_assert_uint_eq(report_threads(report), 4 * 64 + 64 + 64 + 32);
    ck_assert_double_eq(report_kernel_counter(report, "copy", LOAD_SECTORS), 32);
    ck_assert_double_eq(report_kernel_counter(report, "copy", STORE_REQUESTS), 8);
}
END_TEST

START_TEST(fields_of_launches_are_read) {
    ck_assert_double_eq(report_launch_most(report, "copy", REPORT_BLOCK), 64);
    ck_assert_double_eq(report_launch_most(report, NULL, REPORT_GRID), 4);
    ck_assert_double_eq(report_launch_most(report, "race", REPORT_STATIC_SHARED_BYTES), 4 * 64);
    ck_assert_double_eq(report_launch_most(report, "race", REPORT_DYNAMIC_SHARED_BYTES), 4 * 64);
    ck_assert_double_eq(report_launch_most(report, "copy", REPORT_STATIC_SHARED_BYTES), 0);
    ck_assert_double_eq(report_launch_most(report, "repeat", REPORT_LOCAL_BYTES), 4 * 16);
    ck_assert_double_eq(report_occupancy(report, "copy"), 100);
    Range shared = report_working(report, "shared_load_bytes", REPORT_STATIC_SHARED_BYTES);
    ck_assert_double_eq(shared.least, 4 * 64);
    ck_assert_double_eq(shared.most, 4 * 64);
    ck_assert_double_eq(report_working(report, "hfma", REPORT_BLOCK).most, 0);
}
END_TEST

// Launches that count less than a quarter are left out, and fields are added up.
START_TEST(launches_that_work_are_told_from_decoys) {
    char error[200], text[600];
    int length = snprintf(text, sizeof text,
                          "{\"%s\": %d, \"launches\": ["
                          "{\"block\": [32, 2, 1], \"static_shared_bytes\": 8, \"dynamic_shared_bytes\": 100, "
                          "\"counters\": {\"ffma\": 30}},"
                          "{\"block\": [16, 1, 1], \"dynamic_shared_bytes\": 50, \"counters\": {\"ffma\": 60}},"
                          "{\"block\": [1, 1, 1], \"counters\": {\"ffma\": 10}}]}",
                          REPORT_FORMAT, REPORT_FORMAT_NUMBER);
    DeviceReport *launches = report_read(text, (size_t)length, error);
    Range threads = report_working(launches, "ffma", REPORT_BLOCK);
    Range shared = report_working(launches, "ffma", REPORT_STATIC_SHARED_BYTES "+" REPORT_DYNAMIC_SHARED_BYTES);
    ck_assert_double_eq(threads.least, 16);
    ck_assert_double_eq(threads.most, 64);
    ck_assert_double_eq(shared.least, 50);
    ck_assert_double_eq(shared.most, 108);
    report_free(launches);
}
END_TEST

// What comes before the first launch that works prepares, and nothing behind it does.
START_TEST(preparation_is_no_work) {
    char error[200], text[600];
    int length = snprintf(text, sizeof text,
                          "{\"%s\": %d, \"launches\": ["
                          "{\"counters\": {\"global_store_sectors\": 1}},"
                          "{\"counters\": {\"global_store_sectors\": 2, \"ffma\": 1}},"
                          "{\"counters\": {\"global_store_sectors\": 4}},"
                          "{\"counters\": {\"global_store_sectors\": 8, \"dfma\": 1}}]}",
                          REPORT_FORMAT, REPORT_FORMAT_NUMBER);
    DeviceReport *launches = report_read(text, (size_t)length, error);
    ck_assert_double_eq(report_working_counter(launches, "global_store_sectors", "dfma+ffma"), 2 + 4 + 8);
    ck_assert_double_eq(report_working_counter(launches, "global_store_sectors", "dfma"), 8);
    ck_assert_double_eq(report_working_counter(launches, "global_store_sectors", "hfma"), 1 + 2 + 4 + 8);
    report_free(launches);
}
END_TEST

// Pieces of the work hide neither behind their number nor behind a decoy that is larger than each of them.
START_TEST(launches_that_work_together_are_none_of_few) {
    static const struct {
        int pieces, decoy, least, most; // pieces count 10 and have 100 threads or one more each
    } rows[] = {{1, 0, 100, 100}, {10, 0, 102, 107}, {3, 9, 100, 102}, {3, 10, 8, 102},
                {3, 30, 8, 101},  {3, 90, 8, 100},   {3, 91, 8, 8}};
    char error[200], text[2000];
    int length = snprintf(text, sizeof text, "{\"%s\": %d, \"launches\": [", REPORT_FORMAT, REPORT_FORMAT_NUMBER);
    for (int i = 0; i < rows[_i].pieces; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "{\"block\": [%d, 1, 1], \"counters\": {\"ffma\": 10}},", 100 + i);
    length += snprintf(text + length, sizeof text - (size_t)length,
                       "{\"block\": [8, 1, 1], \"counters\": {\"ffma\": %d}}]}", rows[_i].decoy);
    DeviceReport *launches = report_read(text, (size_t)length, error);
    Range threads = report_working(launches, "ffma", REPORT_BLOCK);
    ck_assert_double_eq(threads.least, rows[_i].least);
    ck_assert_double_eq(threads.most, rows[_i].most);
    report_free(launches);
}
END_TEST

// 8 warps are resident together, and each waits once: all bytes arrive in one wait.
START_TEST(what_is_in_flight_is_read) {
    ck_assert_double_eq(report_warps_together(report), 8);
    ck_assert_double_eq(report_in_flight(report, "copy", 1024), 1024);
}
END_TEST

START_TEST(transfers_and_the_timeline_are_read) {
    double span = report_timeline(report, REPORT_SPAN_US), busy = report_timeline(report, REPORT_BUSY_US);
    ck_assert_double_eq(report_copied(report, REPORT_HOST_TO_DEVICE), 1024);
    ck_assert_double_eq(report_copied(report, REPORT_DEVICE_TO_HOST), 512);
    ck_assert_double_eq(report_copied(report, REPORT_DEVICE_TO_DEVICE), 256);
    ck_assert_double_eq(report_copied(report, REPORT_KERNEL_TO_HOST), 0);
    ck_assert_double_gt(span, 0);
    ck_assert_double_gt(busy, span); // two copies overlap
}
END_TEST

// The load is a line of the toolkit's and counts for the line that calls it.
START_TEST(lines_are_read) {
    VerdictLine lines[COSTLY_LINES];
    VerdictFigures figures[50];
    unsigned line = line_marked("// line of copy"), count = report_figures(report, "reported.cu", figures, 50), at = 0;
    ck_assert_uint_ge(report_lines(report, "reported.cu", STORE_SECTORS, lines), 1);
    ck_assert_uint_eq(lines[0].line, line);
    ck_assert_str_eq(lines[0].words, ""); // 4 sectors per request are what 128 bytes need, and no reason for a miss
    while (at < count && figures[at].line != line) at++;
    ck_assert_uint_lt(at, count);
    ck_assert_double_eq(figures[at].requests, 16);
    ck_assert_double_eq(figures[at].sectors, 64);
    ck_assert_double_eq(figures[at].needed, 64);
}
END_TEST

START_TEST(refused_calls_are_read) {
    char words[200];
    report_api_error(report, words); // and not those that follow the fault
    ck_assert_str_eq(words, "cudaSetDevice was refused: cudaErrorInvalidDevice");
    ck_assert(report_out_of_memory(report));
    report_api_error(reports[1], words);
    ck_assert_str_eq(words, "");
    ck_assert(!report_out_of_memory(reports[1]));
}
END_TEST

static const VerdictFault *fault_of(const char *kernel, VerdictFault *fault) {
    for (unsigned i = 0; i < report_fault_count(report); i++) {
        ck_assert(report_fault(report, i, fault));
        if (!strncmp(fault->kernel, kernel, strlen(kernel))) return fault;
    }
    ck_abort_msg("there is no fault of %s", kernel);
}

START_TEST(a_race_is_read_with_both_its_accesses) {
    VerdictFault fault;
    unsigned write = line_marked("// line of the write"), read = line_marked("// line of the read");
    fault_of("race(", &fault);
    ck_assert_int_eq(fault.kind, FAULT_RACE_SHARED);
    ck_assert_str_eq(fault.space, "shared");
    ck_assert_ptr_nonnull(strstr(fault.file, "reported.cu"));
    ck_assert_ptr_nonnull(strstr(fault.other_file, "reported.cu"));
    ck_assert_uint_eq(fault.is_write ? fault.line : fault.other_line, write);
    ck_assert_uint_eq(fault.is_write ? fault.other_line : fault.line, read);
    ck_assert(fault.is_write != fault.other_is_write);
    ck_assert_uint_eq(fault.bytes, 4);
    unsigned writer = fault.is_write ? fault.thread[0] : fault.other_thread[0];
    unsigned reader = fault.is_write ? fault.other_thread[0] : fault.thread[0];
    ck_assert_uint_eq(reader, writer + 32);
    ck_assert_uint_ge(fault.count, 32);
}
END_TEST

START_TEST(a_fault_is_read_with_its_memory) {
    VerdictFault fault;
    fault_of("past_the_end(", &fault);
    ck_assert_uint_eq(fault.line, line_marked("// line past the end"));
    ck_assert_str_eq(fault.space, "global");
    ck_assert(fault.is_write);
    ck_assert_uint_eq(fault.allocation_bytes, 1024);
    ck_assert_uint_eq(fault.address, fault.allocation + 1024 + 4 * fault.thread[0]);
    ck_assert_str_ne(fault.sentence, "");
    ck_assert(!report_fault(report, report_fault_count(report), &fault));
}
END_TEST

Suite *device_report_suite(void);
Suite *device_report_suite(void) {
    Suite *suite = suite_create("device_report");
    TCase *read = tcase_create("read");
    tcase_add_unchecked_fixture(read, run_program, NULL);
    tcase_add_checked_fixture(read, read_reports, free_reports);
    tcase_add_test(read, a_run_that_left_out_launches_is_refused);
    tcase_add_test(read, the_end_of_the_program_is_read);
    tcase_add_test(read, launches_and_threads_are_read);
    tcase_add_test(read, fields_of_launches_are_read);
    tcase_add_test(read, launches_that_work_are_told_from_decoys);
    tcase_add_test(read, preparation_is_no_work);
    tcase_add_loop_test(read, launches_that_work_together_are_none_of_few, 0, 7);
    tcase_add_test(read, what_is_in_flight_is_read);
    tcase_add_test(read, transfers_and_the_timeline_are_read);
    tcase_add_test(read, lines_are_read);
    tcase_add_test(read, refused_calls_are_read);
    tcase_add_test(read, a_race_is_read_with_both_its_accesses);
    tcase_add_test(read, a_fault_is_read_with_its_memory);
    suite_add_tcase(suite, read);
    return suite;
}
