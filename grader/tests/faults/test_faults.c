// test_faults.c - the rows of the table of faults, and that nobody but its reader compares their names.
#include "causes/summary.h"
#include "exercises/exercise.h"
#include "faults/facts.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

START_TEST(each_kind_has_its_row) {
    FaultKind kind = (FaultKind)_i;
    const char *name = fault_name(kind);
    ck_assert_msg(name && *name, "kind %d has no name", kind);
    ck_assert_msg(strlen(fault_sentence(kind)) > 10, "%s has no sentence", name);
    ck_assert_msg(strlen(fault_advice(kind)) > 10, "%s has no advice", name);
    ck_assert_str_eq(fault_name(fault_named(name)), name);
    ck_assert_uint_eq(fault_rank(fault_named(name)), fault_rank(kind));
}
END_TEST

// Two kinds with one rank would be told in the order in which they are found. Between two ranks there is one free, for
// a race of a line with itself.
START_TEST(no_two_names_share_a_rank) {
    for (FaultKind a = 0; a < FAULT_KIND_COUNT; a++)
        for (FaultKind b = 0; b < FAULT_KIND_COUNT; b++) {
            if (!strcmp(fault_name(a), fault_name(b))) continue;
            ck_assert_msg(fault_rank(a) != fault_rank(b) && fault_rank(a) + 1 != fault_rank(b), "%s and %s",
                          fault_name(a), fault_name(b));
        }
}
END_TEST

static char *checklist;

static void read_checklist(void) {
    FILE *file = fopen("chapters/checklist.md", "r");
    ck_assert_ptr_nonnull(file);
    size_t size = 0;
    ck_assert(getdelim(&checklist, &size, 0, file) > 0);
    fclose(file);
}

static void forget_checklist(void) {
    free(checklist);
    checklist = NULL;
}

// A verdict leads to the row by its anchor.
static void has_row(const char *whose, const char *symptom) {
    char anchor[100];
    snprintf(anchor, sizeof anchor, "<a id=\"checklist_%s\">", symptom);
    const char *row = strstr(checklist, anchor);
    ck_assert_msg(row != NULL, "%s: the checklist has no row %s", whose, symptom);
    ck_assert_msg(!strstr(row + 1, anchor), "the checklist has two rows %s", symptom);
}

START_TEST(each_symptom_has_a_row_in_the_checklist) {
    for (FaultKind kind = 0; kind < FAULT_KIND_COUNT; kind++)
        if (*fault_symptom(kind)) has_row(fault_name(kind), fault_symptom(kind));
    for (unsigned e = 0; e < exercise_count; e++)
        for (unsigned p = 0; p < exercises[e]->part_count; p++)
            if (exercises[e]->parts[p].symptom) has_row(exercises[e]->name, exercises[e]->parts[p].symptom);
}
END_TEST

// Every link of the page leads to a lesson, and every exercise that it names is there.
START_TEST(each_row_of_the_checklist_leads_somewhere) {
    char path[200];
    unsigned links = 0;
    for (const char *at = checklist; (at = strstr(at, "](")); links++) {
        at += 2;
        snprintf(path, sizeof path, "chapters/%.*s", (int)strcspn(at, ")#"), at);
        ck_assert_msg(access(path, R_OK) == 0, "%s is not there", path);
    }
    ck_assert_uint_gt(links, 20);
    for (char *row = checklist; (row = strstr(row, "<a id=")); row++) {
        char *end = row + strcspn(row, "\n"), *cell = end;
        while (cell > row && strncmp(cell, "| `", 3)) cell--; // the last column
        ck_assert_msg(cell > row, "a row names no exercise: %.60s", row);
        while ((cell = memchr(cell, '`', (size_t)(end - cell)))) {
            size_t length = strcspn(++cell, "`");
            snprintf(path, sizeof path, "%.*s", (int)length, cell);
            ck_assert_msg(exercise_named(path) != NULL, "the checklist names %s, which is no exercise", path);
            cell += length + 1;
        }
    }
}
END_TEST

START_TEST(an_unknown_name_is_a_fault_all_the_same) {
    ck_assert_int_eq(fault_named(""), FAULT_UNKNOWN);
    ck_assert_int_eq(fault_named("race"), FAULT_UNKNOWN);
    ck_assert_int_eq(fault_results(FAULT_UNKNOWN), RESULTS_SPOILT);
}
END_TEST

START_TEST(a_variant_is_reported_as_its_kind) {
    ck_assert_str_eq(fault_name(FAULT_CONSTANT_BOUNDS), fault_name(FAULT_OUT_OF_BOUNDS));
    ck_assert_int_eq(fault_error(FAULT_CONSTANT_BOUNDS), 0);
    ck_assert_int_eq(fault_error(FAULT_OUT_OF_BOUNDS), 700);
    ck_assert_int_eq(fault_named("out_of_bounds"), FAULT_OUT_OF_BOUNDS);
}
END_TEST

START_TEST(each_fault_has_a_summary_that_says_what_to_do) {
    static const CaseSpec spec = {.label = "one"};
    const Exercise exercise = {.name = "toy", .cases = &spec, .case_count = 1};
    VerdictFault fault = {.kind = (FaultKind)_i, .line = 3, .other_line = 4};
    Verdict verdict = {.exercise = &exercise, .state = STATE_fault, .faults = &fault, .fault_count = 1};
    summarise(&verdict);
    bool race = fault_family(fault.kind) == FAMILY_RACE; // what to do is told with its lines
    ck_assert_msg(race ? verdict.summary[0] : strstr(verdict.summary, fault_advice(fault.kind)) != NULL, "%s: %s",
                  fault_name(fault.kind), verdict.summary);
}
END_TEST

