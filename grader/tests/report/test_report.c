// test_report.c - the record and what is printed from it.
#include "report/report.h"
#include "system/text.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static Verdict verdict, back;
static char *printed;
static size_t printed_length;

// A verdict with every kind of row, and text that formats have to take care of.
static void setup(void) {
    verdict = (Verdict){.exercise = exercise_named("warp_map"),
                        .state = STATE_fault,
                        .points = 40,
                        .max_points = 100,
                        .seed = 42,
                        .cases_passed = 1};
    ck_assert(
        verdict_alloc(&verdict, (VerdictSizes){.parts = 1, .cases = 2, .faults = 1, .counters = 1, .answers = 1}));
    strcpy(verdict.file, "=cmd(), \"x\".cu");
    strcpy(verdict.summary, "a < b && c > \"d\"");
    verdict.parts[0] = (VerdictPart){"right results", 40, 50, "1 of 2", false};
    verdict.cases[0] = (VerdictCase){.label = "first", .seed = 7, .ran = true, .result.passed = true};
    verdict.cases[1] = (VerdictCase){.label = "second",
                                     .hidden = true,
                                     .ran = true,
                                     .result = {.has_element = true,
                                                .array = "C",
                                                .index = {3, 17},
                                                .index_count = 2,
                                                .expected = 1.25,
                                                .got = NAN,
                                                .wrong_count = 2,
                                                .total = 9,
                                                .message = "C[3][17] is nan"}};
    verdict.faults[0] = (VerdictFault){.kind = FAULT_RACE_SHARED,
                                       .sentence = "two threads",
                                       .kernel = "k<int>(float *)",
                                       .file = "x.cu",
                                       .line = 12,
                                       .source = "tile[i] = a[j];",
                                       .block = {1, 2, 3},
                                       .thread = {4, 5, 6},
                                       .other_file = "x.cu",
                                       .other_line = 14,
                                       .other_thread = {7, 8, 9},
                                       .address = 64,
                                       .count = 3,
                                       .case_label = "first"};
    verdict.counters[0] = (VerdictCounter){.label = "sectors",
                                           .case_label = "first",
                                           .value = 4,
                                           .least = -INFINITY,
                                           .most = 4.5,
                                           .measured = true,
                                           .met = true};
    verdict.answers[0] = (VerdictAnswer){.name = "sectors",
                                         .asks = "sectors <of> a request",
                                         .given = "17",
                                         .measured = "16",
                                         .state = ANSWER_WRONG,
                                         .points = 1,
                                         .max_points = 2,
                                         .why = "count the first one too"};
    verdict.leaks =
        (VerdictLeaks){.count = 2, .bytes = 4096, .line = 31, .source = "cudaMalloc(&a, n);", .case_label = "first"};
    verdict.cases[1].spoilt = true;
    verdict.time = (VerdictTime){.has_estimate = true,
                                 .estimate = {.size = "8192 x 8192",
                                              .gpu = "NVIDIA H200",
                                              .yours_us = 160.2,
                                              .low_us = 144,
                                              .high_us = 190.6,
                                              .solution_us = 155,
                                              .plain_us = 969,
                                              .dram_bytes = 5e8,
                                              .limit = "line 9's bank conflicts cost 0.05 of 0.16 ms"},
                                 .judged = true,
                                 .scale = {.steps = {{"naive", 969}, {"tiled", 482.2}, {"padded", 155}},
                                           .step_count = 3,
                                           .full = 2,
                                           .plain_us = 969,
                                           .full_us = 155,
                                           .counts_us = 160.2,
                                           .share = 1}};
}

static void teardown(void) {
    verdict_free(&verdict);
    verdict_free(&back);
    free(printed);
    printed = NULL;
}

static void print_with(void (*print)(FILE *, const Verdict *, unsigned)) {
    FILE *out = open_memstream(&printed, &printed_length);
    print(out, &verdict, 1);
    fclose(out);
}

static void print_terminal(FILE *out, const Verdict *verdicts, unsigned count) {
    report_print_terminal(out, (TerminalStyle){.width = 100, .verbose = true}, verdicts, count);
}

static bool shows(const char *text) { return strstr(printed, text) != NULL; }

