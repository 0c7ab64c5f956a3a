// test_rules.c - late policies, weights, attempts and exceptions, tables that are filled in, and times as they are
// told.
#include "returns/returns.h"
#include "scratch.h"
#include "system/files.h"
#include "system/times.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[SCRATCH_BYTES], path[PATH_BYTES], error[200];
static Rules rules;
static Roster roster;
static const Overrides overrides = {.count = 0};
static Submissions list;
static Person ann, bob;
static Submission items[2];

static void setup(void) {
    scratch_folder(folder, "rules");
    snprintf(path, sizeof path, "%s/file", folder);
    rules = (Rules){.due = UNKNOWN_TIME};
    roster = (Roster){.count = 0};
    ann = (Person){.name = "Lee, Ann", .id = "341", .email = "a@x.edu", .row = 0};
    bob = (Person){.name = "Ray, Bob", .id = "342", .row = 1};
    items[0] = (Submission){.id = "ann-341", .key = "341", .people = &ann, .person_count = 1, .attempt = 1};
    items[1] = (Submission){.id = "bob-342", .key = "342", .people = &bob, .person_count = 1, .attempt = 1};
    items[0].handed_in = items[1].handed_in = UNKNOWN_TIME;
    list = (Submissions){.items = items, .count = 2};
}

static void forget(void) {
    rules_free(&rules);
    roster_free(&roster);
    folder_remove(folder);
}

static bool read_rules(const char *text) {
    ck_assert(file_write(path, text, strlen(text), error));
    return rules_read(path, &rules, error);
}

static void apply(void) { ck_assert_msg(rules_apply(&rules, &list, &roster, error), "%s", error); }

// ---- times ----

static const struct {
    const char *text;
    int64_t seconds;
} times[] = {
    {"2024-01-02 03:04:05.123456789 Z", 1704164645},
    {"2024-01-02T03:04:05Z", 1704164645},
    {"2024-01-02 04:04:05 +0100", 1704164645},
    {"2024-01-01 21:04:05 -06:00", 1704164645},
    {"2024-01-02 03:04 UTC", 1704164640},
};

START_TEST(times_of_platforms_are_understood) {
    int64_t seconds;
    ck_assert(time_read(times[_i].text, &seconds));
    ck_assert_int_eq(seconds, times[_i].seconds);
}
END_TEST

START_TEST(what_is_no_time_is_refused) {
    static const char *const texts[] = {"", "-", "tomorrow", "2024-01-02", "2024-01-02 03:04 Mars"};
    int64_t seconds;
    ck_assert(!time_read(texts[_i], &seconds));
}
END_TEST

// ---- rules ----

static const struct {
    const char *late;
    int64_t seconds; // after the due time
    double off;
} policies[] = {
    {"none", 1, 0},
    {"zero", 1, 1},
    {"20 %", 1, 0.2},
    {"20 %", 9 * 86400, 0.2},
    {"10 % a day", 1, 0.1},
    {"10 % a day", 86400, 0.1},
    {"10 % a day", 86401, 0.2},
    {"10 % a day", 20 * 86400, 1},
    {"10 % a day", -1, 0},
    {"zero", 0, 0},
};

START_TEST(lateness_costs_what_the_rules_say) {
    char text[200];
    snprintf(text, sizeof text, "due: 2024-01-02 03:04:05 Z\nlate: %s\n", policies[_i].late);
    ck_assert_msg(read_rules(text), "%s", error);
    items[0].handed_in = 1704164645 + policies[_i].seconds;
    apply();
    ck_assert_int_eq(items[0].late, policies[_i].seconds > 0);
    ck_assert_double_eq_tol(rules_lateness(&rules, &items[0]).off, policies[_i].off, 1e-12);
    ck_assert_int_eq(rules_lateness(&rules, &items[0]).words[0] != 0, items[0].late);
}
END_TEST

START_TEST(grace_is_not_late) {
    ck_assert(read_rules("due: 2024-01-02 03:04:05 Z\ngrace: 15 min\nlate: zero\n"));
    items[0].handed_in = 1704164645 + 900;
    items[1].handed_in = 1704164645 + 901;
    apply();
    ck_assert(!items[0].late);
    ck_assert(items[1].late);
}
END_TEST

