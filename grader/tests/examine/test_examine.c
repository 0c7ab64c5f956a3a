// test_examine.c - questions on a program: their keys by hand, and text of strangers on their pages.
#include "examine/examine.h"
#include "scratch.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a run that is made by hand ----

#define LINE_COUNT 20
static Access accesses[64];
static char labels[2][40] = {"in", "out"};
static bool sound[LINE_COUNT + 2];
static double barriers[LINE_COUNT + 2];
static Subject subject;
static Questions questions;

static void setup(void) {
    memset(accesses, 0, sizeof accesses);
    for (unsigned i = 0; i < LINE_COUNT + 2; i++) sound[i] = true;
    subject = (Subject){.source = "// in, out\n", .sound = sound, .barriers = barriers, .line_count = LINE_COUNT};
    subject.run = (Observed){.launch_count = 1, .launches = {{{4, 1, 1}, {64, 1, 1}, "kernel"}}};
    subject.run.trace = (Trace){accesses, 0, labels, 2};
    questions = (Questions){.seed = 7};
}

static void teardown(void) { questions_free(&questions); }

// An access of 32 lanes that are `stride` words apart.
static Access *add(unsigned line, AccessKind kind, bool shared, unsigned first, unsigned stride) {
    Access *access = &accesses[subject.run.trace.count++];
    *access = (Access){
        .line = line, .kind = kind, .shared = shared, .bytes = 4, .mask = FULL_MASK, .allocation = shared ? -1 : 0};
    for (unsigned lane = 0; lane < LANES; lane++) access->address[lane] = 4 * (uint64_t)(first + stride * lane);
    return access;
}

static const Asked *asked_of(AskKind kind) {
    for (unsigned i = 0; i < questions.count; i++)
        if (questions.items[i].kind == kind) return &questions.items[i];
    return NULL;
}

START_TEST(sectors_of_a_stride_are_asked) {
    add(5, ACCESS_LOAD, false, 0, 3)->sectors = 12; // lanes 0 to 31 reach bytes 0 to 375: 12 sectors of 32 bytes
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_SECTORS);
    ck_assert_ptr_nonnull(asked);
    ck_assert_str_eq(asked->key, "12");
    ck_assert_ptr_nonnull(strstr(asked->asks, "line 5"));
    ck_assert(asked_right(asked, "12 sectors") == false);
    ck_assert(asked_right(asked, " 12\n"));
    ck_assert_ptr_nonnull(asked_miss_of(asked, "4"));  // as if neighbors
    ck_assert_ptr_nonnull(asked_miss_of(asked, "32")); // one for each lane
}
END_TEST

START_TEST(a_key_on_which_two_measurements_disagree_is_not_asked) {
    add(5, ACCESS_LOAD, false, 0, 3)->sectors = 11; // the addresses say 12
    kinds_of_run(&subject, &questions);
    ck_assert_ptr_null(asked_of(ASK_SECTORS));
    ck_assert_uint_gt(questions.tally.refused[ASK_SECTORS], 0);
}
END_TEST

START_TEST(what_other_inputs_change_is_not_asked) {
    add(5, ACCESS_LOAD, false, 0, 3)->sectors = 12;
    sound[5] = false;
    kinds_of_run(&subject, &questions);
    ck_assert_uint_eq(questions.count, 0);
}
END_TEST

START_TEST(an_answer_that_everybody_knows_is_dull) {
    add(5, ACCESS_LOAD, false, 0, 1)->sectors = 4;
    add(6, ACCESS_LOAD, true, 0, 1)->passes = 1;
    kinds_of_run(&subject, &questions);
    ck_assert_ptr_null(asked_of(ASK_SECTORS));
    ck_assert_ptr_null(asked_of(ASK_PASSES));
    ck_assert_uint_gt(questions.tally.dull[ASK_PASSES], 0);
}
END_TEST

START_TEST(requests_that_differ_leave_open_which_is_meant) {
    add(5, ACCESS_LOAD, false, 0, 3)->sectors = 12;
    add(5, ACCESS_LOAD, false, 1, 2)->sectors = 9;
    kinds_of_run(&subject, &questions);
    ck_assert_ptr_null(asked_of(ASK_SECTORS));
}
END_TEST

