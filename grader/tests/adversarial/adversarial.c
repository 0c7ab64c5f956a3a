// adversarial.c - the programs of tests/adversarial, graded together in one batch, each against the verdict in its
// name.
//
// NN-what_it_does-STATE.cu is handed in by a student of that name. @ROOT@, @SUBMISSIONS@ and @RESULTS@ stand for
// places that a program looks for, and correct.cuh is put in where it is included, for a box has none of the tests.
#include "classroom.h"

#include "system/text.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PROGRAMS 100

static Classroom room;
static char names[MOST_PROGRAMS][80];
static unsigned program_count;
static int batch_status;

static void find_programs(void) {
    char pattern[PATH_BYTES + 64];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/grader/tests/adversarial/*.cu", room.paths.root);
    glob(pattern, 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc && program_count < MOST_PROGRAMS; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        snprintf(names[program_count++], sizeof names[0], "%.*s", (int)strlen(name) - 3, name);
    }
    globfree(&found);
}

static char *replaced(char *text, const char *from, const char *to) {
    char *result = text_replaced(text, from, to, false);
    ck_assert_ptr_nonnull(result);
    free(text);
    return result;
}

static void hand_in(const char *name, const char *correct) {
    char file[200], place[PATH_BYTES];
    snprintf(file, sizeof file, "grader/tests/adversarial/%s.cu", name);
    char *text = replaced(classroom_text(&room, file), "#include \"correct.cuh\"", correct);
    text = replaced(text, "@ROOT@", room.paths.root);
    snprintf(place, sizeof place, "%s/submissions", room.folder);
    text = replaced(text, "@SUBMISSIONS@", place);
    snprintf(place, sizeof place, "%s/results/class", room.folder);
    text = replaced(text, "@RESULTS@", place);
    snprintf(file, sizeof file, "%s/" CLASSROOM_EXERCISE ".cu", name);
    classroom_put(&room, file, text, strlen(text));
    free(text);
}

static void grade_them_all(void) {
    classroom_open(&room);
    if (!room.sandbox) return;
    char *correct = classroom_text(&room, "grader/tests/adversarial/correct.cuh");
    for (unsigned i = 0; i < program_count; i++) hand_in(names[i], correct);
    free(correct);
    batch_status = classroom_wait(classroom_start(&room, "class", "4"), 600);
}

static void forget(void) { classroom_close(&room); }

static const char *expected_state(const char *name) { return strrchr(name, '-') + 1; }

START_TEST(program_gets_the_verdict_in_its_name) {
    Verdict verdict;
    if (!room.sandbox) return;
    ck_assert_msg(classroom_verdict(&room, "class", names[_i], &verdict), "%s has no result", names[_i]);
    ck_assert_msg(!strcmp(state_name(verdict.state), expected_state(names[_i])), "%s is %s: %s", names[_i],
                  state_name(verdict.state), verdict.summary);
    ck_assert_msg((verdict.points == 100) == (verdict.state == STATE_passed), "%s: %d points", names[_i],
                  verdict.points);
    verdict_free(&verdict);
}
END_TEST

START_TEST(batch_ends_well_and_leaves_nothing) {
    if (!room.sandbox) return;
    ck_assert_int_eq(batch_status, 0);
    ck_assert_uint_eq(classroom_leftovers(), 0);
}
END_TEST

START_TEST(missing_barrier_names_both_lines) {
    Verdict verdict;
    bool both = false;
    if (!room.sandbox) return;
    ck_assert(classroom_verdict(&room, "class", "10-missing_barrier-fault", &verdict));
    for (unsigned i = 0; i < verdict.fault_count; i++)
        both |= verdict.faults[i].line && verdict.faults[i].other_line && verdict.faults[i].source[0];
    ck_assert(both);
    verdict_free(&verdict);
}
END_TEST

START_TEST(no_log_shows_what_is_not_the_students) {
    static const char *const secrets[] = {"from scattered to coalesced", "root:x:", "matmul_scattered"};
    Verdict verdict;
    if (!room.sandbox) return;
    ck_assert(classroom_verdict(&room, "class", names[_i], &verdict));
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        ck_assert_ptr_null(strstr(verdict.build_log, secrets[i]));
        ck_assert_ptr_null(strstr(verdict.summary, secrets[i]));
    }
    verdict_free(&verdict);
}
END_TEST

Suite *adversarial_suite(void) {
    Suite *suite = suite_create("adversarial");
    TCase *group = tcase_create("adversarial");
    char error[200];
    if (!program_count && paths_find(&room.paths, error)) find_programs();
    tcase_add_unchecked_fixture(group, grade_them_all, forget);
    tcase_add_loop_test(group, program_gets_the_verdict_in_its_name, 0, (int)program_count);
    tcase_add_loop_test(group, no_log_shows_what_is_not_the_students, 0, (int)program_count);
    tcase_add_test(group, missing_barrier_names_both_lines);
    tcase_add_test(group, batch_ends_well_and_leaves_nothing);
    suite_add_tcase(suite, group);
    return suite;
}
