// test_pages.c - pages that people read: what strangers wrote stays text, what is hidden stays hidden, and sums are
// right.
#include "../../pages/pages.h"

#include "../../report/report.h"
#include "../../system/paths.h"
#include "scratch.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define HOSTILE "</td><script>alert('1')</script>\"&\033[31m"

static Verdict verdict;
static char *text;
static const PageGrade *grade; // NULL: there are no rules

static void setup(void) {
    VerdictSizes sizes = {.parts = 3, .cases = 2, .faults = 1, .counters = 1, .answers = 1, .figures = 1};
    verdict = (Verdict){.exercise = exercise_named("transpose_padded"), .state = STATE_fault, .max_points = 100};
    ck_assert(verdict_alloc(&verdict, sizes));
    strcpy(verdict.file, "a/transpose_padded.cu");
    verdict.parts[0] = (VerdictPart){.label = "right results", .points = 7, .max_points = 20, .why = HOSTILE};
    verdict.parts[1] = (VerdictPart){.label = "coalesced stores"}; // which explain a time
    verdict.parts[2] = (VerdictPart){.label = "no faults", .points = 0, .max_points = 5};
    verdict.cases[0] = (VerdictCase){.label = "width 64", .result.message = HOSTILE};
    verdict.cases[1] = (VerdictCase){.label = "width 1234567", .hidden = true, .result.message = "wrong"};
    verdict.faults[0] = (VerdictFault){.kind = FAULT_RACE_SHARED, .sentence = HOSTILE, .line = 2, .count = 1};
    strcpy(verdict.faults[0].kernel, "turn<" HOSTILE ">()");
    strcpy(verdict.faults[0].file, verdict.file);
    strcpy(verdict.faults[0].source, HOSTILE);
    strcpy(verdict.faults[0].case_label, "width 1234567");
    verdict.counters[0] =
        (VerdictCounter){.part = 1, .label = "sectors", .measured = true, .value = 168.5, .most = 4.25};
    strcpy(verdict.counters[0].advice, "let lanes store neighbours");
    verdict.answers[0] = (VerdictAnswer){.asks = "how many", .given = HOSTILE, .state = ANSWER_WRONG};
    verdict.figures[0] =
        (VerdictFigures){.line = 2, .requests = 192, .sectors = 6144, .needed = 768, .shared = 7, .conflicts = 3};
    strcpy(verdict.summary, "Case width 1234567: wrong " HOSTILE);
    text = NULL;
    grade = NULL;
}

static void forget(void) {
    ck_assert(!text || !strstr(text, HTML_MISTAKE));
    verdict_free(&verdict);
    free(text);
}

static const char *checklist; // NULL: there is none

static void feedback(const char *student, const char *source) {
    size_t length;
    FILE *out = open_memstream(&text, &length);
    PageWork work = {
        .verdict = &verdict, .source = source, .length = source ? strlen(source) : 0, .checklist = checklist};
    page_feedback(out, student, grade, &work, 1);
    ck_assert_int_eq(fclose(out), 0);
}

static void class_of(const PageStudent *students, unsigned count) {
    size_t length;
    const Exercise *only[] = {verdict.exercise};
    PageStray strays[] = {{.name = "<b>stray", .why = "<b>stray"}};
    FILE *out = open_memstream(&text, &length);
    page_class(out, &(PageClass){.exercises = only,
                                 .exercise_count = 1,
                                 .students = students,
                                 .student_count = count,
                                 .strays = strays,
                                 .stray_count = 1});
    ck_assert_int_eq(fclose(out), 0);
}

static unsigned times(const char *what) {
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, what)); at++) count++;
    return count;
}

START_TEST(words_of_strangers_stay_text) {
    feedback(HOSTILE, "// " HOSTILE "\nint x; // " HOSTILE "\n");
    ck_assert_ptr_null(strstr(text, "<script"));
    ck_assert_ptr_null(strstr(text, "alert('1')"));
    ck_assert_ptr_null(strchr(text, '\033'));
    ck_assert_uint_ge(times("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"), 8);
    ck_assert_uint_eq(times("<td class=\"number\">"), 2);
}
END_TEST

