// test_device_output.c - the annotated formats of `emulate`: text made fit, three formats of one account, narrow
// terminals, registers from ptxas, and reports in spite of kernels that do not end.
//
// programs/listing.cu says what its lines do; the numbers here follow from its source.
#include "jobs.h"
#include "system/html.h"
#include "system/text.h"
#include <check.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OLDER_PTX "-gencode=arch=compute_75,code=[compute_75,sm_75]" // runs on an A100, for which ptxas must be asked

enum {
    LINES,
    NARROW,
    ABANDONED,
    FLOOD,
    FLOOD_IN_ORDER,
    A100,
    A100_WITHOUT,
    T4,
    FOR_PROGRAMS,
    TIMED,
    TIMED_BY_OPTION,
    TIMED_ROUGHLY,
    JOBS
};
static Job jobs[JOBS];
static char emulate[JOB_PATH], program[JOB_PATH], older[JOB_PATH], page[JOB_PATH];

static const char *report(int job) {
    static char paths[JOBS][JOB_PATH];
    char name[64];
    snprintf(name, sizeof name, "test_device_output.%d.json", job);
    return build_path(paths[job], name);
}

static json_t *report_read(int job) {
    json_error_t error;
    json_t *json = json_load_file(report(job), 0, &error);
    ck_assert_msg(json != NULL, "%s: %s", report(job), error.text);
    return json;
}

static void build_older(void) {
    static char log[JOB_PATH];
    const char *nvcc = getenv("WORKBOOK_NVCC");
    Job build = {.arguments = {nvcc ? nvcc : "nvcc", OLDER_PTX, "-lineinfo", "-cudart", "shared", "-Xptxas", "-v",
                               "grader/device/tests/programs/listing.cu", "-o",
                               build_path(older, "programs/listing_75")}};
    snprintf(build.output, sizeof build.output, "%s", build_path(log, "test_device_output.nvcc.txt"));
    jobs_run(&build, 1);
    need(build.status == 0, "listing.cu cannot be built for sm_75");
}

static void run_programs(void) {
    build_older();
    build_path(emulate, "emulate");
    build_path(program, "programs/listing");
    build_path(page, "test_device_output.html");
    jobs[LINES] = (Job){.arguments = {"env", "COLUMNS=100", emulate, "--quiet", "--annotate", "--html", page, "--json",
                                      report(LINES), program, "lines"}};
    jobs[NARROW] =
        (Job){.arguments = {"env", "COLUMNS=60", emulate, "--quiet", "--estimate", "--annotate", program, "lines"}};
    jobs[ABANDONED] = (Job){.arguments = {emulate, "--quiet", "--json", report(ABANDONED), program, "abandoned"}};
    jobs[FLOOD] = (Job){.arguments = {emulate, "--quiet", program, "flood"}};
    jobs[FLOOD_IN_ORDER] = (Job){.arguments = {emulate, "--quiet", "--in-order", program, "flood"}};
    jobs[A100] = (Job){.arguments = {emulate, "--quiet", "--gpu", "a100", "--json", report(A100), older, "lines"}};
    jobs[A100_WITHOUT] = (Job){.arguments = {emulate, "--quiet", "--gpu", "a100", "--ptxas", "none", "--json",
                                             report(A100_WITHOUT), older, "lines"}};
    jobs[T4] = (Job){
        .arguments = {emulate, "--quiet", "--gpu", "t4", "--ptxas", "none", "--json", report(T4), older, "lines"}};
    jobs[FOR_PROGRAMS] =
        (Job){.arguments = {"sh", "-c", "exec \"$0\" --quiet --gpu a100 --json-fd 3 \"$1\" lines 3> \"$2\"", emulate,
                            older, report(FOR_PROGRAMS)}};
    jobs[TIMED] = (Job){.arguments = {emulate, program, "timed"}};
    jobs[TIMED_BY_OPTION] = (Job){.arguments = {emulate, "--estimate", program, "timed"}};
    jobs[TIMED_ROUGHLY] = (Job){.arguments = {emulate, "--gpu", "a100", older, "timed"}};
    for (int i = 0; i < JOBS; i++) {
        char name[64];
        snprintf(name, sizeof name, "test_device_output.%d.txt", i);
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, JOBS);
}