// Canvas says that it is late, and not by how much.
START_TEST(lateness_without_a_time_is_one_day_until_it_is_said) {
    items[0].late = items[1].late = true;
    ck_assert(read_rules("late: 10 % a day\nlateness: {a@x.edu: 3 d}\n"));
    apply();
    ck_assert_double_eq_tol(rules_lateness(&rules, &items[0]).off, 0.3, 1e-12);
    ck_assert_double_eq_tol(rules_lateness(&rules, &items[1]).off, 0.1, 1e-12);
    ck_assert_ptr_nonnull(strstr(rules_lateness(&rules, &items[1]).words, "taken as 1 day"));
}
END_TEST

static const char *const wrong_rules[] = {
    "du: 2024-01-02 03:04\n",
    "due: soon\n",
    "late: 10\n",
    "late: 200 %\n",
    "exercises: [bank_quiz, no_such]\n",
    "exercises: bank_quiz\n",
    "weights: {no_such: 1}\n",
    "weights: {bank_quiz: -1}\n",
    "attempt: first\n",
    "take: {ann: file.cu}\n",
    "lateness: {ann: a while}\n",
    "- a\n- b\n",
    "excluded: bob\n",
    "a: [\n",
};

START_TEST(rules_that_are_not_understood_are_refused) {
    ck_assert(!read_rules(wrong_rules[_i]));
    ck_assert_ptr_nonnull(strstr(error, "file: "));
}
END_TEST

START_TEST(exercises_are_those_that_are_named) {
    ck_assert(read_rules("exercises: [bank_quiz, corner_turning]\n"));
    ck_assert_str_eq(rules_exercise(&rules, 0), "bank_quiz");
    ck_assert_str_eq(rules_exercise(&rules, 1), "corner_turning");
    ck_assert_ptr_null(rules_exercise(&rules, 2));
}
END_TEST

START_TEST(exceptions_name_people_in_any_way) {
    ck_assert(read_rules("excluded: ['342']\ntake: {'Lee, Ann': {bank_quiz: b/x.cu}}\nweights: {bank_quiz: 0.5}\n"));
    apply();
    ck_assert_str_eq(items[0].left_out, "");
    ck_assert_ptr_nonnull(strstr(items[1].left_out, "excluded"));
    ck_assert_str_eq(rules_take(&rules, &items[0], exercise_named("bank_quiz")), "b/x.cu");
    ck_assert_ptr_null(rules_take(&rules, &items[1], exercise_named("bank_quiz")));
    ck_assert_double_eq(rules_weight(&rules, exercise_named("bank_quiz")), 0.5);
    ck_assert_double_eq(rules_weight(&rules, exercise_named("corner_turning")), 1);
}
END_TEST

// ---- scores and tables ----

static char *no_text(const void *context, const Score *score) { return (void)context, (void)score, NULL; }
static const FillFeedback no_feedback = {no_text, NULL};

static const Exercise *two[2];
static Verdict verdicts[4];

// Ann has 80 and 40 points; Bob 100 and none yet.
static void grade_both(void) {
    two[0] = exercise_named("corner_turning");
    two[1] = exercise_named("bank_quiz");
    verdicts[0] = (Verdict){.exercise = two[0], .state = STATE_limit, .points = 80, .max_points = 100};
    verdicts[1] = (Verdict){.exercise = two[1], .state = STATE_wrong, .points = 40, .max_points = 100};
    verdicts[2] = (Verdict){.exercise = two[0], .state = STATE_passed, .points = 100, .max_points = 100};
    verdicts[3] = (Verdict){.exercise = NULL};
}

START_TEST(score_is_the_weighted_sum_of_what_is_graded) {
    Scores scores;
    grade_both();
    ck_assert(read_rules("weights: {bank_quiz: 0.5}\n"));
    ck_assert(scores_make(&(ScoredClass){&list, &roster, &rules, &overrides, two, 2, verdicts}, &scores));
    ck_assert_uint_eq(scores.count, 2);
    ck_assert_double_eq(scores.scores[0].points, 100);
    ck_assert_double_eq(scores.scores[0].max_points, 150);
    ck_assert(scores.scores[0].graded);
    ck_assert(!scores.scores[1].graded); // one exercise has no result, which is no zero
    scores_free(&scores);
}
END_TEST