START_TEST(record_survives_the_way_through_json) {
    strcpy(verdict.printed, "n is 16\n");
    strcpy(verdict.printed_case, "n = 16");
    json_t *json = verdict_to_json(&verdict);
    ck_assert(verdict_from_json(json, &back));
    json_decref(json);
    ck_assert_ptr_eq(back.exercise, verdict.exercise);
    ck_assert_int_eq(back.state, STATE_fault);
    ck_assert_str_eq(back.file, verdict.file);
    ck_assert_str_eq(back.summary, verdict.summary);
    ck_assert_str_eq(back.printed, verdict.printed);
    ck_assert_str_eq(back.printed_case, verdict.printed_case);
    ck_assert_uint_eq(back.seed, 42);
    ck_assert_uint_eq(back.case_count, 2);
    ck_assert_uint_eq(back.cases[1].result.index[1], 17);
    ck_assert_double_nan(back.cases[1].result.got);
    ck_assert_mem_eq(&back.faults[0], &verdict.faults[0], sizeof back.faults[0]);
    ck_assert_mem_eq(&back.counters[0], &verdict.counters[0], sizeof back.counters[0]);
    ck_assert_mem_eq(&back.parts[0], &verdict.parts[0], sizeof back.parts[0]);
    ck_assert_mem_eq(&back.time.estimate, &verdict.time.estimate, sizeof back.time.estimate);
    ck_assert_mem_eq(&back.time.scale, &verdict.time.scale, sizeof back.time.scale);
    ck_assert_mem_eq(&back.leaks, &verdict.leaks, sizeof back.leaks);
    ck_assert(back.cases[1].spoilt && !back.cases[0].spoilt);
}
END_TEST

START_TEST(estimate_is_said_beside_the_solution_and_the_plain_kernel) {
    char line[400];
    time_estimate_line(&verdict.time.estimate, false, line);
    ck_assert_str_eq(line, "estimated on an H200, 8192 x 8192: yours 0.16 ms, solution 0.155, plain kernel 0.969; "
                           "line 9's bank conflicts cost 0.05 of 0.16 ms");
    verdict.time.estimate.yours_us = 2.345;
    verdict.time.estimate.solution_us = verdict.time.estimate.plain_us = 0;
    verdict.time.estimate.limit[0] = 0;
    strcpy(verdict.time.estimate.gpu, "NVIDIA B200");
    time_estimate_line(&verdict.time.estimate, false, line);
    ck_assert_str_eq(line, "estimated on a B200, 8192 x 8192: yours 2.35 µs");
    verdict.time.estimate.yours_us = 0;
    strcpy(verdict.time.estimate.limit, "no estimate: the instruction HGMMA is not known");
    time_estimate_line(&verdict.time.estimate, false, line);
    ck_assert_str_eq(line, "no estimate: the instruction HGMMA is not known");
}
END_TEST

// Three digits each, in the unit of the shortest.
START_TEST(times_stand_on_the_ladders_scale) {
    char line[400];
    time_scale_line(&verdict.time, line);
    ck_assert_str_eq(line, "0.969 naive, 0.482 tiled, 0.16 yours, 0.155 padded = all points (ms, 8192 x 8192; "
                           "estimated for the H200)");
    verdict.time.estimate.yours_us = 0;
    strcpy(verdict.time.scale.why, "no estimate: the instruction HGMMA is not known; no points are lost to that");
    time_scale_line(&verdict.time, line);
    ck_assert_str_eq(line, "0.969 naive, 0.482 tiled, 0.155 padded = all points (ms, 8192 x 8192; estimated for the "
                           "H200); yours: no estimate: the instruction HGMMA is not known; no points are lost to that");
}
END_TEST

START_TEST(record_of_an_unknown_exercise_is_refused) {
    json_t *json = json_pack("{s:s, s:s}", "exercise", "no such thing", "state", "passed");
    ck_assert(!verdict_from_json(json, &back));
    json_decref(json);
    ck_assert(!verdict_from_json(NULL, &back));
}
END_TEST