START_TEST(runs_end_as_their_programs) { ck_assert_int_eq(jobs[_i].status, _i == ABANDONED ? 5 : 0); }
END_TEST

// ---- text ----------------------------------------------------------------------------------------------------------

typedef void Print(FILE *file, const char *text);
static void print_five(FILE *file, const char *text) { print_cut(file, text, 5); }

static const struct {
    Print *print;
    const char *text, *shown;
} texts[] = {
    {print_clean, "a\x1b]0;b\x07\x7f", "a?]0;b??"},
    {print_clean,
     "\xc2\x9b"
     "31m",
     "?31m"}, // the one-character CSI
    {print_five, "12345", "12345"},
    {print_five, "123456", "1234…"},
    {print_five, "\tx", "    x"},
    {print_five, "a\tbc", "a   …"},
    {print_five, "日本語", "日本…"}, // two columns each
    {print_five, "\xff\xff", "??"},
};

START_TEST(text_is_made_fit) {
    char *shown;
    size_t size;
    FILE *file = open_memstream(&shown, &size);
    texts[_i].print(file, texts[_i].text);
    fclose(file);
    ck_assert_str_eq(shown, texts[_i].shown);
    free(shown);
}
END_TEST

// ---- one account ---------------------------------------------------------------------------------------------------

static json_t *kernel_named(json_t *json, const char *name) {
    size_t index;
    json_t *kernel;
    json_array_foreach(json_object_get(json, "source"), index, kernel) {
        if (strncmp(json_string_value(json_object_get(kernel, "kernel")), name, strlen(name)) == 0) return kernel;
    }
    ck_abort_msg("no kernel is called %s", name);
}

static long long number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

static json_t *line_of(json_t *kernel, long long line) {
    size_t index;
    json_t *entry;
    json_array_foreach(json_object_get(kernel, "lines"), index, entry) if (number(entry, "line") == line) return entry;
    ck_abort_msg("line %lld did nothing", line);
}

// Loads of 1024 threads are 32 requests; side by side they need 4 sectors each, 32 floats apart 32. The store is
// side by side.
START_TEST(launches_of_a_kernel_add_up_at_their_lines) {
    json_t *json = report_read(LINES), *near = kernel_named(json, "strided<1>"),
           *far = kernel_named(json, "strided<32>");
    ck_assert_int_eq(number(near, "launches"), 2);
    ck_assert_int_eq(number(line_of(near, 9), "requests"), 64);
    ck_assert_int_eq(number(line_of(near, 9), "sectors"), 256);
    ck_assert_int_eq(number(line_of(near, 10), "requests"), 64);
    ck_assert_int_eq(number(line_of(far, 9), "requests"), 32);
    ck_assert_int_eq(number(line_of(far, 9), "sectors"), 1024);
    ck_assert_int_eq(number(line_of(far, 10), "sectors"), 128);
    json_decref(json);
}
END_TEST

// Copies the cells of a row of the page, tags and digit gaps removed, blanks between: as the terminal has them.
static void row_text(const char *row, char *text, size_t size) {
    size_t length = 0;
    const char *end = strstr(row, "</tr>");
    for (const char *at = row; at < end && length < size - 2;) {
        if (strncmp(at, "<td class=\"number\"", 18) == 0) break;
        if (strncmp(at, "</td>", 5) == 0 && length && text[length - 1] != ' ') text[length++] = ' ';
        if (*at == '<') at = strchr(at, '>') + 1;
        else if (strncmp(at, "\u202f", 3) == 0) at += 3;
        else text[length++] = *at++;
    }
    text[length] = 0;
}

