// test_arithmetic.c - weights, the lowest dropped, caps, lateness and grace days, against sums made by hand.
#include "class/rules.h"
#include "returns/returns.h"
#include "scratch.h"
#include "system/files.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static char folder[SCRATCH_BYTES], path[PATH_BYTES], error[200];
static Rules rules;

static void setup(void) {
    scratch_folder(folder, "arithmetic");
    snprintf(path, sizeof path, "%s/rules.yml", folder);
    rules = (Rules){.due = UNKNOWN_TIME};
}

static void forget(void) {
    rules_free(&rules);
    folder_remove(folder);
}

static void read_rules(const char *text) {
    ck_assert(file_write(path, text, strlen(text), error));
    ck_assert_msg(rules_read(path, &rules, error), "%s", error);
}

// ---- sums ----

#define ITEMS 4
static const struct {
    const char *rules;
    double points[ITEMS], weights[ITEMS]; // each out of 100
    double sum, most;
    int dropped; // index, -1: none
} sums[] = {
    {"missing: zero\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 280, 400, -1},
    {"missing: zero\n", {80, 60, 100, 40}, {2, 1, 0.5, 0}, 270, 350, -1}, // 160 + 60 + 50
    {"drop: 1\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 240, 300, 3},
    {"drop: 2\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 180, 200, 3},           // 60 goes as well
    {"drop: 1\n", {80, 60, 100, 60}, {1, 1, 1, 2}, 240, 300, 3},           // of equal ones the one that weighs most
    {"drop: 1\n", {80, 60, 100, 60}, {1, 1, 1, 1}, 240, 300, 1},           // then the first
    {"drop: 1\n", {80, 60, 100, 40}, {1, 1, 1, 0}, 180, 200, 1},           // weight 0 is never the lowest
    {"drop: 9\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 100, 100, 3},           // one always stays
    {"cap: 250\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 250, 250, -1},         // 280 and 400 before
    {"cap: 350\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 280, 350, -1},         // is not reached, but it is what it is worth
    {"drop: 1\ncap: 200\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 200, 200, 3}, // 240 of 300 before the cap
    {"drop: 1\ncap: 1000\n", {80, 60, 100, 40}, {1, 1, 1, 1}, 240, 300, 3},
};

START_TEST(sums_are_those_made_by_hand) {
    RuleItem items[ITEMS];
    read_rules(sums[_i].rules);
    for (int i = 0; i < ITEMS; i++)
        items[i] = (RuleItem){.points = sums[_i].points[i], .most = 100, .weight = sums[_i].weights[i]};
    RuleSum sum = rules_sum(&rules, items, ITEMS);
    ck_assert_double_eq_tol(sum.points, sums[_i].sum, 1e-9);
    ck_assert_double_eq_tol(sum.most, sums[_i].most, 1e-9);
    if (sums[_i].dropped >= 0) ck_assert(items[sums[_i].dropped].dropped);
    else
        for (int i = 0; i < ITEMS; i++) ck_assert(!items[i].dropped);
}
END_TEST

// ---- lateness ----

#define SPENT "student,id,login,email,grace_days\r\nLee,341,lee,l@x.edu,1\r\nRay,342,ray,r@x.edu,\r\n"
static const struct {
    const char *rules;
    double days; // late
    double off;
    unsigned used;
    double points; // off
} lates[] = {
    {"late: 1 % an hour\n", 0.5, 0.12, 0, 0},
    {"late: 1 % an hour, at most 5 %\n", 0.5, 0.05, 0, 0},
    {"late: 1 % an hour\ngrace_days: 1\n", 1.25, 0.06, 1, 0}, // six hours are left
    {"late: 5 points a day\n", 2, 0, 0, 10},
    {"late: 5 points a day, at most 8 points\n", 2, 0, 0, 8},
    {"late: 5 points, once\n", 2, 0, 0, 5},
    {"late: 10 % after 1 h, 30 % after 1 d, zero after 3 d\n", 0.5, 0.1, 0, 0},
    {"late: 10 % after 1 h, 30 % after 1 d, zero after 3 d\n", 2, 0.3, 0, 0},
    {"late: 10 % after 1 h, 30 % after 1 d, zero after 3 d\n", 4, 1, 0, 0},
    {"late: 10 % after 1 h, 30 % after 1 d, zero after 3 d\ngrace_days: 2\n", 4, 0.3, 2, 0},
    {"late: 10 % a day\n", 3, 0.3, 0, 0},
    {"late: 10 % a day, at most 25 %\n", 2, 0.2, 0, 0},
    {"late: 10 % a day, at most 25 %\n", 3, 0.25, 0, 0},
    {"late: 20 %, once\n", 5, 0.2, 0, 0},
    {"late: 10 % a day\ngrace_days: 2\n", 1, 0, 1, 0},
    {"late: 10 % a day\ngrace_days: 2\n", 3, 0.1, 2, 0},                            // one day is left to be paid
    {"late: 10 % a day\ngrace_days: 2\nspent: [hw1.csv]\n", 3, 0.2, 1, 0},          // one was spent before
    {"late: 10 % a day\ngrace_days: 1\nspent: [hw1.csv]\n", 3, 0.3, 0, 0},          // all were
    {"late: 10 % a day\ngrace_days: 1\nspent: [hw1.csv, hw1.csv]\n", 3, 0.3, 0, 0}, // and more than all
    {"late: zero\ngrace_days: 2\n", 2, 0, 2, 0},
    {"late: zero\ngrace_days: 2\n", 3, 1, 0, 0}, // they would not save anything, so they are kept
    {"late: 20 %\ngrace_days: 2\n", 3, 0.2, 0, 0},
    {"late: none\ngrace_days: 2\n", 1, 0, 1, 0},
};

START_TEST(grace_days_are_used_before_lateness_costs) {
    char spent[PATH_BYTES];
    snprintf(spent, sizeof spent, "%s/hw1.csv", folder);
    ck_assert(file_write(spent, SPENT, strlen(SPENT), error));
    read_rules(lates[_i].rules);
    Person ann = {.id = "341", .row = -1};
    Submission submission = {.people = &ann, .person_count = 1, .late = true, .late_by_hand = true};
    bool whole = lates[_i].days == (int)lates[_i].days;
    submission.seconds_late = (int64_t)(lates[_i].days * 86400) - (whole ? 3600 : 0); // a day that has begun counts
    Lateness lateness = rules_lateness(&rules, &submission);
    ck_assert_double_eq_tol(lateness.off, lates[_i].off, 1e-9);
    ck_assert_double_eq_tol(lateness.points, lates[_i].points, 1e-9);
    ck_assert_uint_eq(lateness.days_used, lates[_i].used);
}
END_TEST

// Due at noon of the first; Ann has until the third, or a day more.
START_TEST(an_extension_is_a_date_of_ones_own) {
    static const struct {
        const char *rules;
        int hours; // after the due time
        bool late;
    } cases[] = {{"extensions: {ann: 2026-03-03 12:00 Z}\n", 48, false},
                 {"extensions: {ann: 2026-03-03 12:00 Z}\n", 49, true},
                 {"extensions: {ann: 1 d}\n", 24, false},
                 {"extensions: {ann: 1 d}\n", 25, true}};
    char text[200];
    snprintf(text, sizeof text, "due: 2026-03-01 12:00 Z\nlate: 10 %% a day\n%s", cases[_i].rules);
    read_rules(text);
    Person ann = {.id = "ann", .row = -1};
    Submission submission = {.id = "ann", .people = &ann, .person_count = 1};
    Submissions list = {.items = &submission, .count = 1};
    Roster none = {.count = 0};
    submission.handed_in = 1772366400 + 3600 * cases[_i].hours;
    ck_assert_msg(rules_apply(&rules, &list, &none, error), "%s", error);
    ck_assert_int_eq(submission.late, cases[_i].late);
    ck_assert_double_eq_tol(rules_lateness(&rules, &submission).off, cases[_i].late ? 0.1 : 0, 1e-9);
    ck_assert_ptr_nonnull(strstr(rules_lateness(&rules, &submission).words, "with an extension"));
}
END_TEST

START_TEST(a_group_uses_what_its_poorest_member_has) {
    char spent[PATH_BYTES];
    snprintf(spent, sizeof spent, "%s/hw1.csv", folder);
    ck_assert(file_write(spent, SPENT, strlen(SPENT), error));
    read_rules("late: 10 % a day\ngrace_days: 2\nspent: [hw1.csv]\n");
    Person people[] = {{.id = "342", .row = -1}, {.email = "L@x.edu", .row = -1}};
    Submission submission = {
        .people = people, .person_count = 2, .late = true, .late_by_hand = true, .seconds_late = 86400 * 2};
    ck_assert_uint_eq(grace_left(&rules, &people[0]), 2);
    ck_assert_uint_eq(grace_left(&rules, &people[1]), 1);
    Lateness lateness = rules_lateness(&rules, &submission);
    ck_assert_uint_eq(lateness.days_used, 1);
    ck_assert_double_eq_tol(lateness.off, 0.1, 1e-9);
    ck_assert_str_eq(lateness.words, "2 days late, 1 covered by grace days (0 of 2 left): 10 % off");
}
END_TEST

START_TEST(rules_that_make_no_sense_are_refused) {
    static const char *const texts[] = {"drop: -1\n",
                                        "drop: one\n",
                                        "cap: 0\n",
                                        "cap: much\n",
                                        "late: 10\n",
                                        "late: 110 %\n",
                                        "late: 10 % a day, at most\n",
                                        "grace_days: few\n",
                                        "late: 10 % a day, at most 50\n",
                                        "spent: [nothing.csv]\n"};
    ck_assert(file_write(path, texts[_i], strlen(texts[_i]), error));
    ck_assert(!rules_read(path, &rules, error));
    ck_assert_uint_gt(strlen(error), 0);
}
END_TEST

// ---- all of it, in order ----

// corner_turning 40 by hand becomes 90; times 2 is 180. 180 + 80 (transpose_padded), occupancy's 30 dropped: 260 of
// 300, capped to 250 of 250. Two days late, one free, 10 % off: 225.
START_TEST(rules_apply_in_the_order_that_is_documented) {
    const Exercise *three[] = {exercise_named("corner_turning"), exercise_named("transpose_padded"),
                               exercise_named("occupancy")};
    Verdict verdicts[3] = {{.exercise = three[0], .points = 40, .max_points = 100},
                           {.exercise = three[1], .points = 80, .max_points = 100},
                           {.exercise = three[2], .points = 30, .max_points = 100}};
    Person ann = {.name = "Ann Lee", .id = "341", .row = -1};
    Submission submission = {.id = "ann",
                             .key = "341",
                             .people = &ann,
                             .person_count = 1,
                             .late = true,
                             .late_by_hand = true,
                             .seconds_late = 86400 * 2,
                             .handed_in = UNKNOWN_TIME};
    Submissions list = {.items = &submission, .count = 1};
    Roster roster = {.count = 0};
    Override override = {.meant = {.person = &ann},
                         .exercise = three[0],
                         .pointed = true,
                         .points = 90,
                         .part = -1,
                         .comment = "regraded"};
    Overrides overrides = {&override, 1};
    Scores scores;
    read_rules("weights: {corner_turning: 2}\ndrop: 1\ncap: 250\nlate: 10 % a day\ngrace_days: 1\n");
    ck_assert(scores_make(&(ScoredClass){&list, &roster, &rules, &overrides, three, 3, verdicts}, &scores));
    ck_assert_double_eq_tol(scores.scores[0].earned, 250, 1e-9);
    ck_assert_double_eq_tol(scores.scores[0].points, 225, 1e-9);
    ck_assert_double_eq_tol(scores.scores[0].max_points, 250, 1e-9);
    ck_assert_uint_eq(scores.scores[0].grace_days, 1);
    ck_assert_str_eq(
        scores.scores[0].words,
        "corner_turning set by hand: 90 instead of 40, regraded; dropped: occupancy (30 of 100); 2 days late, 1 "
        "covered by grace days (0 of 1 left): 10 % off, 225 instead of 250 points");
    scores_free(&scores);
}
END_TEST

Suite *arithmetic_suite(void) {
    Suite *suite = suite_create("arithmetic");
    TCase *group = tcase_create("arithmetic");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, sums_are_those_made_by_hand, 0, COUNT_OF(sums));
    tcase_add_loop_test(group, grace_days_are_used_before_lateness_costs, 0, COUNT_OF(lates));
    tcase_add_test(group, a_group_uses_what_its_poorest_member_has);
    tcase_add_loop_test(group, an_extension_is_a_date_of_ones_own, 0, 4);
    tcase_add_loop_test(group, rules_that_make_no_sense_are_refused, 0, 10);
    tcase_add_test(group, rules_apply_in_the_order_that_is_documented);
    suite_add_tcase(suite, group);
    return suite;
}