// A warp comes to its line twice. The text has one load, so "for the first time" says which; with two it would not.
START_TEST(the_first_of_several_requests_is_meant) {
    static const char *const sources[] = {"sum += in[i];\n", "sum += in[i] + in[i + 1];\n", "in[i] += 1;\n",
                                          "own[e] = in[i];\n float own[4];\n",
                                          "own[e] = in[i];\n __shared__ float own[4];\n"};
    subject.source = sources[_i];
    add(1, ACCESS_LOAD, false, 0, 3)->sectors = 12;
    add(1, ACCESS_LOAD, false, 1, 2)->sectors = 9;
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_SECTORS);
    ck_assert((asked != NULL) == (_i == 0 || _i == 3));
    if (!asked) return;
    ck_assert_str_eq(asked->key, "12");
    ck_assert_ptr_nonnull(strstr(asked->asks, "The first time"));
}
END_TEST

// The compiler has turned the order of three loads round: which one the text makes first cannot be seen, unless a
// barrier lies between them.
START_TEST(requests_out_of_order_leave_open_which_is_first) {
    static const unsigned starts[][3] = {{200, 0, 100}, {0, 100, 200}, {200, 0, 100}};
    subject.source = "sum += in[i];\n";
    for (unsigned i = 0; i < 3; i++) {
        Access *access = add(1, ACCESS_LOAD, false, starts[_i][i], 3 + (i > 0));
        access->sectors = i ? 16 : 12;
        access->phase = _i == 2 ? i : 0;
    }
    kinds_of_run(&subject, &questions);
    ck_assert((asked_of(ASK_SECTORS) != NULL) == (_i > 0));
}
END_TEST

START_TEST(passes_are_words_of_the_busiest_bank) {
    add(9, ACCESS_LOAD, true, 0, 34)->passes = 2; // gcd(34, 32) = 2
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_PASSES);
    ck_assert_ptr_nonnull(asked);
    ck_assert_str_eq(asked->key, "2");
    ck_assert_ptr_nonnull(asked_miss_of(asked, "1"));
}
END_TEST

START_TEST(reuse_counts_requests_and_not_lanes) {
    for (unsigned block = 0; block < 3; block++) { // each block's warp loads the same 32 elements
        Access *access = add(5, ACCESS_LOAD, false, 0, 1);
        access->block = block, access->sectors = 4;
    }
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_REUSE);
    ck_assert_ptr_nonnull(asked);
    ck_assert_str_eq(asked->key, "3");
    ck_assert_ptr_nonnull(strstr(asked->asks, "in["));
    ck_assert_ptr_nonnull(asked_miss_of(asked, "1"));
}
END_TEST

// A tree over 64 values: 32, 16, 8 threads add, each with two loads in one line.
START_TEST(threads_of_a_step_count_once) {
    for (unsigned step = 0; step < 3; step++)
        for (unsigned load = 0; load < 2; load++) {
            Access *access = add(8, ACCESS_LOAD, true, load ? 32 >> step : 0, 1);
            access->phase = step + 1, access->passes = 1;
            access->mask = step ? (1u << (32 >> step)) - 1 : FULL_MASK;
        }
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_STEPS);
    ck_assert_ptr_nonnull(asked);
    bool second = strstr(asked->asks, "step 2") != NULL;
    ck_assert_str_eq(asked->key, second ? "16, 1" : "8, 1");
    ck_assert(asked_right(asked, second ? "16 1" : "8 1"));
}
END_TEST

// Two of four blocks of 64 threads store 64 and 32 elements, each thread once; then one stores again.
START_TEST(threads_that_store_nothing_are_counted) {
    for (unsigned i = 0; i < 3 + (unsigned)_i; i++) {
        Access *access = add(4, ACCESS_STORE, false, 32 * i, 1);
        access->block = i / 2 % 2, access->warp = i % 2, access->sectors = 4;
        if (i == 3) access->block = 0, access->warp = 0;
    }
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_IDLE);
    ck_assert((asked != NULL) == (_i == 0));
    if (asked) ck_assert_str_eq(asked->key, "160"); // 4 * 64 - 96
}
END_TEST