START_TEST(hidden_cases_have_no_names) {
    feedback("ann", "int x;\nint y;\n");
    ck_assert_ptr_null(strstr(text, "1234567"));
    ck_assert_ptr_nonnull(strstr(text, "In a hidden case: wrong"));
    ck_assert_ptr_nonnull(strstr(text, "1 hidden case<"));
    ck_assert_ptr_nonnull(strstr(text, "case a hidden case"));
}
END_TEST

START_TEST(the_row_of_the_checklist_is_quoted) {
    checklist = "| symptom | cure | chapter |\n"
                "| <a id=\"checklist_races\"></a>Two **threads**, `one` word | a barrier <b> | [04](x.md) | `tiled` |\n"
                "| <a id=\"checklist_bounds\"></a>Outside | counter | compare | [01](x.md) | `map` |\n";
    feedback("ann", NULL);
    ck_assert_ptr_nonnull(
        strstr(text, "checklist_races.<br>The checklist says: Two threads, one word: a barrier &lt;b&gt;.</p>"));
    free(text);
    verdict.faults[0].kind = FAULT_OUT_OF_BOUNDS;
    feedback("ann", NULL);
    ck_assert_ptr_nonnull(strstr(text, "The checklist says: Outside: compare.</p>"));
    free(text);
    checklist = "nothing";
    feedback("ann", NULL);
    ck_assert_ptr_null(strstr(text, "The checklist says"));
    checklist = NULL;
}
END_TEST

START_TEST(what_is_not_started_is_one_line) {
    Verdict blank = {.exercise = exercise_named("bank_quiz"), .state = STATE_not_started, .max_points = 100};
    Verdict unchanged = {.exercise = exercise_named("first_map"), .state = STATE_not_started, .max_points = 100};
    PageWork works[] = {
        {.verdict = &blank}, {.verdict = &verdict}, {.verdict = &unchanged, .source = "x", .length = 1}};
    size_t length;
    FILE *out = open_memstream(&text, &length);
    page_feedback(out, "ann", NULL, works, 3);
    fclose(out);
    ck_assert_ptr_nonnull(
        strstr(text, "Not handed in: bank_quiz. Handed in as the unchanged skeleton: first_map.</p>"));
    ck_assert_uint_eq(times("<a href=\"#"), 1);
    free(text);
    out = open_memstream(&text, &length);
    page_feedback_text(out, NULL, works, 3);
    fclose(out);
    ck_assert_ptr_nonnull(
        strstr(text, "\nNot handed in: bank_quiz. Handed in as the unchanged skeleton: first_map.\n"));
    ck_assert_uint_eq(times("\n## "), 1);
}
END_TEST

