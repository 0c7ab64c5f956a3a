// adversarial.c - the programs of tests/adversarial, graded together in one batch, each against the verdict in its
// name.
#include "hostile.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Classroom room;
static Hostile hostile;
static int batch_status;

static void hand_in(const char *name) {
    char file[200];
    char *text = hostile_text(&room, name, "class");
    snprintf(file, sizeof file, "%s/" CLASSROOM_EXERCISE ".cu", name);
    classroom_put(&room, file, text, strlen(text));
    free(text);
}

static void grade_them_all(void) {
    classroom_open(&room);
    if (!room.sandbox) return;
    for (unsigned i = 0; i < hostile.count; i++) hand_in(hostile.names[i]);
    batch_status = classroom_wait(classroom_start(&room, "class", "4"), 600);
}

static void forget(void) { classroom_close(&room); }

START_TEST(program_gets_the_verdict_in_its_name) {
    Verdict verdict;
    if (!room.sandbox) return;
    ck_assert_msg(classroom_verdict(&room, "class", hostile.names[_i], &verdict), "%s has no result",
                  hostile.names[_i]);
    ck_assert_msg(!strcmp(state_name(verdict.state), hostile_state(hostile.names[_i])), "%s is %s: %s",
                  hostile.names[_i], state_name(verdict.state), verdict.summary);
    ck_assert_msg((verdict.points == 100) == (verdict.state == STATE_passed), "%s: %d points", hostile.names[_i],
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
    ck_assert(classroom_verdict(&room, "class", hostile.names[_i], &verdict));
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
    if (!hostile.count && paths_find(&room.paths, error)) hostile_find(&room, &hostile);
    tcase_add_unchecked_fixture(group, grade_them_all, forget);
    tcase_add_loop_test(group, program_gets_the_verdict_in_its_name, 0, (int)hostile.count);
    tcase_add_loop_test(group, no_log_shows_what_is_not_the_students, 0, (int)hostile.count);
    tcase_add_test(group, missing_barrier_names_both_lines);
    tcase_add_test(group, batch_ends_well_and_leaves_nothing);
    suite_add_tcase(suite, group);
    return suite;
}
