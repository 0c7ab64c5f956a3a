// test_people.c - words for people: who is meant, and what is said where nobody is, or more than one.
#include "class/rules.h"
#include "scratch.h"
#include "system/files.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Two are called Ann Lee; Zoë is written as macOS does; 7 is one's id and another's login; Bob and Eve hand in
// together.
static Person ann = {.name = "Lee, Ann", .id = "341", .email = "ann@x.edu", .row = 0};
static Person ann2 = {.name = "Ann Lee", .id = "342", .row = 1};
static Person zoe = {.name = "O'Neil-Li, Zoe\xCC\x88", .id = "343", .login = "zoe", .row = 2};
static Person team[] = {{.name = "Ray, Bob", .id = "344", .row = 3}, {.name = "Smith, Jane", .id = "345", .row = 4}};
static Person ute = {.name = "M\xC3\xBCller, Ute", .id = "346", .row = 5}; // handed in nothing
static RosterEntry entries[6];
static Submission items[4];
static Submissions list;
static Roster roster;
static Rules rules;
static char folder[SCRATCH_BYTES], path[PATH_BYTES], error[200];

static void setup(void) {
    items[0] = (Submission){.id = "leeann-341", .key = "341", .people = &ann, .person_count = 1};
    items[1] = (Submission){.id = "annlee-342", .key = "342", .people = &ann2, .person_count = 1};
    items[2] = (Submission){.id = "zoe-343", .key = "343", .people = &zoe, .person_count = 1};
    items[3] = (Submission){.id = "red-17", .key = "17", .people = team, .person_count = 2};
    list = (Submissions){.items = items, .count = 4};
    const Person *all[] = {&ann, &ann2, &zoe, &team[0], &team[1], &ute};
    for (int i = 0; i < 6; i++) entries[i] = (RosterEntry){.person = *all[i], .absent = i == 5};
    roster = (Roster){.entries = entries, .count = 6};
    rules = (Rules){.due = UNKNOWN_TIME};
    scratch_folder(folder, "people");
    snprintf(path, sizeof path, "%s/rules", folder);
}

static void forget(void) {
    rules_free(&rules);
    folder_remove(folder);
}

static const struct {
    const char *word;
    int submission; // -1: only in the roster
} meant_words[] = {
    {"341", 0},           {"ANN@x.edu", 0},  {"leeann-341", 0},          {"zoe", 2},    {"Zo\xC3\xAB O'Neil-Li", 2},
    {"oneil li, zoe", 2}, {"Jane Smith", 3}, {"smith jane", 3},          {"red-17", 3}, {"17", 3},
    {"Lee, Ann", 0},      {"Ann Lee", 1},    {"Ute Mu\xCC\x88ller", -1},
};

START_TEST(word_means_one) {
    Meant meant;
    ck_assert_msg(people_find(&list, &roster, meant_words[_i].word, &meant, error), "%s", error);
    for (int s = 0; s < 4; s++)
        ck_assert_msg(people_meant(&meant, &items[s]) == (s == meant_words[_i].submission), "%s: %d",
                      meant_words[_i].word, s);
}
END_TEST

static const struct {
    const char *word, *says;
} lost_words[] = {
    {"lee ann", "may be Lee, Ann (341); Ann Lee (342)"}, // in small letters neither fits better
    {"Jane Smyth", "near it: Smith, Jane (345)"},
    {"Rae", "near it: Ray, Bob (344)"},
    {"muller", "near it: M\xC3\xBCller, Ute (346)"},
    {"3410", "near it: Lee, Ann (341)"},
    {"Nobody Atall", "--list"},
    {"", "--list"},
    {"\x1b[31mann", "?[31mann"},
};

START_TEST(word_that_means_nobody_or_two_is_refused) {
    Meant meant;
    ck_assert(!people_find(&list, &roster, lost_words[_i].word, &meant, error));
    ck_assert_msg(strstr(error, lost_words[_i].says) != NULL, "%s", error);
}
END_TEST

static bool apply(const char *text) {
    ck_assert(file_write(path, text, strlen(text), error));
    ck_assert_msg(rules_read(path, &rules, error), "%s", error);
    return rules_apply(&rules, &list, &roster, error);
}

START_TEST(rules_about_nobody_are_refused) {
    static const char *const texts[] = {"excluded: [bobby]\n", "lateness: {'Ann': 2 d}\n", "excluded: [lee ann]\n",
                                        "take: {'347': {bank_quiz: x.cu}}\n"};
    static const char *const says[] = {"excluded: ", "lateness: ", "excluded: ", "take: "};
    ck_assert(!apply(texts[_i]));
    ck_assert_msg(!strncmp(error, says[_i], strlen(says[_i])), "%s", error);
}
END_TEST

START_TEST(excluded_member_leaves_the_group_in) {
    ck_assert_msg(apply(_i ? "excluded: [Bob Ray, '345']\n" : "excluded: [Bob Ray, Ute M\xC3\xBCller]\n"), "%s", error);
    ck_assert_int_eq(items[3].left_out[0] != 0, _i);
    ck_assert(rules_exclude(&rules, &team[0]));
    ck_assert_int_eq(rules_exclude(&rules, &team[1]), _i);
    ck_assert_int_eq(rules_exclude(&rules, &ute), !_i);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *people_suite(void) {
    Suite *suite = suite_create("people");
    TCase *group = tcase_create("people");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, word_means_one, 0, COUNT(meant_words));
    tcase_add_loop_test(group, word_that_means_nobody_or_two_is_refused, 0, COUNT(lost_words));
    tcase_add_loop_test(group, rules_about_nobody_are_refused, 0, 4);
    tcase_add_loop_test(group, excluded_member_leaves_the_group_in, 0, 2);
    suite_add_tcase(suite, group);
    return suite;
}