START_TEST(trips_of_a_thread_are_counted) {
    subject.source = "\n\n\n\nfor (...) sum += in[i];\n";
    for (unsigned i = 0; i < 3; i++) add(5, ACCESS_LOAD, false, 64 * i, 1)->sectors = 4;
    subject.run.trace.items[2].mask = 0xffff;
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_TRIPS);
    ck_assert_ptr_nonnull(asked);
    unsigned thread = 99;
    sscanf(strstr(asked->asks, "thread"), "thread %u", &thread);
    ck_assert_str_eq(asked->key, thread < 16 ? "3" : "2");
}
END_TEST

// A thread loads three elements, 64 apart; then the distance changes.
START_TEST(the_last_element_of_a_thread_is_asked) {
    subject.source = "\n\n\n\nfor (...) sum += in[i];\n";
    for (unsigned i = 0; i < 3; i++) add(5, ACCESS_LOAD, false, i < 2 || _i == 0 ? 64 * i : 150, 1)->sectors = 4;
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_LAST);
    ck_assert((asked != NULL) == (_i == 0));
    if (!asked) return;
    unsigned thread = 99, key = 0;
    sscanf(asked->asks, "Thread %u", &thread);
    sscanf(asked->key, "%u", &key);
    ck_assert_uint_eq(key, 128 + thread);
    ck_assert_ptr_nonnull(strstr(asked->asks, "`in[i]`"));
}
END_TEST

// Loads of 16 bytes: the compiler's, or the text's own.
START_TEST(vectors_are_counted_where_the_text_has_them) {
    static bool vectors[LINE_COUNT + 2];
    subject.source = "\n\n\n\nfor (...) four = in[i];\n";
    subject.vectors = vectors;
    vectors[5] = _i;
    for (unsigned i = 0; i < 3; i++) {
        Access *access = add(5, ACCESS_LOAD, false, 512 * i, 4);
        access->bytes = 16, access->sectors = 16;
    }
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_TRIPS);
    ck_assert((asked != NULL) == (_i == 1));
    if (asked) ck_assert_str_eq(asked->key, "3");
    ck_assert_ptr_null(asked_of(ASK_LAST)); // which element would be meant?
}
END_TEST

// Two requests of block 0, one of block 1: lanes 0 to 31 reach 4 sectors, from the second word on 5.
START_TEST(sectors_of_a_block_are_added_up) {
    add(5, ACCESS_LOAD, false, 0, 1)->sectors = 4;
    add(5, ACCESS_LOAD, false, 33, 1)->sectors = 5;
    accesses[1].warp = 1;
    add(5, ACCESS_LOAD, false, 64, 1)->sectors = _i ? 5 : 4; // the second is not what the addresses say
    accesses[2].warp = 2;
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_TRAFFIC);
    ck_assert((asked != NULL) == (_i == 0));
    if (asked) ck_assert_str_eq(asked->key, "13");
}
END_TEST

// A run of other sizes had 2 x 3 blocks, all of which came to a line of the file, or all but one.
START_TEST(blocks_of_other_sizes_are_asked) {
    subject.source = "__global__ void kernel() {}";
    subject.case_count = 1;
    subject.cases[0] =
        (CaseKnown){.launch_count = 1, .grids = {{2, 3, 1}}, .busy = {_i ? 5 : 6}, .sizes = "width = 40, height = 70"};
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_GRID);
    ck_assert((asked != NULL) == (_i == 0));
    if (!asked) return;
    ck_assert_str_eq(asked->key, "2, 3");
    ck_assert_ptr_nonnull(strstr(asked->asks, "width = 40, height = 70"));
    ck_assert_ptr_nonnull(asked_miss_of(asked, "3, 2"));
    ck_assert_ptr_nonnull(asked_miss_of(asked, "4, 1")); // of the run on the sheet
}
END_TEST