// A line of a source outside the table that has a name of a fault in quotes: another list of what is known of faults,
// or a comparison. Names that are words of other things as well ("timeout" is a state, "trap" an instruction) are
// looked for in comparisons only.
START_TEST(names_of_faults_stand_in_the_table_alone) {
    char command[400], line[400];
    const char *name = fault_name((FaultKind)_i);
    snprintf(command, sizeof command, "grep -rnF '\"%s\"' grader common --include='*.[ch]' | grep -v '/tests/'%s", name,
             strchr(name, '_') ? "" : " | grep -E '(cmp|begins|strstr)\\(.*kind'");
    FILE *found = popen(command, "r");
    ck_assert_ptr_nonnull(found);
    bool any = fgets(line, sizeof line, found);
    pclose(found);
    ck_assert_msg(!any, "%s", line);
}
END_TEST

// ---- facts ----

START_TEST(each_fact_has_words_and_something_to_do) {
    const Fact fact = {.name = (FactName)_i};
    FactSentence sentence, advice;
    fact_say(&fact, FAULT_LEAK, sentence);
    fact_advise(&fact, FAULT_LEAK, advice);
    ck_assert_int_eq(fact_named(fact_names[_i]), _i);
    bool quotes = _i == FACT_refused || _i == FACT_not_supported; // all of it is somebody else's words
    ck_assert_msg(quotes || strlen(sentence) > 10, "%s: %s", fact_names[_i], sentence);
    bool says = advice[0] || strstr(sentence, "pass ") || strstr(sentence, "takes") || strstr(sentence, "sets it");
    ck_assert_msg(says, "%s has no advice: %s", fact_names[_i], sentence);
}
END_TEST

START_TEST(arguments_of_a_fact_are_known_by_their_names) {
    Fact fact = FACT_OF(constant_past, 4, 12, 64, fact_text("table"));
    FactArgument arguments[FACT_ARGUMENTS_MOST];
    FactSentence sentence;
    fact_arguments(FACT_constant_past, arguments);
    ck_assert_str_eq(arguments[1].name, "distance");
    ck_assert_uint_eq(fact_number(&fact, &arguments[1]), 12);
    ck_assert_str_eq(arguments[3].name, "variable");
    ck_assert_str_eq(fact_string(&fact, &arguments[3]), "table");
    ck_assert_ptr_null(arguments[4].name);
    Fact copy = {.name = FACT_constant_past};
    for (unsigned n = 0; n < 3; n++) fact_set_number(&copy, &arguments[n], fact_number(&fact, &arguments[n]));
    ck_assert(!fact_equal(&fact, &copy));
    fact_set_string(&copy, &arguments[3], "table");
    ck_assert(fact_equal(&fact, &copy));
    fact_say(&copy, FAULT_CONSTANT_BOUNDS, sentence);
    ck_assert_str_eq(sentence, "reads 4 bytes 12 bytes past the end of the 64 bytes of table");
}
END_TEST

START_TEST(a_text_that_is_too_long_is_cut) {
    char name[300];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    ck_assert_uint_eq(strlen(fact_text(name).text), sizeof(FactText) - 1);
    ck_assert_uint_eq(strlen(fact_long_text(name).text), sizeof(FactLongText) - 1);
}
END_TEST

// What is known stands in a field; nobody looks for it in a sentence that was made of it.
START_TEST(nobody_searches_a_sentence_for_a_fact) {
    char line[400];
    FILE *found = popen("grep -rnE '(strstr|str(case)?n?cmp|sscanf|text_begins|text_ends|word_find)\\([^,;]*(->|\\.)"
                        "(sentence|message|why|cause|summary|stored|result(\\.|->)kind) *, *\"[^\"]*[a-z]{3}' "
                        "grader common --include='*.[ch]' | grep -v /tests/",
                        "r");
    ck_assert_ptr_nonnull(found);
    bool any = fgets(line, sizeof line, found);
    pclose(found);
    ck_assert_msg(!any, "%s", line);
}
END_TEST

Suite *faults_suite(void) {
    Suite *suite = suite_create("faults");
    TCase *rows = tcase_create("rows");
    tcase_add_loop_test(rows, each_kind_has_its_row, 0, FAULT_KIND_COUNT);
    tcase_add_test(rows, no_two_names_share_a_rank);
    tcase_add_test(rows, an_unknown_name_is_a_fault_all_the_same);
    tcase_add_test(rows, a_variant_is_reported_as_its_kind);
    tcase_add_loop_test(rows, each_fault_has_a_summary_that_says_what_to_do, 0, FAULT_KIND_COUNT);
    tcase_add_loop_test(rows, names_of_faults_stand_in_the_table_alone, 0, FAULT_KIND_COUNT);
    suite_add_tcase(suite, rows);
    TCase *facts = tcase_create("facts");
    tcase_add_loop_test(facts, each_fact_has_words_and_something_to_do, 0, FACT_COUNT);
    tcase_add_test(facts, arguments_of_a_fact_are_known_by_their_names);
    tcase_add_test(facts, a_text_that_is_too_long_is_cut);
    tcase_add_test(facts, nobody_searches_a_sentence_for_a_fact);
    suite_add_tcase(suite, facts);
    TCase *symptoms = tcase_create("symptoms");
    tcase_add_checked_fixture(symptoms, read_checklist, forget_checklist);
    tcase_add_test(symptoms, each_symptom_has_a_row_in_the_checklist);
    tcase_add_test(symptoms, each_row_of_the_checklist_leads_somewhere);
    suite_add_tcase(suite, symptoms);
    return suite;
}
