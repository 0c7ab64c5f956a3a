// test_warp_timeline.c - the cells of a timeline of warps, and its picture.
#include "emulate/output/page/warp_picture.h"
#include "emulator/time/warp_timeline.h"
#include "scratch.h"
#include "system/files.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static WarpTimeline timeline;

static void setup(void) { memset(&timeline, 0, sizeof timeline); }

START_TEST(a_cell_is_what_its_warp_did_most_of_the_time) {
    const TimelineWindow *first = &timeline.windows[0];
    warp_timeline_spend(&timeline, 3, TIMELINE_loads, 0, 26);
    warp_timeline_spend(&timeline, 3, TIMELINE_issue, 26, 40);
    ck_assert_int_eq(warp_timeline_cell(first, 3, 0), TIMELINE_loads);
    ck_assert_int_eq(warp_timeline_cell(first, 3, 1), TIMELINE_loads); // 10 clocks against 6
    ck_assert_int_eq(warp_timeline_cell(first, 3, 2), TIMELINE_issue); // half a column
    ck_assert_int_eq(warp_timeline_cell(first, 3, 3), TIMELINE_empty);
    ck_assert_int_eq(warp_timeline_cell(first, 2, 0), TIMELINE_empty);
}
END_TEST

START_TEST(spans_that_reach_beyond_the_picture_are_cut) {
    double end = warp_timeline_begin(1) + (double)TIMELINE_COLUMNS * TIMELINE_CLOCKS_A_COLUMN;
    warp_timeline_spend(&timeline, 0, TIMELINE_barrier, 0, 10 * end);
    warp_timeline_spend(&timeline, TIMELINE_ROWS, TIMELINE_barrier, 0, end); // a place that is not there
    for (unsigned n = 0; n < TIMELINE_WINDOWS; n++)
        for (unsigned column = 0; column < TIMELINE_COLUMNS; column++)
            ck_assert_int_eq(warp_timeline_cell(&timeline.windows[n], 0, column), TIMELINE_barrier);
    timeline.clocks = end - 1;
    ck_assert_uint_eq(warp_timeline_window(&timeline), 0);
    timeline.clocks = end;
    ck_assert_uint_eq(warp_timeline_window(&timeline), 1);
}
END_TEST

START_TEST(bytes_in_flight_are_summed_over_their_clocks) {
    warp_timeline_fly(&timeline, 8, 24, 128);
    warp_timeline_fly(&timeline, 0, 16, 32);
    ck_assert_float_eq(timeline.windows[0].bytes[0], 8 * 128 + 16 * 32);
    ck_assert_float_eq(timeline.windows[0].bytes[1], 8 * 128);
    ck_assert_float_eq(timeline.windows[0].bytes[2], 0);
}
END_TEST

// ---- the picture ---------------------------------------------------------------------------------------------------

static char *page_of(const char *text, size_t *length) {
    char folder[PATH_BYTES], path[PATH_BYTES + 32], *page = NULL;
    scratch_folder(folder, "timelines");
    snprintf(path, sizeof path, "%s/one.timeline", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    FILE *out = open_memstream(&page, length);
    Html html = html_begin(out);
    timelines_write(&html, &(Presentation){.timelines = {path}});
    ck_assert(html_end(&html));
    fclose(out);
    return page;
}

// As many rows as there can be, and no two neighbours alike.
static char *worst_timeline(const char *kernel) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "kernel %s\nestimate 12.5\nreason DRAM bandwidth\nfrom 0\nclocks 16\nblock 8\nneeded 30000\n", kernel);
    for (unsigned row = 0; row < TIMELINE_ROWS; row++) {
        fputs("row ", out);
        for (unsigned column = 0; column < TIMELINE_COLUMNS; column++) fputc("iaslb"[(column + row) % 5], out);
        fputc('\n', out);
    }
    fputs("bytes", out);
    for (unsigned column = 0; column < TIMELINE_COLUMNS; column++) fprintf(out, " %u", 100 * column);
    fputc('\n', out);
    fclose(out);
    return text;
}

START_TEST(picture_has_a_bound_on_its_size_and_no_word_of_the_program_is_markup) {
    size_t length;
    char *text = worst_timeline("<script>"), *page = page_of(text, &length);
    ck_assert_uint_lt(length, 400000);
    ck_assert_ptr_nonnull(strstr(page, "&lt;script&gt;"));
    ck_assert_ptr_null(strstr(page, "<script"));
    ck_assert_ptr_nonnull(strstr(page, "20 % of its time on issue, 20 % on arithmetic, 20 % on shared memory"));
    free(page);
    free(text);
}
END_TEST

START_TEST(costs_are_bars_with_their_lines) {
    size_t length;
    static const char costs[] = "cost bank_conflicts 0.5 17 0.4\ncost launch 0.25 0 0\ncost <b> 9 1 1\n";
    char *worst = worst_timeline("k"), *text = malloc(strlen(worst) + sizeof costs), *page;
    strcat(strcpy(text, worst), costs);
    page = page_of(text, &length);
    ck_assert_ptr_nonnull(strstr(page, "bank conflicts, most of it at line 17</th>"));
    ck_assert_ptr_nonnull(strstr(page, "the launch itself</th>"));
    ck_assert_ptr_null(strstr(page, "<b> 9"));
    free(page);
    free(text);
    free(worst);
}
END_TEST

START_TEST(what_is_no_timeline_has_no_picture) {
    static const char *const texts[] = {"", "kernel k\n", "row iii\nblock 8\nclocks 16\n",
                                        "row\nbytes -1 x\nblock 0\n"};
    size_t length;
    char *page = page_of(texts[_i], &length);
    ck_assert_uint_eq(length, 0);
    free(page);
}
END_TEST

Suite *warp_timeline_suite(void) {
    Suite *suite = suite_create("warp_timeline");
    TCase *cells = tcase_create("cells"), *picture = tcase_create("picture");
    tcase_add_checked_fixture(cells, setup, NULL);
    tcase_add_test(cells, a_cell_is_what_its_warp_did_most_of_the_time);
    tcase_add_test(cells, spans_that_reach_beyond_the_picture_are_cut);
    tcase_add_test(cells, bytes_in_flight_are_summed_over_their_clocks);
    suite_add_tcase(suite, cells);
    tcase_add_test(picture, picture_has_a_bound_on_its_size_and_no_word_of_the_program_is_markup);
    tcase_add_test(picture, costs_are_bars_with_their_lines);
    tcase_add_loop_test(picture, what_is_no_timeline_has_no_picture, 0, 4);
    suite_add_tcase(suite, picture);
    return suite;
}