// A program whose parameter has another name than the case's array.
START_TEST(an_array_is_named_as_the_text_names_it) {
    subject.source = _i ? "values[i] = 0;\n" : "in[i] = 0;\n";
    add(5, ACCESS_LOAD, false, 0, 3)->sectors = 12;
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_SECTORS);
    ck_assert_ptr_nonnull(asked);
    ck_assert_ptr_nonnull(strstr(asked->asks, _i ? "from global memory" : "from `in`"));
}
END_TEST

// The function is called twice, for other arrays: each launch's line still has one access.
START_TEST(launches_may_have_arrays_of_their_own) {
    subject.run.launch_count = 2;
    for (unsigned i = 0; i < 4; i++) {
        Access *access = add(5, ACCESS_STORE, false, 32 * (i % 2), 1);
        access->launch = i / 2, access->warp = i % 2, access->allocation = (int)i / 2, access->sectors = 4;
        if (_i && i == 1) access->allocation = 1;
    }
    kinds_of_run(&subject, &questions);
    const Asked *asked = asked_of(ASK_REQUESTS);
    ck_assert((asked != NULL) == (_i == 0));
    if (asked) ck_assert_str_eq(asked->key, "4");
}
END_TEST

// One block of two warps that passes a barrier three times.
START_TEST(passages_agree_with_the_devices_counter) {
    const unsigned counted[] = {6, 5};
    subject.run.launches[0].grid[0] = 1;
    for (unsigned phase = 0; phase < 3; phase++) {
        Access *access = add(11, ACCESS_BARRIER, false, 0, 0);
        access->phase = phase;
    }
    barriers[11] = counted[_i];
    kinds_of_run(&subject, &questions);
    barriers[11] = 0;
    const Asked *asked = asked_of(ASK_ROUNDS);
    ck_assert((asked != NULL) == (_i == 0));
    if (asked) ck_assert_str_eq(asked->key, "3");
}
END_TEST

// ---- answers ----

START_TEST(answers_are_compared_by_what_they_say) {
    static const struct {
        const char *key, *answer;
        bool right;
    } rows[] = {{"17, too early", "17 Too early", true},
                {"17, too early", "17, too late", false},
                {"a c d", "d, c, a", true},
                {"a c d", "acd", false},
                {"1024", "1,024", true},
                {"12", "1 2", false},
                {"12", "", false}};
    Asked asked = {0};
    snprintf(asked.key, sizeof asked.key, "%s", rows[_i].key);
    ck_assert(asked_right(&asked, rows[_i].answer) == rows[_i].right);
}
END_TEST

START_TEST(a_near_miss_is_never_the_key) {
    Asked asked = {.key = "4"};
    asked_miss(&asked, "right", "%d", 4);
    asked_miss(&asked, "wrong", "%d", 5);
    asked_miss(&asked, "wrong again", "%d", 5);
    ck_assert_uint_eq(asked.miss_count, 1);
    ck_assert_str_eq(asked_miss_of(&asked, "5"), "wrong");
}
END_TEST

// ---- text ----

static const char program[] = "constexpr int TILE = 32, PAD = 1; // int TILE = 7\n"
                              "template <int N, int W> __global__ void kernel(const float *in) {\n"
                              "    __shared__ float a[TILE][TILE + PAD];\n"
                              "    __shared__ float b[N][W];\n"
                              "    __shared__ double c[8][8];\n"
                              "    __shared__ float d[unknown][unknown];\n"
                              "    a[0][0] = b[0][0];\n"
                              "    b[1][1] = in[3];\n"
                              "}\n";

START_TEST(sizes_of_tiles_are_computed) {
    Tile tiles[4];
    unsigned count = tiles_find(program, "kernel<16, 20>(const float*)", tiles, 4);
    ck_assert_uint_eq(count, 2);
    ck_assert_str_eq(tiles[0].name, "a");
    ck_assert_uint_eq(tiles[0].columns, 33);
    ck_assert_uint_eq(tiles[1].columns, 20); // the template's second argument
    ck_assert(!line_names_only(program, 7, tiles, count, 0));
    ck_assert(line_names_only(program, 8, tiles, count, 1));
}
END_TEST

