// test_people.c - words for people: who is meant, and what is said where nobody is, or more than one; and what is asked
// before a class is graded.
#define _GNU_SOURCE // strcasestr
#include "batch/batch.h"
#include "class/rules.h"
#include "scratch.h"
#include "submissions/platforms/platform.h"
#include "system/files.h"
#include "system/text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// Who is shown by a code is meant by it, and by the name as well.
START_TEST(code_and_name_mean_the_same) {
    static const char *const words[] = {"student-1", "Zo\xC3\xAB O'Neil-Li", "zoe", "343", "zoe-343"};
    const Person real = zoe;
    Person coded = {.name = "student-1", .id = "student-1", .row = 2, .real = &real};
    Meant meant;
    items[2].people = &coded;
    entries[2].person = coded;
    ck_assert_msg(people_find(&list, &roster, words[_i], &meant, error), "%s", error);
    ck_assert(people_meant(&meant, &items[2]) && !people_meant(&meant, &items[1]));
    ck_assert(!people_find(&list, &roster, "Zoe O'Neal", &meant, error));
    ck_assert_ptr_null(strcasestr(error, "neil"));
}
END_TEST

START_TEST(word_means_one) {
    Meant meant;
    ck_assert_msg(people_find(&list, &roster, meant_words[_i].word, &meant, error), "%s", error);
    for (int s = 0; s < 4; s++)
        ck_assert_msg(people_meant(&meant, &items[s]) == (s == meant_words[_i].submission), "%s: %d",
                      meant_words[_i].word, s);
}
END_TEST