START_TEST(json_has_the_schema_and_its_fields) {
    static const char *const fields[] = {"exercise", "chapter",  "state", "points", "max_points", "cases",
                                         "faults",   "counters", "time",  "parts",  "seed",       "summary"};
    print_with(report_print_json);
    json_t *root = json_loads(printed, 0, NULL);
    const json_t *record = json_array_get(json_object_get(root, "verdicts"), 0);
    ck_assert_int_eq(json_integer_value(json_object_get(root, "schema")), 1);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        ck_assert_ptr_nonnull(json_object_get(record, fields[i]));
    ck_assert_str_eq(json_string_value(json_object_get(record, "state")), "fault");
    ck_assert(json_is_null(json_object_get(json_object_get(record, "time"), "student_ms")));
    json_decref(root);
}
END_TEST

START_TEST(sentence_cut_within_a_character_is_still_json) {
    strcpy(verdict.summary, "cut \xC3");
    json_t *json = verdict_to_json(&verdict);
    ck_assert_str_eq(json_string_value(json_object_get(json, "summary")), "cut ?");
    json_decref(json);
}
END_TEST

START_TEST(junit_escapes_and_counts) {
    print_with(report_print_junit);
    ck_assert(shows("tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"0\""));
    ck_assert(shows("message=\"C[3][17] is nan\""));
    ck_assert(shows("x.cu:12: race_shared: two threads"));
}
END_TEST

START_TEST(junit_shows_a_failed_build_as_an_error) {
    verdict.state = STATE_build;
    print_with(report_print_junit);
    ck_assert(shows("message=\"a &lt; b &amp;&amp; c &gt; &quot;d&quot;\""));
    ck_assert(shows("tests=\"1\" failures=\"0\" errors=\"1\""));
}
END_TEST

// What an editor marks: file, line, and a sentence on one line.
START_TEST(findings_are_lines_as_compilers_print_them) {
    strcpy(verdict.summary, "x.cu line 12:\nadd __syncthreads()");
    verdict.counters[0].met = false;
    verdict.counters[0].value = 9;
    verdict.counters[0].line_count = 1;
    verdict.counters[0].lines[0] = (VerdictLine){.line = 7, .each = 2, .words = "sectors per request"};
    strcpy(verdict.counters[0].advice, "Let neighbours load neighbours");
    verdict.counters[0].part = 2; // a limit with points
    print_with(report_print_findings);
    ck_assert_str_eq(printed, "x.cu:12: error: x.cu line 12: add __syncthreads()\n"
                              "=cmd(), \"x\".cu:7: warning: 2 sectors per request; sectors: 9, at most 4.5 allowed: "
                              "Let neighbours load neighbours\n");
}
END_TEST

START_TEST(findings_name_the_compilers_lines) {
    verdict.fault_count = verdict.counter_count = 0;
    verdict.state = STATE_build;
    strcpy(verdict.build_log, "a(1)/x.cu(6): error: identifier \"k\" is undefined\n      k[i] = 2;\n      ^\n"
                              "x.cu(12): warning #12-D: parsing restarts here\n1 error detected.\n");
    print_with(report_print_findings);
    ck_assert_str_eq(printed, "a(1)/x.cu:6: error: identifier \"k\" is undefined\n"
                              "x.cu:12: warning: parsing restarts here\n");
}
END_TEST

START_TEST(what_has_no_line_is_found_at_the_first) {
    verdict.fault_count = verdict.counter_count = 0;
    strcpy(verdict.file, "x.cu");
    verdict.state = STATE_wrong;
    print_with(report_print_findings);
    ck_assert_str_eq(printed, "x.cu:1: error: a < b && c > \"d\"\n");
    free(printed);
    verdict.state = STATE_passed;
    print_with(report_print_findings);
    ck_assert_str_eq(printed, "");
    free(printed);
    verdict.fault_count = 1; // of a program that crashed for another reason
    verdict.state = STATE_crash;
    strcpy(verdict.faults[0].cause, "it leaves early");
    print_with(report_print_findings);
    ck_assert_str_eq(printed, "x.cu:12: error: A thread two threads: it leaves early\n");
}
END_TEST