// Text of submissions is in code blocks, where nothing becomes a link, a mention or a tag.
START_TEST(text_of_strangers_stays_in_blocks) {
    size_t length;
    PageWork work = {.verdict = &verdict};
    strcpy(verdict.summary, "Case width 1234567: wrong @somebody <b> [x](y)");
    strcpy(verdict.build_log, "x.cu(1): error: @somebody\n# no head\n\033[31m");
    for (int pass = 0; pass < 2; pass++) {
        verdict.state = pass ? STATE_build : STATE_fault;
        FILE *out = open_memstream(&text, &length);
        page_feedback_text(out, NULL, &work, 1);
        fclose(out);
        ck_assert_ptr_null(strstr(text, "1234567"));
        ck_assert_ptr_null(strchr(text, '\033'));
        for (const char *line = strchr(text, '#'); line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
            ck_assert_msg(!line[0] || line[0] == '\n' || !strncmp(line, "## ", 3) || !strncmp(line, "    ", 4), "%s",
                          line);
        free(text);
    }
    text = NULL;
}
END_TEST

// The grade comes first, and what the points were before it.
START_TEST(grade_says_what_weights_make_of_points) {
    size_t length;
    PageWork works[] = {{.verdict = &verdict, .weight = 1}, {.verdict = &verdict, .weight = 2}};
    const PageGrade weighted = {150, 300, true, "", "HW 1; due 2026-10-09 23:59"};
    FILE *out = open_memstream(&text, &length);
    page_feedback(out, "ann", &weighted, works, 2);
    fclose(out);
    const char *first = strstr(text, "Grade: 150 of 300 points"), *then = strstr(text, "Before weights and rules: ");
    ck_assert(first && then && first < then);
    ck_assert_ptr_nonnull(strstr(text, "HW 1; due 2026-10-09 23:59"));
    ck_assert_ptr_nonnull(strstr(text, "<td data-title=\"counts\">2 ×</td>"));
    free(text);
    out = open_memstream(&text, &length);
    page_feedback_text(out, &weighted, works, 2);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "**Grade: 150 of 300 points**"));
    ck_assert_ptr_nonnull(strstr(text, " counts 2 times."));
}
END_TEST

START_TEST(grade_says_what_lateness_takes_off) {
    grade = &(PageGrade){64, 100, true, "2 days late: 20 % off, 64 instead of 80 points", ""};
    feedback("ann", NULL);
    ck_assert_ptr_nonnull(
        strstr(text, "Grade: 64 of 100 points (2 days late: 20 % off, 64 instead of 80 points)</b></p>"));
    grade = &(PageGrade){0, 100, false, HOSTILE, ""};
    free(text);
    feedback("ann", NULL);
    ck_assert_ptr_nonnull(strstr(text, "Grade: not settled yet (&lt;/td&gt;&lt;script"));
}
END_TEST

START_TEST(faults_and_figures_stand_at_their_line) {
    feedback("ann", "first\nsecond\nthird\n");
    const char *second = strstr(text, "\">second"), *third = strstr(text, "\">third");
    const char *fault = strstr(second, "<b>race_shared</b>"), *heat = strstr(text, "heat4\">32<");
    ck_assert(fault && fault < third);
    ck_assert(heat && heat < second && heat > strstr(text, "\">first"));
    ck_assert_ptr_nonnull(strstr(text, "<summary>transpose_padded.cu</summary>")); // without the grader's folder
}
END_TEST

START_TEST(file_of_empty_lines_makes_no_endless_page) {
    char *lines = malloc(1 << 20);
    memset(lines, '\n', (1 << 20) - 1);
    lines[(1 << 20) - 1] = 0;
    feedback("ann", lines);
    ck_assert_uint_lt(strlen(text), 1 << 20);
    ck_assert_ptr_nonnull(strstr(text, "and more lines"));
    free(lines);
}
END_TEST

START_TEST(class_counts_each_mistake_once_and_waits_for_people) {
    Verdict passed = verdict, aside = verdict, slow = verdict;
    passed.state = STATE_passed;
    passed.points = 100;
    aside.state = STATE_set_aside;
    slow.state = STATE_slow;
    slow.points = 50;
    PageItem items[] = {{&verdict, 2.5, 0, 0, "node", "", -1, 1}, {&verdict, 1, 2, 0, "node", "", -1, 1},
                        {&passed, 1, 0, 0, "node", "", -1, 1},    {&aside, 0, 0, 2, "node", "", -1, 1},
                        {&slow, 1, 0, 0, "node", "", -1, 1},      {NULL, 9, 2, 0, "node", "no memory <b>", -1, 1}};
    PageStudent students[6];
    for (int i = 0; i < 6; i++) students[i] = (PageStudent){.name = HOSTILE, .id = "id", .items = &items[i]};
    class_of(students, 6);
    ck_assert_ptr_null(strstr(text, "<script>alert"));
    ck_assert_ptr_null(strstr(text, "<b>stray"));
    ck_assert_ptr_null(strstr(text, "1234567"));
    ck_assert_uint_eq(times("2\u00a0×</b> <span>faulty: race shared"), 1);
    ck_assert_uint_eq(times("1\u00a0×</b> <span>slow: &quot;coalesced stores"), 1);
    ck_assert_ptr_nonnull(strstr(text, "; 5 begun, 1 of them passed; "));
    ck_assert_ptr_nonnull(strstr(text, "2 wait for a person or for another run"));
    ck_assert_ptr_nonnull(strstr(text, "<b>38\u00a0%</b> of points on average")); // 0, 0, 100 and 50 of 100
    ck_assert_ptr_nonnull(strstr(text, "no memory &lt;b&gt;, tried again 2 times"));
    ck_assert_ptr_nonnull(strstr(text, "its worker ended 2 times"));
}
END_TEST

