// test_pictures.c - single accesses described and drawn: what they cost, which ones stand for a line, and that a
// picture holds as many sectors and passes as were counted.
#include "emulate/output/comparison.h"
#include "emulate/output/pictures.h"
#include "jobs.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TracedAccess access_of(TracedSpace space, uint32_t bytes, uint64_t first, uint64_t step, uint32_t mask) {
    TracedAccess access = {.space = space, .bytes = bytes, .mask = mask};
    for (uint32_t lane = 0; lane < TRACED_LANES; lane++)
        if (mask >> lane & 1) access.address[lane] = first + lane * step;
    return access;
}

// How often a word stands in what is printed.
static size_t drawn(const TracedAccess *access, const char *word) {
    char *text = NULL;
    size_t size, count = 0;
    FILE *file = open_memstream(&text, &size);
    Html html = html_begin(file);
    picture_html(&html, access);
    ck_assert(html_end(&html));
    fclose(file);
    for (const char *at = text; (at = strstr(at, word)); at++) count++;
    free(text);
    return count;
}

#define ALL 0xffffffffu

// Bytes of a lane, first address, distance of lanes, mask; sectors, and bytes asked for: by hand.
static const struct {
    uint32_t bytes;
    uint64_t first, step;
    uint32_t mask, sectors, asked;
    bool costs;
} SECTORS[] = {
    {4, 0, 4, ALL, 4, 128, false},    {4, 12, 4, ALL, 5, 128, true}, {4, 0, 8, ALL, 8, 128, true},
    {4, 0, 4096, ALL, 32, 128, true}, {4, 64, 0, ALL, 1, 4, false},  {16, 0, 16, ALL, 16, 512, false},
    {8, 0, 8, 0xff, 2, 64, false},    {1, 0, 1, ALL, 1, 32, false},
};

START_TEST(sectors_are_drawn_as_they_are_touched) {
    TracedAccess access =
        access_of(TRACED_GLOBAL, SECTORS[_i].bytes, SECTORS[_i].first, SECTORS[_i].step, SECTORS[_i].mask);
    uint64_t sectors[TRACED_LANES];
    access.sectors = SECTORS[_i].sectors;
    ck_assert_uint_eq(access_sectors(&access, sectors), SECTORS[_i].sectors);
    ck_assert_uint_eq(access_asked(&access), SECTORS[_i].asked);
    ck_assert_int_eq(access_costs(&access), SECTORS[_i].costs);
    ck_assert_uint_eq(drawn(&access, "class=\"wasted\""), SECTORS[_i].sectors); // below what is used of it
    ck_assert_uint_eq(drawn(&access, "class=\"idle\""), (size_t)__builtin_popcount(~SECTORS[_i].mask));
    ck_assert_uint_eq(drawn(&access, "<path"), (size_t)__builtin_popcount(SECTORS[_i].mask));
}
END_TEST

// Passes and conflicts as an H200 counts them (access_patterns.csv).
static const struct {
    uint32_t bytes;
    uint64_t step;
    uint32_t passes, conflicts;
} PASSES[] = {{4, 4, 1, 0}, {4, 8, 2, 1}, {4, 128, 32, 31}, {4, 132, 1, 0},
              {4, 0, 1, 0}, {8, 8, 2, 0}, {16, 16, 4, 0},   {8, 16, 4, 2}};

START_TEST(passes_are_drawn_as_they_are_counted) {
    TracedAccess access = access_of(TRACED_SHARED, PASSES[_i].bytes, 0, PASSES[_i].step, ALL);
    BankPart parts[TRACED_LANES];
    uint32_t passes = 0, conflicts = 0;
    access.passes = PASSES[_i].passes;
    access.conflicts = PASSES[_i].conflicts;
    unsigned count = access_bank_parts(&access, parts);
    for (unsigned n = 0; n < count; n++) passes += parts[n].deepest, conflicts += parts[n].deepest - 1u;
    ck_assert_uint_eq(passes, PASSES[_i].passes);
    ck_assert_uint_eq(conflicts, PASSES[_i].conflicts);
    ck_assert_int_eq(access_costs(&access), PASSES[_i].conflicts > 0);
    ck_assert_int_eq(drawn(&access, "class=\"conflict\"") > 0, PASSES[_i].conflicts > 0);
}
END_TEST

START_TEST(a_terminal_has_a_block_for_each_sector) {
    char text[512];
    TracedAccess near = access_of(TRACED_GLOBAL, 4, 0, 4, ALL), far = access_of(TRACED_GLOBAL, 4, 0, 32, 0xff);
    picture_text(&near, text, sizeof text);
    ck_assert_str_eq(text, "████····");
    picture_text(&far, text, sizeof text);
    ck_assert_str_eq(text, "▁▁▁▁▁▁▁▁");
    access_elements_text(&far, text, sizeof text);
    ck_assert_str_eq(text, "lanes 0, 1, 2 … 7: elements 0, 8, 16 … 56");
}
END_TEST

START_TEST(the_worst_and_the_usual_access_stand_for_a_line) {
    TracedCost costs[3] = {{.count = 90, .example = access_of(TRACED_GLOBAL, 4, 0, 4, ALL)},
                           {.count = 10, .example = access_of(TRACED_GLOBAL, 4, 0, 32, ALL)},
                           {.count = 7, .example = access_of(TRACED_SHARED, 4, 0, 4, ALL)}};
    LineRequests line = {0};
    costs[0].example.sectors = 4;
    costs[1].example.sectors = 32;
    costs[2].example.passes = 1;
    for (int n = 0; n < 3; n++) ck_assert(requests_add(&line, &costs[n], NULL));
    requests_finish(&line);
    ck_assert_uint_eq(line.count, 2);
    ck_assert_ptr_eq(line.list[0].worst, &costs[1].example);
    ck_assert_ptr_eq(line.list[0].usual, &costs[0].example);
    ck_assert_uint_eq(line.list[0].worst_count, 10);
    ck_assert_uint_eq(line.list[0].usual_count, 90);
    ck_assert_uint_eq(line.list[0].cost, 90 * 4 + 10 * 32);
    requests_free(&line);
}
END_TEST