START_TEST(who_is_absent_is_listed_without_points) {
    verdict.state = STATE_absent;
    print_with(report_print_csv);
    ck_assert(shows("\"absent\",,100,"));
    free(printed);
    print_with(report_print_junit);
    ck_assert(shows("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""));
    ck_assert(shows("name=\"handed in\""));
}
END_TEST

START_TEST(csv_disarms_formulas_and_quotes) {
    print_with(report_print_csv);
    ck_assert(shows("\"'=cmd(), \"\"x\"\".cu\"\r\n"));
    ck_assert(shows("\"fault\",40,100,1,2,1,,,160.2,969,155,42,"));
}
END_TEST

START_TEST(terminal_says_what_where_and_how_far) {
    print_with(print_terminal);
    ck_assert(shows("faulty   40/100"));
    ck_assert(shows("x.cu:12: tile[i] = a[j];"));
    ck_assert(shows("the other access: x.cu:14, thread (7,8,9)"));
    ck_assert(shows("first wrong element C[3][17]: got nan, expected 1.25; 2 of 9 wrong"));
    ck_assert(shows("limit 4.5"));
    ck_assert(shows("estimated on an H200, 8192 x 8192: yours 0.16 ms (0.144 to 0.191)"));
    ck_assert(shows("make hint EXERCISE="));
    ck_assert(shows("read chapters/01_warps_and_occupancy/README.md and chapters/checklist.md#checklist_races"));
}
END_TEST

START_TEST(terminal_keeps_within_its_width) {
    memset(verdict.summary, 'x', 90);
    strcpy(verdict.summary + 90, " and many words more that go on for quite a while until the line has to be broken");
    print_with(print_terminal);
    for (const char *line = printed; *line; line += strcspn(line, "\n") + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 100);
}
END_TEST

static void print_small(FILE *out, const Verdict *verdicts, unsigned count) {
    report_print_terminal(out, (TerminalStyle){.width = 60, .unicode = true}, verdicts, count);
}

static unsigned lines_printed(void) {
    unsigned lines = 0;
    for (const char *at = printed; *at; at++) lines += *at == '\n';
    return lines;
}

// As much as a verdict can hold: many parts, cases, faults and answers, all with long words.
START_TEST(verdict_in_short_fits_on_a_small_screen) {
    enum { MANY = 40 };
    Verdict large = verdict;
    ck_assert(verdict_alloc(&large, (VerdictSizes){.parts = MANY, .cases = MANY, .faults = MANY, .answers = MANY}));
    for (unsigned i = 0; i < MANY; i++) {
        large.parts[i] =
            (VerdictPart){"a part with a long name", 0, 50, "more words on the reason than fit on a line", false};
        large.cases[i] = (VerdictCase){.label = "a visible case", .ran = true, .result.message = "wrong"};
        large.faults[i] = verdict.faults[0];
        large.answers[i] = verdict.answers[0];
    }
    memset(large.build_log, 'x', 4000);
    for (unsigned i = 79; i < 4000; i += 80) large.build_log[i] = '\n';
    for (unsigned state = 0; state < STATE_COUNT; state++) {
        large.state = (VerdictState)state;
        FILE *out = open_memstream(&printed, &printed_length);
        print_small(out, &large, 1);
        fclose(out);
        ck_assert_msg(lines_printed() <= 23, "%s takes %u lines", state_name(large.state), lines_printed());
        ck_assert(shows(large.summary));
        free(printed);
    }
    printed = NULL;
    verdict_free(&large);
}
END_TEST

static unsigned columns_of(const char *line) {
    unsigned columns = 0;
    for (; *line && *line != '\n'; line++) columns += ((unsigned char)*line & 0xC0) != 0x80;
    return columns;
}

START_TEST(table_of_a_whole_workbook_fits_on_a_small_screen) {
    Verdict all[exercise_count];
    FILE *out = open_memstream(&printed, &printed_length);
    for (unsigned i = 0; i < exercise_count; i++)
        all[i] = (Verdict){
            .exercise = exercises[i], .state = STATE_not_started, .case_count = 12, .points = 100, .max_points = 100};
    print_small(out, all, exercise_count);
    fclose(out);
    for (const char *line = printed; *line; line += strcspn(line, "\n") + 1) ck_assert_uint_le(columns_of(line), 60);
    ck_assert(shows("\n                ✗ ✗ ")); // marks go on below marks
}
END_TEST

START_TEST(reason_is_said_once) {
    verdict.state = STATE_limit;
    strcpy(verdict.summary, "Right results, but sectors: 9, at most 4 allowed.");
    verdict.parts[0] = (VerdictPart){"coalesced", 0, 50, "sectors: 9, at most 4 allowed", false};
    print_with(print_small);
    ck_assert(shows("coalesced 0/50\n"));
    const char *first = strstr(printed, "at most 4 allowed");
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(strstr(first + 1, "at most 4 allowed"));
}
END_TEST

START_TEST(what_was_never_freed_is_mentioned_in_short_too) {
    print_with(print_small);
    ck_assert(shows("4,096 bytes of the device's memory are never freed"));
    ck_assert(shows("no points"));
    free(printed);
    verdict.leaks.count = 0;
    print_with(print_small);
    ck_assert(!shows("never freed"));
}
END_TEST

START_TEST(plain_terminal_gets_no_escapes) {
    print_with(print_terminal);
    ck_assert_ptr_null(strchr(printed, '\033'));
}
END_TEST

START_TEST(measured_time_stands_beside_the_reference) {
    verdict.time.measured = true;
    verdict.time.student_ms = 0.5;
    verdict.time.reference_ms = 0.25;
    strcpy(verdict.time.device, "NVIDIA H200");
    print_with(print_terminal);
    ck_assert(shows("0.5 ms (quartiles 0 apart), reference 0.25 ms (0)"));
    ck_assert(!shows("not measured"));
}
END_TEST

static const struct {
    const char *from, *to;
} dirty[] = {{"plain", "plain"},
             {"\033[31mred", "?[31mred"},
             {"caf\xC3\xA9", "caf\xC3\xA9"},
             {"bad \xC3(", "bad ?("},
             {"\xE2\x80\xAEltr", "?ltr"},
             {"tab\tline\n", "tab?line?"},
             {"\xC2\x9B"
              "1m",
              "?1m"},
             {"\xED\xA0\x80", "???"},
             {"", ""}};

START_TEST(strangers_text_is_made_printable) {
    char clean[64];
    text_copy(clean, sizeof clean, dirty[_i].from);
    ck_assert_str_eq(clean, dirty[_i].to);
}
END_TEST

START_TEST(cleaned_text_ends_at_a_whole_character) {
    char clean[6];
    text_copy(clean, sizeof clean, "abcd\xC3\xA9");
    ck_assert_str_eq(clean, "abcd");
}
END_TEST

Suite *report_suite(void) {
    Suite *suite = suite_create("report");
    TCase *group = tcase_create("report");
    tcase_add_checked_fixture(group, setup, teardown);
    tcase_add_test(group, record_survives_the_way_through_json);
    tcase_add_test(group, record_of_an_unknown_exercise_is_refused);
    tcase_add_test(group, estimate_is_said_beside_the_solution_and_the_plain_kernel);
    tcase_add_test(group, times_stand_on_the_ladders_scale);
    tcase_add_test(group, json_has_the_schema_and_its_fields);
    tcase_add_test(group, sentence_cut_within_a_character_is_still_json);
    tcase_add_test(group, junit_escapes_and_counts);
    tcase_add_test(group, junit_shows_a_failed_build_as_an_error);
    tcase_add_test(group, findings_are_lines_as_compilers_print_them);
    tcase_add_test(group, findings_name_the_compilers_lines);
    tcase_add_test(group, what_has_no_line_is_found_at_the_first);
    tcase_add_test(group, who_is_absent_is_listed_without_points);
    tcase_add_test(group, csv_disarms_formulas_and_quotes);
    tcase_add_test(group, terminal_says_what_where_and_how_far);
    tcase_add_test(group, terminal_keeps_within_its_width);
    tcase_add_test(group, verdict_in_short_fits_on_a_small_screen);
    tcase_add_test(group, table_of_a_whole_workbook_fits_on_a_small_screen);
    tcase_add_test(group, reason_is_said_once);
    tcase_add_test(group, what_was_never_freed_is_mentioned_in_short_too);
    tcase_add_test(group, plain_terminal_gets_no_escapes);
    tcase_add_test(group, measured_time_stands_beside_the_reference);
    tcase_add_loop_test(group, strangers_text_is_made_printable, 0, sizeof dirty / sizeof *dirty);
    tcase_add_test(group, cleaned_text_ends_at_a_whole_character);
    suite_add_tcase(suite, group);
    return suite;
}