// Whose a submission is that a name alone does not tell, the rules say.
START_TEST(rules_say_whose_a_submission_is) {
    static const char *const good = "people: {342: 346}\n", *const bad = "people: {342: Ann}\n";
    Person other = {.name = "Ute", .id = "x7", .row = -1};
    int strangers = 1;
    items[1].people = &other;
    items[1].handed_in = 5;
    scratch_write(folder, "rules", _i ? bad : good, strlen(_i ? bad : good));
    ck_assert_msg(rules_read(path, &rules, error), "%s", error);
    ck_assert_int_eq(rules_claim(&rules, &list, &roster, &strangers, error), !_i);
    ck_assert_int_eq(strangers, _i);
    ck_assert_int_eq(other.row, _i ? -1 : 5);
    ck_assert_int_eq(entries[5].absent, _i);
    if (_i) ck_assert_ptr_nonnull(strstr(error, "people: nobody in this class is called Ann"));
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

// Candidates with names of many bytes are cut between letters.
START_TEST(long_names_of_candidates_stay_whole_letters) {
    static Person longs[2];
    Meant meant;
    for (int i = 0; i < 2; i++) {
        longs[i] = (Person){.row = i};
        snprintf(longs[i].id, sizeof longs[i].id, "%d", 900 + i);
        for (int k = 0; k < 30 + i; k++) strcat(longs[i].name, "李");
        entries[i].person = longs[i];
    }
    ck_assert(!people_find(&list, &roster, "李李李", &meant, error));
    for (const char *at = error; *at;) ck_assert_uint_ne(text_next(&at), UNFIT);
    ck_assert_ptr_nonnull(strstr(error, "李 (900)"));
}
END_TEST

// Each of those who are absent stands in the listing with a name.
START_TEST(everybody_who_is_absent_is_named) {
    static const char table[] = "id,name\n341,Ann Lee\n342,Ann Lee\n343,Zoe Li\n";
    static Batch batch;
    char *text, *csv;
    size_t length, csv_length;
    batch = (Batch){.exercises = {exercise_named("corner_turning")}, .exercise_count = 1};
    batch.submissions.platform = &folder_platform;
    ck_assert(file_write(path, table, sizeof table - 1, error));
    ck_assert_msg(roster_read(path, &batch.roster, error), "%s", error);
    for (int i = 0; i < 3; i++) batch.roster.entries[i].absent = true;
    FILE *out = open_memstream(&text, &length);
    ck_assert(recognised_print(&batch, out, true, &csv, &csv_length));
    fclose(out);
    for (int i = 0; i < 3; i++) {
        char row[100];
        const Person *person = &batch.roster.entries[i].person;
        snprintf(row, sizeof row, "%-24s  %-10s", person->name, person->id);
        ck_assert_msg(strstr(text, row) != NULL, "%s", text);
        ck_assert_msg(strstr(csv, person->id) != NULL, "%s", csv);
    }
    roster_free(&batch.roster);
    free(text);
    free(csv);
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

// ---- what is asked before ----

static const struct {
    const char *results, *says; // NULL: allowed
} places[] = {
    {"new", NULL},
    {"new/deep/er", NULL},
    {"empty", NULL},
    {"ours", NULL},
    {"begun", NULL},
    {"others", "holds files of others (thesis.tex)"},
    {"submissions", "lies in the submissions"},
    {"submissions/results", "lies in the submissions"},
    {"others/../submissions", "lies in the submissions"},
    {"link", "lies in the submissions"},
    {".", "holds the submissions"},
    {"tables", "holds the roster"},
    {"submissions/file", "lies in the submissions"},
    {"/", "no folder for results"},
};

START_TEST(results_overwrite_nothing_of_others) {
    char results[PATH_BYTES], submissions[PATH_BYTES], table[PATH_BYTES], link[PATH_BYTES];
    scratch_write(folder, "submissions/file", "x", 1);
    scratch_write(folder, "others/thesis.tex", "x", 1);
    scratch_write(folder, "tables/roster.csv", "x", 1);
    scratch_write(folder, "ours/batch.json", "{\"schema\": 1, \"seed\": 7}", 24);
    scratch_write(folder, "ours/class.html", "x", 1);
    scratch_write(folder, "begun/lock", "", 0);
    snprintf(results, sizeof results, "%s/empty", folder);
    ck_assert(folder_make(results));
    snprintf(submissions, sizeof submissions, "%s/submissions", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    ck_assert_int_eq(symlink(submissions, link), 0);
    snprintf(table, sizeof table, "%s/tables/roster.csv", folder);
    if (places[_i].results[0] == '/') snprintf(results, sizeof results, "%s", places[_i].results);
    else snprintf(results, sizeof results, "%s/%s", folder, places[_i].results);
    const BatchPlaces used = {submissions, table, NULL};
    ck_assert_int_eq(results_allowed(results, &used, error), places[_i].says == NULL);
    if (places[_i].says) ck_assert_msg(strstr(error, places[_i].says) != NULL, "%s", error);
}
END_TEST

START_TEST(current_directory_is_no_place_for_results) {
    const BatchPlaces used = {"/nowhere", NULL, NULL};
    ck_assert_int_eq(chdir(folder), 0);
    ck_assert(!results_allowed(".", &used, error));
    ck_assert_msg(strstr(error, "current directory") != NULL, "%s", error);
    ck_assert(results_allowed("below", &used, error));
    ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

static const struct {
    unsigned worked, elsewhere; // of four submissions
    const char *kept[3];        // results that are there
    const char *asks;           // NULL: nothing
} doubts[] = {
    {4, 0, {NULL}, NULL},
    {0, 4, {NULL}, "nobody handed in corner_turning, but 4 of 4 handed in bank_quiz"},
    {0, 1, {NULL}, NULL},
    {1, 4, {NULL}, NULL},
    {4, 0, {"leeann-341", "annlee-342"}, NULL},
    {4, 0, {"leeann-341", "gone-9"}, NULL},
    {4, 0, {"one-1", "two-2", "zoe-343"}, "is it another class's?"},
};

START_TEST(other_exercise_or_class_is_questioned) {
    static Batch batch;
    char question[300], name[80];
    batch = (Batch){.submissions = list, .named = true, .exercise_count = 1};
    batch.exercises[0] = exercise_named("corner_turning");
    batch.worked[0] = doubts[_i].worked;
    for (unsigned e = 0; e < exercise_count; e++)
        if (!strcmp(exercises[e]->name, "bank_quiz")) batch.elsewhere[e] = doubts[_i].elsewhere;
    for (int i = 0; i < 3 && doubts[_i].kept[i]; i++) {
        snprintf(name, sizeof name, "students/%s/x.json", doubts[_i].kept[i]);
        scratch_write(folder, name, "x", 1);
    }
    ck_assert_int_eq(batch_questionable(&batch, folder, question), doubts[_i].asks != NULL);
    if (doubts[_i].asks) ck_assert_msg(strstr(question, doubts[_i].asks) != NULL, "%s", question);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *people_suite(void) {
    Suite *suite = suite_create("people");
    TCase *group = tcase_create("people");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_test(group, everybody_who_is_absent_is_named);
    tcase_add_test(group, long_names_of_candidates_stay_whole_letters);
    tcase_add_loop_test(group, rules_say_whose_a_submission_is, 0, 2);
    tcase_add_loop_test(group, word_means_one, 0, COUNT(meant_words));
    tcase_add_loop_test(group, code_and_name_mean_the_same, 0, 5);
    tcase_add_loop_test(group, word_that_means_nobody_or_two_is_refused, 0, COUNT(lost_words));
    tcase_add_loop_test(group, rules_about_nobody_are_refused, 0, 4);
    tcase_add_loop_test(group, excluded_member_leaves_the_group_in, 0, 2);
    tcase_add_loop_test(group, results_overwrite_nothing_of_others, 0, COUNT(places));
    tcase_add_test(group, current_directory_is_no_place_for_results);
    tcase_add_loop_test(group, other_exercise_or_class_is_questioned, 0, COUNT(doubts));
    suite_add_tcase(suite, group);
    return suite;
}