static void expected_text(json_t *line, char *text, size_t size) {
    size_t at = (size_t)snprintf(text, size, "%lld ", number(line, "executed"));
    if (number(line, "requests"))
        at += (size_t)snprintf(text + at, size - at, "%lld %.2f ", number(line, "requests"),
                               json_real_value(json_object_get(line, "sectors_per_request")));
    if (!json_is_null(json_object_get(line, "conflicts")))
        at += (size_t)snprintf(text + at, size - at, "%lld ", number(line, "conflicts"));
    if (number(line, "diverged")) snprintf(text + at, size - at, "%lld ", number(line, "diverged"));
}

// The words in front of a "|" and the line's number, one blank behind each. false: no line is like that.
static bool terminal_has(const char *text, long long line, const char *figures) {
    char behind[32];
    snprintf(behind, sizeof behind, "|%5lld  ", line);
    for (const char *at = text; (at = strstr(at, behind)); at++) {
        const char *start = at;
        char words[200] = "", *to = words;
        while (start > text && start[-1] != '\n') start--;
        for (; start < at; start++)
            if (*start != ' ' || (to > words && to[-1] != ' ')) *to++ = *start;
        *to = 0;
        if (strcmp(words, figures) == 0) return true;
    }
    return false;
}

START_TEST(page_and_terminal_say_what_json_says) {
    json_t *json = report_read(LINES), *kernel, *line;
    char *html = text_read(page), *terminal = text_read(jobs[LINES].output);
    ck_assert_ptr_null(strstr(html, HTML_MISTAKE));
    size_t k, n, compared = 0;
    json_array_foreach(json_object_get(json, "source"), k, kernel) {
        json_array_foreach(json_object_get(kernel, "lines"), n, line) {
            char id[64], shown[400], expected[200];
            snprintf(id, sizeof id, "<tr id=\"line-%zu-%zu\">", k, n);
            const char *row = strstr(html, id);
            ck_assert_msg(row != NULL, "%s is not on the page", id);
            row_text(row, shown, sizeof shown);
            expected_text(line, expected, sizeof expected);
            ck_assert_str_eq(shown, expected);
            ck_assert_msg(terminal_has(terminal, number(line, "line"), expected), "line %lld: %s", number(line, "line"),
                          expected);
            compared++;
        }
    }
    ck_assert_uint_ge(compared, 14);
    free(html);
    free(terminal);
    json_decref(json);
}
END_TEST

START_TEST(a_race_stands_at_both_lines_and_links_them) {
    json_t *json = report_read(LINES), *kernel = kernel_named(json, "swap_racing");
    char *html = text_read(page);
    ck_assert_uint_ge(json_array_size(json_object_get(line_of(kernel, 15), "faults")), 1);
    ck_assert_uint_ge(json_array_size(json_object_get(line_of(kernel, 16), "faults")), 1);
    const char *section = strstr(html, "<code>swap_racing");
    ck_assert_ptr_nonnull(strstr(html, "<b>race_shared</b> with <a href=\"#line-"));
    ck_assert_ptr_nonnull(strstr(html, ">listing.cu:15</a>"));
    ck_assert_ptr_nonnull(strstr(html, ">listing.cu:16</a>"));
    ck_assert_ptr_nonnull(section);
    free(html);
    json_decref(json);
}
END_TEST