// What an instructor comes for stands first, in the order of what is worst, and each thing once.
START_TEST(class_begins_with_who_needs_a_look) {
    Verdict passed = verdict, low = verdict, byhand = verdict;
    passed.state = STATE_passed;
    passed.points = 100;
    low.state = byhand.state = STATE_wrong;
    low.points = 7;
    byhand.by_hand = true;
    byhand.points = 60;
    strcpy(byhand.comment, HOSTILE);
    const PageNote note = {verdict.exercise, PAIR_IDENTICAL, "the same file as " HOSTILE, "alike/x-1.html"};
    PageItem items[] = {{&passed, 1, 0, 0, "", "", 0, 2},
                        {&low, 1, 0, 0, "", "", 40, 5},
                        {&byhand, 1, 0, 0, "", "", -1, 1},
                        {NULL, 0, 0, 0, "", "no memory", -1, 0}};
    PageStudent students[4];
    for (int i = 0; i < 4; i++) students[i] = (PageStudent){.name = "ann", .id = "id", .items = &items[i]};
    students[0].alike = &note;
    class_of(students, 4);
    const char *look = strstr(text, "<h2>Who needs a look"), *kinds = strstr(text, "over the limit");
    const char *ungraded = strstr(look, ">not graded<"), *fewer = strstr(look, "40 → 7 since the run before");
    const char *same = strstr(look, "the same file as &lt;"), *stuck = strstr(look, "5 files so far, wrong result");
    ck_assert(ungraded && fewer && same && stuck && ungraded < fewer && fewer < same && same < stuck);
    ck_assert(!kinds || kinds > stuck);
    ck_assert_ptr_nonnull(strstr(stuck, "<b class=\"fine\">0 → 100</b>"));
    ck_assert_ptr_nonnull(strstr(text, "set by hand: 60 instead of 0, &lt;"));
    ck_assert_ptr_null(strstr(text, "<script>alert"));
}
END_TEST

// A published answer earns points and is nobody's own, so it stands before requests and hints; the terminal says it.
START_TEST(published_answers_stand_before_what_is_only_alike) {
    Verdict passed = verdict;
    passed.state = STATE_passed;
    passed.points = 100;
    char words[PAGE_LOOKS];
    const PageNote ours = {verdict.exercise, PAIR_OURS, "the same code as solutions/x.cu", "alike/x-9.html"};
    const PageNote alike = {verdict.exercise, PAIR_ALIKE, "much like bob", "alike/x-1.html"};
    PageItem items[] = {
        {&passed, 1, 0, 0, "", "", -1, 1}, {&passed, 1, 0, 0, "", "", -1, 1}, {&passed, 1, 0, 0, "", "", -1, 1}};
    PageStudent students[3];
    for (int i = 0; i < 3; i++) students[i] = (PageStudent){.name = "ann", .id = "id", .items = &items[i]};
    students[0].alike = students[1].alike = &alike; // one page, one row
    students[1].asks = "please look again";
    students[1].asks_about = verdict.exercise;
    students[2].alike = &ours;
    class_of(students, 3);
    const char *published = strstr(text, "the same code as solutions/x.cu (100 points)");
    const char *asks = strstr(text, "please look again"), *like = strstr(text, "much like bob");
    ck_assert(published && asks && like && published < asks && asks < like);
    const PageClass class = {
        .exercises = &verdict.exercise, .exercise_count = 1, .students = students, .student_count = 3};
    page_class_looks(&class, words);
    ck_assert_str_eq(words, "1 published answer, 1 asks, 1 alike");
}
END_TEST