START_TEST(score_tells_the_points_before_and_after_lateness) {
    Scores scores;
    char *text;
    size_t length;
    grade_both();
    ck_assert(read_rules("late: 10 % a day\nlateness: {'341': 2 d}\n"));
    apply();
    ck_assert(scores_make(&(ScoredClass){&list, &roster, &rules, &overrides, two, 2, verdicts}, &scores));
    ck_assert_double_eq(scores.scores[0].earned, 120);
    ck_assert_double_eq(scores.scores[0].points, 96);
    ck_assert_str_eq(scores.scores[0].words, "2 days late: 20 % off, 96 instead of 120 points");
    ck_assert_str_eq(scores.scores[1].words, "not all of it is graded");
    FILE *out = open_memstream(&text, &length);
    scores_print(out, &scores);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(text, "\"late\",\"1\",\"120\",\"96\",\"200\",\"2 days late: "));
    free(text);
    scores_free(&scores);
}
END_TEST

START_TEST(best_or_last_attempt_counts) {
    Scores scores;
    grade_both();
    verdicts[3] = (Verdict){.exercise = two[1], .state = STATE_passed, .points = 100, .max_points = 100};
    ck_assert(read_rules(_i ? "attempt: best\n" : "attempt: last\n"));
    bob = ann; // both are Ann's
    items[0].attempt = 2;
    items[1].older = true;
    ck_assert(scores_make(&(ScoredClass){&list, &roster, &rules, &overrides, two, 2, verdicts}, &scores));
    ck_assert_uint_eq(scores.count, 1);
    ck_assert_double_eq(scores.scores[0].points, _i ? 200 : 120);
    scores_free(&scores);
}
END_TEST

