// test_term.c - homeworks added up, against sums made by hand.
#include "scratch.h"
#include "term/term.h"

#include <check.h>
#include <string.h>

static char folder[SCRATCH_BYTES], path[PATH_BYTES];
static Message error;
static Term term;
static TermScores scores;

#define HEAD "student,id,login,email,points,max_points,words\r\n"

static void setup(void) {
    static const char first[] =
        HEAD "Ann,1,ann,,80,100,\r\nBob,2,bob,,50,100,\r\nCem,3,cem,,,100,not all of it is graded\r\n";
    static const char second[] = HEAD "Ann,1,ann,,20,50,\r\nBob,2,bob,,45,50,\r\nCem,3,cem,,50,50,\r\n";
    static const char third[] = HEAD "Ann,1,ann,,66,60,\r\nBob,2,bob,,,,excluded by the rules\r\n";
    scratch_folder(folder, "term");
    scratch_write(folder, "1/scores.csv", first, strlen(first));
    scratch_write(folder, "2/scores.csv", second, strlen(second));
    scratch_write(folder, "3/scores.csv", third, strlen(third));
    snprintf(path, sizeof path, "%s/term.yml", folder);
    term = (Term){.count = 0};
    scores = (TermScores){.count = 0};
}

static void forget(void) {
    term_scores_free(&scores);
    term_free(&term);
    folder_remove(folder);
}

static bool read_term(const char *rules) {
    char text[600];
    snprintf(text, sizeof text,
             "homeworks:\n  HW 1: {rules: 1.yml, results: 1}\n"
             "  HW 2: {rules: 2.yml, results: 2, weight: 2}\n  HW 3: {rules: 3.yml, results: 3}\n%s",
             rules);
    scratch_write(folder, "term.yml", text, strlen(text));
    return term_read(path, true, &term, error);
}

// Shares of Ann: 0.8, 0.4 with weight 2, 1.1 with a bonus. Of Bob: 0.5, 0.9 with weight 2; he is excused from HW 3. Of
// Cem: one not graded, 1.0 with weight 2, one not handed in.
static const struct {
    const char *rules;
    double ann, bob, cem; // per cent
} sums[] = {
    {"", 67.5, 230 / 3., 100},                                       // (80 + 2 * 40 + 110) / 4; (50 + 2 * 90) / 3
    {"missing: zero\n", 67.5, 230 / 3., 200 / 3.},                   // (2 * 100 + 0) / 3
    {"drop: 1\n", 95, 90, 100},                                      // without HW 2; without HW 1; the only one stays
    {"drop: 1\nmissing: zero\n", 95, 90, 100},                       // what is missing is the lowest
    {"curve: add 5\n", 72.5, 245 / 3., 105},                         //
    {"curve: add 5\ncap: 100\n", 72.5, 245 / 3., 100},               // the cap comes after the curve
    {"drop: 1\ncurve: mean 96\n", 96, 91, 101},                      // the mean was 95
    {"drop: 1\ncurve: mean 90\n", 95, 90, 100},                      // it is not taken down
    {"missing: zero\ncurve: best\n", 88.0434782609, 100, 200 / 2.3}, // times 100 / 76.667
    {"missing: zero\ncurve: root\n", 82.1583836257, 87.5595035771, 81.6496580928},
};

START_TEST(sums_are_those_made_by_hand) {
    ck_assert_msg(read_term(sums[_i].rules), "%s", error);
    ck_assert(term_add_up(&term, &scores));
    ck_assert_uint_eq(scores.count, 3);
    ck_assert_double_eq_tol(100 * scores.scores[0].curved, sums[_i].ann, 1e-6);
    ck_assert_double_eq_tol(100 * scores.scores[1].curved, sums[_i].bob, 1e-6);
    ck_assert_double_eq_tol(100 * scores.scores[2].curved, sums[_i].cem, 1e-6);
    ck_assert(scores.scores[0].settled && scores.scores[1].settled && !scores.scores[2].settled);
}
END_TEST

// The roster has one more, and knows people by their logins alone.
START_TEST(who_is_only_in_the_roster_has_nothing_and_no_curve) {
    static const char roster[] = "login,name\r\nbob,Bob\r\ncem,Cem\r\ndag,Dag\r\nann,Ann\r\n";
    scratch_write(folder, "roster.csv", roster, strlen(roster));
    ck_assert_msg(read_term("roster: roster.csv\nmissing: zero\ncurve: add 5\n"), "%s", error);
    ck_assert(term_add_up(&term, &scores));
    ck_assert_uint_eq(scores.count, 4);
    ck_assert_double_eq_tol(scores.scores[2].curved, 0, 1e-9);
    ck_assert_double_eq_tol(100 * scores.scores[3].curved, 72.5, 1e-6);
}
END_TEST

// Points of people whom the roster does not have are named; what somebody absent got as 0 is still not handed in.
START_TEST(who_is_not_in_the_roster_is_named) {
    static const char roster[] = "login,name\r\nbob,Bob\r\n";
    static const char first[] = HEAD "Ann,1,ann,,80,100,\r\nBob,2,bob,,0,100,not handed in\r\n";
    scratch_write(folder, "roster.csv", roster, strlen(roster));
    scratch_write(folder, "1/scores.csv", first, strlen(first));
    ck_assert_msg(read_term("roster: roster.csv\n"), "%s", error);
    ck_assert(term_add_up(&term, &scores));
    ck_assert_uint_eq(scores.count, 1);
    ck_assert_str_eq(scores.strangers, "HW 1: Ann; HW 2: Ann, Cem; HW 3: Ann");
    ck_assert_int_eq(scores.scores[0].items[0].state, ITEM_COUNTS);
    ck_assert(scores.scores[0].items[0].absent && !scores.scores[0].items[1].absent);
}
END_TEST

START_TEST(scores_without_names_are_refused) {
    static const char coded[] = HEAD "student-0f2b720b,student-0f2b720b,,,80,100,\r\nsomebody,somebody,,,,100,\r\n";
    scratch_write(folder, "2/scores.csv", coded, strlen(coded));
    ck_assert(!read_term(""));
    ck_assert_ptr_nonnull(strstr(error, "HW 2 has codes for names"));
}
END_TEST

START_TEST(terms_that_make_no_sense_are_refused) {
    static const char *const texts[] = {"drop: one\n",   "curve: up\n",          "curve: mean 200\n",
                                        "cap: 0\n",      "worth: 0\n",           "missing: maybe\n",
                                        "homework: x\n", "roster: nothing.csv\n"};
    ck_assert(!read_term(texts[_i]));
    ck_assert_uint_gt(strlen(error), 0);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *term_suite(void) {
    Suite *suite = suite_create("term");
    TCase *group = tcase_create("term");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, sums_are_those_made_by_hand, 0, COUNT(sums));
    tcase_add_test(group, who_is_not_in_the_roster_is_named);
    tcase_add_test(group, who_is_only_in_the_roster_has_nothing_and_no_curve);
    tcase_add_test(group, scores_without_names_are_refused);
    tcase_add_loop_test(group, terms_that_make_no_sense_are_refused, 0, 8);
    suite_add_tcase(suite, group);
    return suite;
}