START_TEST(broken_text_has_no_tiles) {
    static const char *const texts[] = {"",
                                        "__shared__",
                                        "__shared__ float",
                                        "__shared__ float a[",
                                        "__shared__ float a[3][",
                                        "__shared__ float a[2][a];",
                                        "constexpr int A = A;\n__shared__ float t[4][A];",
                                        "__shared__ float t[4][1/0];"};
    Tile tiles[4];
    ck_assert_uint_eq(tiles_find(texts[_i], "", tiles, 4), 0);
}
END_TEST

START_TEST(what_is_new_in_a_line_is_known) {
    Change change;
    const char *size = strstr(program, "TILE + PAD");
    ck_assert(change_make(program, size, size + strlen("TILE + PAD"), "34", &change));
    ck_assert_uint_eq(change.line, 3);
    ck_assert_str_eq(change.shown, "__shared__ float a[TILE][34];");
    ck_assert_str_eq(change.was, "TILE + PAD");
    ck_assert_int_eq(strncmp(change.shown + change.from, "34", change.to - change.from), 0);
    ck_assert_ptr_nonnull(strstr(change.text, "float a[TILE][34];\n    __shared__ float b"));
    change_free(&change);
}
END_TEST

// ---- what is asked, and pages ----

START_TEST(kinds_come_before_a_second_question_of_one) {
    for (unsigned i = 0; i < 4; i++) questions_add(&questions, ASK_REUSE, 1 + i);
    questions_add(&questions, ASK_LANES, 1);
    questions_add(&questions, ASK_WIDTH, 1);
    ck_assert_uint_eq(questions_choose(&questions, 5, NULL, 0), 5);
    ck_assert_uint_eq(questions_kinds(&questions, 5), 3);
    ck_assert_uint_eq(questions_choose(&questions, 3, NULL, 0), 3);
    ck_assert_uint_eq(questions_kinds(&questions, 3), 3);
}
END_TEST

// Candidates of six kinds, two of each. Another student has the first of each kind.
START_TEST(students_share_at_most_one_key) {
    Questions other = {.seed = 3};
    for (unsigned i = 0; i < 12; i++) {
        snprintf(questions_add(&questions, i / 2, i)->key, 48, "%u", 10 * i);
        if (i % 2 == 0) snprintf(questions_add(&other, i / 2, i)->key, 48, "%u", 10 * i);
    }
    const AskedOf asked = {&other, questions_choose(&other, 5, NULL, 0)};
    ck_assert_uint_eq(questions_choose(&questions, 5, NULL, 0), 5);
    ck_assert_uint_gt(keys_shared(&questions, 5, &asked), 1);
    ck_assert_uint_eq(questions_choose(&questions, 5, &asked, 1), 5);
    ck_assert_uint_le(keys_shared(&questions, 5, &asked), 1);
    ck_assert_uint_ge(questions_kinds(&questions, 5), LEAST_KINDS);
    questions_free(&other);
}
END_TEST

START_TEST(source_and_names_are_escaped) {
    static const Exercise exercise = {.name = "transpose_tiled"};
    void (*const pages[])(FILE *, const Sheet *) = {sheet_write, sheet_write_key, sheet_write_card};
    const Sheet sheet = {.student = "<img src=x onerror=alert(1)>",
                         .exercise = &exercise,
                         .source = "int a; // </pre><script>alert(2)</script>\nint b = 1 && 2;\n",
                         .sizes = "</b><script>alert(3)</script>",
                         .launched = "",
                         .questions = &questions,
                         .asked = 1,
                         .reason = ""};
    Asked *asked = questions_add(&questions, ASK_WIDTH, 1);
    snprintf(asked->asks, sizeof asked->asks, "what is `a<script>[3]`?\na: 3");
    snprintf(asked->key, sizeof asked->key, "3");
    ck_assert(change_make(sheet.source, sheet.source, sheet.source + 3, "<b>", &asked->change));
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    pages[_i](out, &sheet);
    fclose(out);
    ck_assert_ptr_null(strstr(text, "<script"));
    ck_assert_ptr_null(strstr(text, "<img"));
    ck_assert_ptr_null(strstr(text, "html.h:")); // a mistake of a template
    ck_assert_ptr_nonnull(strstr(text, "what is <code>a&lt;script&gt;[3]</code>?<br>a: 3"));
    ck_assert_ptr_nonnull(strstr(text, "<b class=\"new\">&lt;b&gt;</b>"));
    free(text);
}
END_TEST