static const struct {
    const char *rules, *table, *file, *filled; // NULL: refused
} tables[] = {
    {"",
     "Student,ID,SIS Login ID,Section,HW 1 (77),Quiz (78 pts),Final Score\r\n"
     "    Points Possible,,,,10.00,5,(read only)\r\n\"Lee, Ann\",341,ann7,S1,8.5,1,3\r\n\"Ray, Bob\",342,bob,S1,,,\r\n",
     "canvas.csv",
     "Student,ID,SIS Login ID,Section,HW 1 (77)\r\n    Points Possible,,,,10.00\r\n\"Lee, Ann\",341,ann7,S1,6.00\r\n"},
    {"column: HW 2",
     "Student;ID;Section;HW 1 (77);HW 2 (79)\r\n  Points Possible;;;10;20\r\n=cmd();341;S;;\r\nBob;342;S;;\r\n",
     "canvas.csv", "Student;ID;Section;HW 2 (79)\r\n  Points Possible;;;20\r\n=cmd();341;S;12.00\r\n"},
    {"", "Student,ID,Section,HW 1 (77),HW 2 (79)\r\nAnn,341,S,,\r\nBob,342,S,,\r\n", "canvas.csv", NULL},
    {"",
     "\xEF\xBB\xBFIdentifier,Full name,Grade,Maximum grade,Grade can be changed,Last modified (grade)\r\n"
     "Participant 341,Ann,,\"5,00\",Yes,-\r\nParticipant 342,Bob,,\"5,00\",Yes,-\r\n",
     "moodle.csv",
     "\xEF\xBB\xBFIdentifier,Full name,Grade,Maximum grade,Grade can be changed,Last modified (grade)\r\n"
     "Participant 341,Ann,\"3,00\",\"5,00\",Yes,-\r\nParticipant 342,Bob,,\"5,00\",Yes,-\r\n"},
    {"",
     "Identifier,Full name,Grade,Maximum grade,Grade can be changed\r\nParticipant 341,Ann,1.00,5.00,No\r\n"
     "Participant 342,Bob,,5.00,Yes\r\n",
     "moodle.csv",
     "Identifier,Full name,Grade,Maximum grade,Grade can be changed\r\nParticipant 341,Ann,1.00,5.00,No\r\n"
     "Participant 342,Bob,,5.00,Yes\r\n"},
    {"",
     "First Name,Last Name,SID,Email,Total Score,Max Points,Status,Submission "
     "ID\r\nAnn,Lee,341,a@x,,10.0,Ungraded,12\r\n"
     "Bob,Ray,342,b@x,,10.0,Ungraded,13\r\n",
     "gradescope.csv",
     "First Name,Last Name,SID,Email,Total Score,Max Points,Status,Submission "
     "ID\r\nAnn,Lee,341,a@x,6.00,10.0,Graded,12\r\n"
     "Bob,Ray,342,b@x,,10.0,Ungraded,13\r\n"},
    {"", "github_username,roster_identifier,points_awarded,points_available\r\nann,341,,100\r\nbob,342,,100\r\n",
     "classroom.csv",
     "github_username,roster_identifier,points_awarded,points_available\r\nann,341,60.00,100\r\nbob,342,,100\r\n"},
    {"",
     "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\"Last Access\"\t\"Availability\"\t"
     "\"Total [Total Pts: up to 10 Score] |1\"\t\"HW 1 [Total Pts: 10 Score] |664617\"\r\n"
     "Lee\tAnn\tann7\t341\t2024\tYes\t\t\r\nRay\tBob\tbob\t342\t2024\tYes\t\t\r\n",
     "blackboard.csv",
     "Last Name\tFirst Name\tUsername\tStudent ID\tHW 1 [Total Pts: 10 Score] |664617\r\n"
     "Lee\tAnn\tann7\t341\t6.00\r\n"},
    {"worth: 10",
     "HW 1,Points\r\n\r\nDisplay ID,ID,Last Name,First Name,grade\r\n341,ann7,Lee,Ann,\r\n342,bob,Ray,Bob,\r\n",
     "sakai.csv",
     "HW 1,Points\r\n\r\nDisplay ID,ID,Last Name,First Name,grade\r\n341,ann7,Lee,Ann,6.00\r\n"
     "342,bob,Ray,Bob,\r\n"},
    {"",
     "\xEF\xBB\xBFID,Vollst\u00e4ndiger Name,Status,Bewertung,Bestwertung,Zuletzt ge\u00e4ndert\r\n"
     "Teilnehmer/in341,Ann,Abgegeben,,\"5,00\",-\r\nTeilnehmer/in342,Bob,Abgegeben,,\"5,00\",-\r\n",
     "moodle.csv",
     "\xEF\xBB\xBFID,Vollst\u00e4ndiger Name,Status,Bewertung,Bestwertung,Zuletzt ge\u00e4ndert\r\n"
     "Teilnehmer/in341,Ann,Abgegeben,\"3,00\",\"5,00\",-\r\nTeilnehmer/in342,Bob,Abgegeben,,\"5,00\",-\r\n"},
    {"",
     "Nachname\tVorname\tBenutzername\tTeilnehmer-ID\tGesamt [Gesamtpunkte: bis zu 10 Punkte] |1\t"
     "HW 1 [Gesamtpunkte: 10 Punkte] |664617\r\nLee\tAnn\tann7\t341\t\t\r\nRay\tBob\tbob\t342\t\t\r\n",
     "blackboard.csv",
     "Nachname\tVorname\tBenutzername\tTeilnehmer-ID\tHW 1 [Gesamtpunkte: 10 Punkte] |664617\r\n"
     "Lee\tAnn\tann7\t341\t6.00\r\n"},
    {"worth: 10",
     "HW 1,Puntos\r\n\r\nIdentificador,ID,Apellidos,Nombre,calificaci\u00f3n\r\n1,341,Lee,Ann,\r\n2,342,Ray,Bob,\r\n",
     "sakai.csv",
     "HW 1,Puntos\r\n\r\nIdentificador,ID,Apellidos,Nombre,calificaci\u00f3n\r\n1,341,Lee,Ann,6.00\r\n"
     "2,342,Ray,Bob,\r\n"},
    {"worth: 10", // what the platform says counts
     "Identifier,Full name,Grade,Maximum grade,Grade can be changed\r\nParticipant 341,Ann,,100.00,Yes\r\n"
     "Participant 342,Bob,,100.00,Yes\r\n",
     "moodle.csv",
     "Identifier,Full name,Grade,Maximum grade,Grade can be changed\r\nParticipant 341,Ann,60.00,100.00,Yes\r\n"
     "Participant 342,Bob,,100.00,Yes\r\n"},
    {"",
     "OrgDefinedId,Username,Last Name,First Name,HW 1 Points Grade <Numeric MaxPoints:10>,Exam Text Grade,"
     "End-of-Line Indicator\r\n#341,#ann,Lee,Ann,,,#\r\n#342,#bob,Ray,Bob,,,#\r\n",
     "brightspace.csv",
     "OrgDefinedId,Username,HW 1 Points Grade <Numeric MaxPoints:10>,End-of-Line Indicator\r\n#341,#ann,6.00,#\r\n"},
    {"", // Sakai's gradebook
     "Student ID,Student Name,HW 1 [10],* HW 1,# Course Grade\r\n341,\"Lee, Ann\",,,\r\n342,\"Ray, Bob\",,,\r\n",
     "sakai_gradebook.csv", "Student ID,Student Name,HW 1 [10]\r\n341,\"Lee, Ann\",6.00\r\n"},
    {"column: HW 1", "Student ID,Student Name,HW 1 [5],HW 2 [10]\r\n341,\"Lee, Ann\",,\r\n342,\"Ray, Bob\",,\r\n",
     "sakai_gradebook.csv", "Student ID,Student Name,HW 1 [5]\r\n341,\"Lee, Ann\",3.00\r\n"},
    {"", "Student ID,Student Name\r\n341,Ann\r\n342,Bob\r\n", NULL, ""},
    {"worth: 10", // the title stands alone above a table with semicolons
     "HW 1\r\n\r\nDisplay ID;ID;Last Name;First Name;grade\r\n341;ann;Lee;Ann;\r\n342;bob;Ray;Bob;\r\n", "sakai.csv",
     "HW 1\r\n\r\nDisplay ID;ID;Last Name;First Name;grade\r\n341;ann;Lee;Ann;6.00\r\n342;bob;Ray;Bob;\r\n"},
    {"", "id,name\r\n341,Ann\r\n342,Bob\r\n", NULL, ""},
    {"", // CodeGrade's grades are out of ten
     "Id,Username,Name,Grade,Created at,Assigned to,General feedback\r\n341,ann7,Ann,,2026-11-20T10:15:00,Kim,\r\n"
     "342,bob,Bob,,,,\r\n",
     "codegrade.csv",
     "Id,Username,Name,Grade,Created at,Assigned to,General feedback\r\n341,ann7,Ann,6.00,2026-11-20T10:15:00,Kim,\r\n"
     "342,bob,Bob,,,,\r\n"},
};