// The page's policy lets only the page's own script run.
START_TEST(the_policy_names_the_script_of_the_page) {
    static const char *const program =
        "import base64, hashlib, re, sys\n"
        "page = sys.stdin.read()\n"
        "script = re.search('<script>(.*)</script>', page, re.S).group(1)\n"
        "want = 'sha256-' + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()\n"
        "print(want)\n"
        "sys.exit(want != re.search(\"script-src '([^']*)'\", page).group(1))\n";
    char command[1000];
    class_of(NULL, 0);
    snprintf(command, sizeof command, "python3 -c \"$(cat <<'END'\n%sEND\n)\"", program);
    FILE *python = popen(command, "w");
    ck_assert(python && fputs(text, python) >= 0);
    ck_assert_int_eq(pclose(python), 0);
    ck_assert_uint_eq(times("<script"), 1);
}
END_TEST

// The page in a browser (clicks.py), as far as there is one.
START_TEST(page_sorts_and_searches_in_a_browser) {
    static const char *const names[] = {"Zoë Müller",
                                        "Ann Lee",
                                        "Ann Lee",
                                        "李 小龙",
                                        "=cmd()",
                                        "Øystein Ångström",
                                        "Maximiliana Wilhelmine Friederike von und zu Hohenstein-Hohenstein-Burg"};
    enum { COUNT = sizeof names / sizeof *names, NO_BROWSER = 77 };
    Verdict verdicts[COUNT];
    PageItem items[COUNT];
    PageStudent students[COUNT];
    char folder[SCRATCH_BYTES], command[4 * PATH_BYTES], error[200];
    Paths paths;
    ck_assert_msg(paths_find(&paths, error), "%s", error);
    for (int i = 0; i < COUNT; i++) {
        verdicts[i] = verdict;
        verdicts[i].points = 37 * i % 101;
        items[i] = (PageItem){&verdicts[i], 1, 0, 0, "", "", -1, 1};
        students[i] = (PageStudent){.name = names[i], .id = "id", .number = names[i], .items = &items[i]};
    }
    class_of(students, COUNT);
    scratch_folder(folder, "clicks");
    scratch_write(folder, "class.html", text, strlen(text));
    snprintf(command, sizeof command, "python3 -B '%s/grader/tests/pages/clicks.py' '%s/class.html' '%s'", paths.root,
             folder, folder);
    int status = system(command);
    folder_remove(folder);
    ck_assert(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == NO_BROWSER));
}
END_TEST

START_TEST(pair_shows_the_same_stretch_on_both_sides) {
    static const char *const own =
        "int own(int a) { int s = 0; for (int i = 0; i < a; i++) s += i * 3 + a; return s; }\n";
    char left[1000], right[1000];
    size_t length;
    Digest digests[2];
    const Given given = {.count = 0};
    PagePair pair = {.exercise = verdict.exercise, .kind = PAIR_ALIKE, .pair = {.bits = 40}};
    snprintf(left, sizeof left, "// " HOSTILE "\nint b = 1;\n%s", own);
    snprintf(right, sizeof right, "%sfloat c; // " HOSTILE "\n", own);
    ck_assert(digest_of(left, strlen(left), &digests[0]) && digest_of(right, strlen(right), &digests[1]));
    snprintf(pair.left, sizeof pair.left, "%s", HOSTILE);
    PageSide sides[] = {{.student = HOSTILE, .id = "l", .source = left, .digest = &digests[0]},
                        {.student = "bob", .id = "r", .source = right, .digest = &digests[1]}};
    FILE *out = open_memstream(&text, &length);
    page_pair(out, &pair, &sides[0], &sides[1], &given);
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_ptr_null(strstr(text, "<script"));
    ck_assert_ptr_null(strchr(text, '\033'));
    ck_assert_ptr_nonnull(strstr(text, "id=\"l1\"><a href=\"#r1\">1</a> int s = 0"));
    ck_assert_ptr_nonnull(strstr(text, "id=\"r1\"><a href=\"#l1\">1</a> int s = 0"));
    ck_assert_uint_eq(times("<mark"), 2); // all of it is one run
    for (int i = 0; i < 2; i++) digest_free(&digests[i]);
}
END_TEST