// ---- whole ----

START_TEST(a_class_gets_sheets_keys_and_cards) {
    char folder[SCRATCH_BYTES], command[16 * SCRATCH_BYTES + 2048];
    Paths paths;
    Message error;
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    scratch_folder(folder, "examine");
    snprintf(
        command, sizeof command,
        "cd %.900s && mkdir -p %s/in/ann && cp solutions/05_corner_turning/transpose_tiled.cu %s/in/ann && echo x "
        ">%s/secret && "
        "build/grade examine %s/in -o %s/out --unsafe --secret %s/secret >%s/said 2>&1 || { cat %s/said; false; } && "
        "cd %s/out && "
        "grep -q '\"transpose_tiled\"' marks.csv && ls sheets/ann.transpose_tiled.html keys/ann.transpose_tiled.html "
        "cards/ann.transpose_tiled.html >/dev/null && ! grep -q 'html.h:' */*.html && "
        "! grep -q 'class=\"answer\"' sheets/*.html && grep -q '<code>tile\\[' sheets/*.html",
        paths.root, folder, folder, folder, folder, folder, folder, folder, folder, folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command,
             "cd %.900s && env -u GRADE_SECRET build/grade examine %s/in -o %s/other --unsafe 2>&1 | grep -q secret",
             paths.root, folder, folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

Suite *examine_suite(void) {
    Suite *suite = suite_create("examine");
    TCase *tests = tcase_create("examine");
    tcase_set_timeout(tests, 300);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, sectors_of_a_stride_are_asked);
    tcase_add_test(tests, a_key_on_which_two_measurements_disagree_is_not_asked);
    tcase_add_test(tests, what_other_inputs_change_is_not_asked);
    tcase_add_test(tests, an_answer_that_everybody_knows_is_dull);
    tcase_add_test(tests, requests_that_differ_leave_open_which_is_meant);
    tcase_add_loop_test(tests, the_first_of_several_requests_is_meant, 0, 5);
    tcase_add_loop_test(tests, requests_out_of_order_leave_open_which_is_first, 0, 3);
    tcase_add_loop_test(tests, threads_that_store_nothing_are_counted, 0, 2);
    tcase_add_test(tests, trips_of_a_thread_are_counted);
    tcase_add_loop_test(tests, the_last_element_of_a_thread_is_asked, 0, 2);
    tcase_add_loop_test(tests, vectors_are_counted_where_the_text_has_them, 0, 2);
    tcase_add_loop_test(tests, sectors_of_a_block_are_added_up, 0, 2);
    tcase_add_loop_test(tests, blocks_of_other_sizes_are_asked, 0, 2);
    tcase_add_loop_test(tests, an_array_is_named_as_the_text_names_it, 0, 2);
    tcase_add_loop_test(tests, launches_may_have_arrays_of_their_own, 0, 2);
    tcase_add_test(tests, passes_are_words_of_the_busiest_bank);
    tcase_add_test(tests, reuse_counts_requests_and_not_lanes);
    tcase_add_test(tests, threads_of_a_step_count_once);
    tcase_add_loop_test(tests, passages_agree_with_the_devices_counter, 0, 2);
    tcase_add_loop_test(tests, answers_are_compared_by_what_they_say, 0, 7);
    tcase_add_test(tests, a_near_miss_is_never_the_key);
    tcase_add_test(tests, sizes_of_tiles_are_computed);
    tcase_add_loop_test(tests, broken_text_has_no_tiles, 0, 8);
    tcase_add_test(tests, what_is_new_in_a_line_is_known);
    tcase_add_test(tests, kinds_come_before_a_second_question_of_one);
    tcase_add_test(tests, students_share_at_most_one_key);
    tcase_add_loop_test(tests, source_and_names_are_escaped, 0, 3);
    tcase_add_test(tests, a_class_gets_sheets_keys_and_cards);
    suite_add_tcase(suite, tests);
    return suite;
}