START_TEST(table_of_a_platform_is_filled_in) {
    const char *file = "";
    char *text = NULL;
    size_t length;
    Scores scores;
    grade_both();
    ck_assert(read_rules(tables[_i].rules));
    ck_assert(file_write(path, tables[_i].table, strlen(tables[_i].table), error));
    ck_assert_msg(roster_read(path, &roster, error), "%s", error);
    ck_assert_uint_eq(roster.count, 2);
    roster.entries[0].absent = roster.entries[1].absent = false;
    ck_assert(scores_make(&(ScoredClass){&list, &roster, &rules, &overrides, two, 2, verdicts}, &scores));
    bool differs = rules.worth > 0 && strstr(tables[_i].table, ",100.00,");
    ck_assert_int_eq(fill_worth_differs(&roster, &rules, error), differs);
    bool filled = fill_table(&roster, &rules, &scores, &no_feedback, &file, &text, &length, error);
    ck_assert_int_eq(filled, tables[_i].filled != NULL);
    if (!filled) ck_assert_ptr_nonnull(strstr(error, "which column"));
    else if (!tables[_i].file) ck_assert_ptr_null(file);
    else {
        ck_assert_str_eq(file, tables[_i].file);
        ck_assert_str_eq(text, tables[_i].filled);
    }
    free(text);
    scores_free(&scores);
}
END_TEST

// Blackboard's: little-endian, with its mark; and the other order. The name holds a character of two units.
START_TEST(utf16_table_comes_back_in_utf16) {
    static const char little[] = "\xFF\xFEi\0d\0\t\0n\0\r\0\n\0"
                                 "1\0\t\0\xFC\0\x3D\xD8\x00\xDE\r\0\n";
    char bytes[sizeof little], *text;
    size_t length;
    Csv csv;
    for (size_t i = 0; i < sizeof little; i++) bytes[i] = little[_i ? i ^ 1 : i];
    ck_assert(file_write(path, bytes, sizeof little, error));
    ck_assert_msg(csv_read(path, &csv, error), "%s", error);
    ck_assert_str_eq(csv_cell(&csv, 1, csv_column(&csv, "n")), "\xC3\xBC\xF0\x9F\x98\x80");
    FILE *out = open_memstream(&text, &length);
    for (unsigned i = 0; i < csv.count; i++) csv_put_row(out, &csv, i);
    fclose(out);
    ck_assert(csv_encode(&csv, &text, &length));
    ck_assert_uint_eq(length, sizeof little);
    ck_assert_mem_eq(text, bytes, length);
    free(text);
    csv_free(&csv);
}
END_TEST