START_TEST(nothing_of_the_program_becomes_markup) {
    char *html = text_read(page);
    ck_assert_ptr_null(strstr(html, "<script"));
    ck_assert_ptr_null(strstr(html, "http://"));
    ck_assert_ptr_null(strstr(html, "https://"));
    ck_assert_ptr_null(strstr(html, "\xe2\x80\xae"));
    ck_assert_ptr_nonnull(strstr(html, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;quotes&#39;"));
    ck_assert_ptr_nonnull(strstr(html, "/nowhere/&lt;script&gt;alert(&#39;2&#39;)&amp;.cu"));
    ck_assert_ptr_nonnull(strstr(html, "strided&lt;32&gt;"));
    ck_assert_ptr_nonnull(strstr(html, "default-src 'none'"));
    free(html);
}
END_TEST

static const struct {
    int job;
    size_t columns;
} TERMINALS[] = {{LINES, 100}, {NARROW, 60}};

START_TEST(lines_fit_into_the_terminal) {
    char *text = text_read(jobs[TERMINALS[_i].job].output), *rest = text;
    bool cut = false;
    for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n")) {
        ck_assert_msg(text_columns(line) <= TERMINALS[_i].columns, "%zu columns: %s", text_columns(line), line);
        cut |= strstr(line, "float value") && strstr(line, "…");
    }
    ck_assert_msg(cut, "the long line has no ellipsis");
    free(text);
}
END_TEST

// 32 requests of 32 sectors; strided<32>'s line 9 loads with a stride of 32 floats.
START_TEST(a_narrow_terminal_has_figures_below_the_line) {
    char *text = text_read(jobs[NARROW].output), *kernel = strstr(text, "\nstrided<32>(");
    ck_assert_ptr_nonnull(kernel);
    char *line = strstr(kernel, "\n    9      float value = in[i * STRIDE];");
    ck_assert_ptr_nonnull(line);
    ck_assert_msg(text_begins(strchr(line + 1, '\n'), "\n       requests 32  sectors 32.00  executed "), "%.200s",
                  line);
    ck_assert_ptr_nonnull(strstr(text, "\n          time "));
    free(text);
}
END_TEST

// ---- times between events ------------------------------------------------------------------------------------------

START_TEST(a_time_between_events_is_an_estimate_without_an_option) {
    char *timed = text_read(jobs[TIMED].output), *by_option = text_read(jobs[TIMED_BY_OPTION].output);
    ck_assert_ptr_nonnull(strstr(timed, " ms\nemulated GPU: times between events are estimates for an NVIDIA H200, not "
                                        "measurements\n"));
    ck_assert_str_eq(timed, by_option);
    free(timed);
    free(by_option);
}
END_TEST

// The program has machine code for another GPU only.
START_TEST(a_time_without_machine_code_is_said_to_be_rough) {
    char *text = text_read(jobs[TIMED_ROUGHLY].output);
    ck_assert_ptr_nonnull(strstr(text,
                                 "\nemulated GPU: the time of strided<32>(const float*, float*) is only a rough one, "
                                 "from its bytes and instructions (no estimate: the program has no machine code "
                                 "for this GPU)\n"));
    free(text);
}
END_TEST

// ---- registers -----------------------------------------------------------------------------------------------------

static json_t *first_launch(json_t *json) { return json_array_get(json_object_get(json, "launches"), 0); }

START_TEST(registers_come_from_ptxas_where_there_is_no_machine_code) {
    json_t *json = report_read(A100);
    // strided<1>: any assembler needs some, and blocks of 256 threads with at most 32 registers fill an A100
    long long registers = number(first_launch(json), "registers_per_thread");
    ck_assert_int_gt(registers, 0);
    ck_assert_int_le(registers, 32);
    ck_assert_double_eq(json_real_value(json_object_get(json_object_get(first_launch(json), "occupancy"), "percent")),
                        100);
    ck_assert(json_is_null(json_object_get(json, "occupancy_note")));
    json_decref(json);
}
END_TEST

START_TEST(without_ptxas_occupancy_is_unknown_and_said_to_be) {
    json_t *json = report_read(A100_WITHOUT);
    ck_assert(json_is_null(json_object_get(first_launch(json), "registers_per_thread")));
    ck_assert(json_is_null(json_object_get(first_launch(json), "occupancy")));
    ck_assert_str_eq(json_string_value(json_object_get(json, "occupancy_note")), "ptxas was not to be used");
    json_decref(json);
}
END_TEST

START_TEST(machine_code_of_the_gpu_needs_no_ptxas) {
    json_t *json = report_read(T4);
    ck_assert_int_gt(number(first_launch(json), "registers_per_thread"), 0);
    ck_assert(json_is_null(json_object_get(json, "occupancy_note")));
    json_decref(json);
}
END_TEST

START_TEST(a_report_for_programs_runs_no_ptxas_unasked) {
    json_t *json = report_read(FOR_PROGRAMS);
    ck_assert(json_is_null(json_object_get(first_launch(json), "occupancy")));
    json_decref(json);
}
END_TEST

// ---- kernels without end -------------------------------------------------------------------------------------------

START_TEST(a_kernel_that_outlives_its_program_is_stopped_and_reported) {
    json_t *json = report_read(ABANDONED), *fault = json_array_get(json_object_get(json, "faults"), 0);
    ck_assert_int_eq(number(json_object_get(json, "program"), "exit"), 5);
    ck_assert_str_eq(json_string_value(json_object_get(fault, "kind")), "timeout");
    ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(fault, "kernel")), "endless"));
    ck_assert_str_eq(json_string_value(json_object_get(first_launch(json), "error")), "cudaErrorLaunchTimeout");
    json_decref(json);
}
END_TEST