// ---- pages
// -------------------------------------------------------------------------------------------------------------

enum { TRACE, PAGE, NONSENSE, JOBS };
static Job jobs[JOBS];
static char emulate[JOB_PATH], program[JOB_PATH], trace[JOB_PATH], page[JOB_PATH];

static void run_programs(void) {
    build_path(emulate, "emulate");
    build_path(program, "programs/listing");
    build_path(trace, "test_pictures.trace");
    build_path(page, "test_pictures.html");
    jobs[TRACE] = (Job){.arguments = {emulate, "--quiet", "--trace", trace, program, "lines"}};
    jobs[PAGE] = (Job){.arguments = {emulate, "--quiet", "--html", page, "--beside", trace, "--beside-name",
                                     "the <other>", program, "lines"}};
    jobs[NONSENSE] = (Job){.arguments = {emulate, "--quiet", "--html", page, "--beside", program, program, "lines"}};
    for (int i = 0; i < JOBS; i++) {
        char name[64];
        snprintf(name, sizeof name, "test_pictures.%d.txt", i);
        build_path(jobs[i].output, name);
    }
    jobs_run(jobs, 1);
    jobs_run(jobs + 2, 1);
    jobs_run(jobs + 1, 1);
}

START_TEST(a_page_has_pictures_of_both_runs) {
    char *html = text_read(page);
    ck_assert_ptr_null(strstr(html, HTML_MISTAKE));
    ck_assert_int_eq(jobs[TRACE].status, 0);
    ck_assert_int_eq(jobs[PAGE].status, 0);
    const char *costs = strstr(html, "What costs most"), *kernel = strstr(html, "<code>strided&lt;32&gt;(");
    ck_assert_ptr_nonnull(costs);
    ck_assert_ptr_nonnull(kernel);
    ck_assert_ptr_nonnull(strstr(kernel, "32 sectors, 12.5 % used"));
    ck_assert_ptr_nonnull(strstr(kernel, "<details open>"));
    ck_assert_ptr_nonnull(strstr(kernel, "<figure class=\"beside\">"));
    ck_assert_ptr_nonnull(strstr(kernel, "the &lt;other&gt;"));
    free(html);
}
END_TEST

START_TEST(what_is_no_trace_is_refused) {
    char *text = text_read(jobs[NONSENSE].output);
    ck_assert_int_eq(jobs[NONSENSE].status, 2);
    ck_assert_ptr_nonnull(strstr(text, "is not what --trace writes"));
    free(text);
}
END_TEST

START_TEST(a_trace_says_what_corresponds) {
    Comparison *comparison = comparison_read(trace, "it");
    ck_assert_ptr_nonnull(comparison);
    TracedAccess access = access_of(TRACED_SHARED, 4, 0, 4, ALL);
    access.kind = TRACED_STORE;
    Compared there = comparison_find(comparison, &access);
    ck_assert_ptr_nonnull(there.requests);
    ck_assert_uint_eq(there.line, 15); // swap_racing's box
    ck_assert_uint_eq(there.requests->count, 2);
    access.kind = TRACED_ATOMIC;
    ck_assert_ptr_null(comparison_find(comparison, &access).requests);
    comparison_free(comparison);
}
END_TEST

// Both arrays are in shared memory, and the second is stored to less often.
START_TEST(what_corresponds_is_of_the_same_array) {
    char path[JOB_PATH];
    build_path(path, "test_pictures_arrays.trace");
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    for (int array = 0; array < 2; array++)
        fprintf(file,
                "{\"what\":\"cost\",\"count\":%d,\"file\":\"a.cu\",\"line\":%d,\"kind\":\"store\","
                "\"space\":\"shared\",\"bytes\":4,\"passes\":1,\"addresses\":[%d]}\n",
                10 - array, 7 + array, 1024 * array);
    fclose(file);
    Comparison *comparison = comparison_read(path, "it");
    ck_assert_ptr_nonnull(comparison);
    for (uint32_t array = 0; array < 2; array++) {
        TracedAccess access = access_of(TRACED_SHARED, 4, 1088 * array, 68, ALL); // its rows are padded
        access.kind = TRACED_STORE;
        ck_assert_uint_eq(comparison_find(comparison, &access).line, 7 + array);
    }
    comparison_free(comparison);
}
END_TEST

Suite *pictures_suite(void) {
    Suite *suite = suite_create("pictures");
    TCase *single = tcase_create("accesses"), *pages = tcase_create("pages");
    tcase_add_loop_test(single, sectors_are_drawn_as_they_are_touched, 0, sizeof SECTORS / sizeof *SECTORS);
    tcase_add_loop_test(single, passes_are_drawn_as_they_are_counted, 0, sizeof PASSES / sizeof *PASSES);
    tcase_add_test(single, a_terminal_has_a_block_for_each_sector);
    tcase_add_test(single, the_worst_and_the_usual_access_stand_for_a_line);
    suite_add_tcase(suite, single);
    tcase_add_unchecked_fixture(pages, run_programs, NULL);
    tcase_add_test(pages, a_page_has_pictures_of_both_runs);
    tcase_add_test(pages, what_is_no_trace_is_refused);
    tcase_add_test(pages, a_trace_says_what_corresponds);
    tcase_add_test(pages, what_corresponds_is_of_the_same_array);
    suite_add_tcase(suite, pages);
    return suite;
}