// What a spreadsheet of western Europe saves; what that encoding has not becomes a question mark.
START_TEST(windows_table_comes_back_in_its_encoding) {
    static const char bytes[] = "id;name\r\n1;Stra\xDF"
                                "e \x80\r\n";
    char *text;
    size_t length;
    Csv csv;
    ck_assert(file_write(path, bytes, sizeof bytes - 1, error));
    ck_assert_msg(csv_read(path, &csv, error), "%s", error);
    ck_assert_str_eq(csv_cell(&csv, 1, 1), "Stra\u00dfe \u20ac");
    FILE *out = open_memstream(&text, &length);
    for (unsigned i = 0; i < csv.count; i++) csv_put_row(out, &csv, i);
    fclose(out);
    ck_assert(csv_encode(&csv, &text, &length));
    ck_assert_str_eq(text, bytes);
    ck_assert_uint_eq(length, sizeof bytes - 1);
    free(text);
    csv_free(&csv);
}
END_TEST

START_TEST(cells_come_back_as_they_were) {
    static const char text[] = "a,\"b \"\"c\"\"\",\"d\ne\"\r\n,\"x, y\",\"=1+1\"\n0012,,last";
    Csv csv;
    ck_assert(file_write(path, text, strlen(text), error));
    ck_assert_msg(csv_read(path, &csv, error), "%s", error);
    ck_assert_uint_eq(csv.count, 3);
    ck_assert_str_eq(csv_cell(&csv, 0, 1), "b \"c\"");
    ck_assert_str_eq(csv_cell(&csv, 0, 2), "d\ne");
    ck_assert_str_eq(csv_cell(&csv, 1, 2), "=1+1");
    ck_assert_str_eq(csv_cell(&csv, 2, 0), "0012");
    ck_assert_str_eq(csv_cell(&csv, 2, 2), "last");
    ck_assert_str_eq(csv_cell(&csv, 2, 3), "");
    csv_free(&csv);
}
END_TEST

START_TEST(our_own_cells_are_no_formulas) {
    static const char *const texts[] = {"=1+1", "+1", "-1", "@x", "plain", "a \"b\""};
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    csv_put_fields(out, texts, 6);
    fclose(out);
    ck_assert_str_eq(text, "\"'=1+1\",\"'+1\",\"'-1\",\"'@x\",\"plain\",\"a \"\"b\"\"\"\r\n");
    free(text);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

Suite *rules_suite(void) {
    Suite *suite = suite_create("rules");
    TCase *group = tcase_create("rules");
    tcase_add_checked_fixture(group, setup, forget);
    tcase_add_loop_test(group, times_of_platforms_are_understood, 0, COUNT(times));
    tcase_add_loop_test(group, what_is_no_time_is_refused, 0, 5);
    tcase_add_loop_test(group, lateness_costs_what_the_rules_say, 0, COUNT(policies));
    tcase_add_test(group, grace_is_not_late);
    tcase_add_test(group, lateness_without_a_time_is_one_day_until_it_is_said);
    tcase_add_loop_test(group, rules_that_are_not_understood_are_refused, 0, COUNT(wrong_rules));
    tcase_add_test(group, exercises_are_those_that_are_named);
    tcase_add_test(group, exceptions_name_people_in_any_way);
    tcase_add_test(group, score_is_the_weighted_sum_of_what_is_graded);
    tcase_add_test(group, score_tells_the_points_before_and_after_lateness);
    tcase_add_loop_test(group, best_or_last_attempt_counts, 0, 2);
    tcase_add_loop_test(group, table_of_a_platform_is_filled_in, 0, COUNT(tables));
    tcase_add_loop_test(group, utf16_table_comes_back_in_utf16, 0, 2);
    tcase_add_test(group, windows_table_comes_back_in_its_encoding);
    tcase_add_test(group, cells_come_back_as_they_were);
    tcase_add_test(group, our_own_cells_are_no_formulas);
    suite_add_tcase(suite, group);
    return suite;
}