// 2 048 000 lines a launch: what comes is the beginning of what the blocks in their order say.
START_TEST(a_flood_of_printf_is_cut_at_the_same_place_whatever_the_order) {
    char *text = text_read(jobs[FLOOD].output), *in_order = text_read(jobs[FLOOD_IN_ORDER].output);
    ck_assert_msg(strcmp(text, in_order) == 0, "%zu and %zu bytes differ", strlen(text), strlen(in_order));
    ck_assert_uint_gt(strlen(text), 1 << 20);
    ck_assert_uint_lt(strlen(text), 32 << 20);
    ck_assert_int_eq(strncmp(text, "block 0 thread 0 says 0\n", 24), 0);
    free(text);
    free(in_order);
}
END_TEST

Suite *device_output_suite(void) {
    Suite *suite = suite_create("device_output");
    TCase *fit = tcase_create("text");
    tcase_add_loop_test(fit, text_is_made_fit, 0, sizeof texts / sizeof *texts);
    suite_add_tcase(suite, fit);
    TCase *tests = tcase_create("reports");
    tcase_add_unchecked_fixture(tests, run_programs, NULL);
    tcase_add_loop_test(tests, runs_end_as_their_programs, 0, JOBS);
    tcase_add_test(tests, launches_of_a_kernel_add_up_at_their_lines);
    tcase_add_test(tests, page_and_terminal_say_what_json_says);
    tcase_add_test(tests, a_race_stands_at_both_lines_and_links_them);
    tcase_add_test(tests, nothing_of_the_program_becomes_markup);
    tcase_add_loop_test(tests, lines_fit_into_the_terminal, 0, sizeof TERMINALS / sizeof *TERMINALS);
    tcase_add_test(tests, a_narrow_terminal_has_figures_below_the_line);
    tcase_add_test(tests, a_time_between_events_is_an_estimate_without_an_option);
    tcase_add_test(tests, a_time_without_machine_code_is_said_to_be_rough);
    tcase_add_test(tests, registers_come_from_ptxas_where_there_is_no_machine_code);
    tcase_add_test(tests, without_ptxas_occupancy_is_unknown_and_said_to_be);
    tcase_add_test(tests, machine_code_of_the_gpu_needs_no_ptxas);
    tcase_add_test(tests, a_report_for_programs_runs_no_ptxas_unasked);
    tcase_add_test(tests, a_kernel_that_outlives_its_program_is_stopped_and_reported);
    tcase_add_test(tests, a_flood_of_printf_is_cut_at_the_same_place_whatever_the_order);
    suite_add_tcase(suite, tests);
    return suite;
}