START_TEST(list_of_pairs_keeps_names_as_text) {
    static const PairKind kinds[] = {PAIR_IDENTICAL, PAIR_OURS, PAIR_EARLIER, PAIR_ALIKE};
    PagePair pairs[4];
    size_t length;
    for (unsigned i = 0; i < 4; i++) {
        pairs[i] = (PagePair){.exercise = verdict.exercise, .kind = kinds[i], .pair.same_text = i == 0};
        snprintf(pairs[i].left, sizeof pairs[i].left, "%s", HOSTILE);
        snprintf(pairs[i].right, sizeof pairs[i].right, "'\" onmouseover=\"alert('1')");
        snprintf(pairs[i].file, sizeof pairs[i].file, "javascript:alert('1')");
    }
    FILE *out = open_memstream(&text, &length);
    page_pairs(out, &(PagePairs){.pairs = pairs, .count = 4, .compared = 9, .more = 1});
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_ptr_null(strstr(text, "<script"));
    ck_assert_ptr_null(strstr(text, "alert('1')"));
    ck_assert_uint_eq(times("<a href=\"#\">&lt;/td&gt;&lt;script&gt;"), 4);
}
END_TEST

START_TEST(figures_are_in_the_record) {
    Verdict read;
    json_t *json = verdict_to_json(&verdict);
    ck_assert(verdict_from_json(json, &read));
    ck_assert_uint_eq(read.figure_count, 1);
    ck_assert_uint_eq(read.figures[0].line, 2);
    ck_assert_double_eq(read.figures[0].sectors, 6144);
    ck_assert_double_eq(read.figures[0].conflicts, 3);
    verdict_free(&read);
    json_decref(json);
}
END_TEST

Suite *pages_suite(void) {
    Suite *suite = suite_create("pages");
    TCase *group = tcase_create("pages");
    tcase_set_timeout(group, 300); // a browser starts, which takes long where much else runs
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, words_of_strangers_stay_text);
    tcase_add_test(group, hidden_cases_have_no_names);
    tcase_add_test(group, the_row_of_the_checklist_is_quoted);
    tcase_add_test(group, what_is_not_started_is_one_line);
    tcase_add_test(group, text_of_strangers_stays_in_blocks);
    tcase_add_test(group, grade_says_what_weights_make_of_points);
    tcase_add_test(group, grade_says_what_lateness_takes_off);
    tcase_add_test(group, faults_and_figures_stand_at_their_line);
    tcase_add_test(group, file_of_empty_lines_makes_no_endless_page);
    tcase_add_test(group, class_counts_each_mistake_once_and_waits_for_people);
    tcase_add_test(group, class_begins_with_who_needs_a_look);
    tcase_add_test(group, published_answers_stand_before_what_is_only_alike);
    tcase_add_test(group, the_policy_names_the_script_of_the_page);
    tcase_add_test(group, page_sorts_and_searches_in_a_browser);
    tcase_add_test(group, pair_shows_the_same_stretch_on_both_sides);
    tcase_add_test(group, list_of_pairs_keeps_names_as_text);
    tcase_add_test(group, figures_are_in_the_record);
    suite_add_tcase(suite, group);
    return suite;
}
