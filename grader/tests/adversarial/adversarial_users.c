// adversarial_users.c - the same programs where there are no namespaces, and users keep submissions apart (--users).
//
// Other users see that the grader's processes are there and what every user may read. So three programs that ask for no
// more than that find it, and are left out; what they look for beyond it, others of the list look for too.
// A fourth makes files in the machine's /tmp, which belongs to no user here, until its time is over; or cannot make
// any, depending on the kernel.
#include "hostile.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const do_what_all_may[] = {"18-opens_solutions-wrong", "19-includes_password_file-build",
                                              "20-reads_other_processes-wrong", "27-fills_inodes-disk"};

static Classroom room;
static Hostile hostile;
static int batch_status;

static bool is_left_out(const char *name) {
    for (size_t i = 0; i < sizeof do_what_all_may / sizeof *do_what_all_may; i++)
        if (!strcmp(name, do_what_all_may[i])) return true;
    return false;
}

static void hand_in(const char *name) {
    char file[200];
    char *text = hostile_text(&room, name, "class");
    snprintf(file, sizeof file, "%s/" CLASSROOM_EXERCISE ".cu", name);
    classroom_put(&room, file, text, strlen(text));
    free(text);
}

static void grade_them_all(void) {
    classroom_open(&room);
    room.users = true;
    room.sandbox = geteuid() == 0;
    if (!room.sandbox) return;
    classroom_own_workbook(&room);
    ck_assert_int_eq(chmod(room.folder, 0700), 0);
    for (unsigned i = 0; i < hostile.count; i++)
        if (!is_left_out(hostile.names[i])) hand_in(hostile.names[i]);
    batch_status = classroom_wait(classroom_start(&room, "class", "4"), 900);
}

static void forget(void) { classroom_close(&room); }

START_TEST(program_gets_the_verdict_in_its_name) {
    Verdict verdict;
    const char *name = hostile.names[_i];
    if (!room.sandbox || is_left_out(name)) return;
    ck_assert_msg(classroom_verdict(&room, "class", name, &verdict), "%s has no result", name);
    ck_assert_msg(!strcmp(state_name(verdict.state), hostile_state(name)), "%s is %s: %s", name,
                  state_name(verdict.state), verdict.summary);
    ck_assert_msg((verdict.points == 100) == (verdict.state == STATE_passed), "%s: %d points", name, verdict.points);
    verdict_free(&verdict);
}
END_TEST

START_TEST(batch_ends_well_and_leaves_nothing) {
    if (!room.sandbox) return;
    char *said = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(said, "by a user of its own"));
    free(said);
    ck_assert_int_eq(batch_status, 0);
    ck_assert_uint_eq(classroom_leftovers(), 0);
}
END_TEST

START_TEST(workbook_that_others_can_read_is_refused) {
    if (!room.sandbox) return;
    ck_assert_int_eq(chmod(room.folder, 0755), 0);
    ck_assert_int_eq(chmod(room.paths.root, 0755), 0);
    classroom_grade(&room, "other", 60, 2);
    char *said = classroom_said(&room);
    ck_assert_ptr_nonnull(strstr(said, "other users can look into"));
    free(said);
    chmod(room.folder, 0700);
}
END_TEST

Suite *adversarial_users_suite(void) {
    Suite *suite = suite_create("adversarial_users");
    TCase *group = tcase_create("without namespaces");
    char error[200];
    if (!hostile.count && paths_find(&room.paths, error)) hostile_find(&room, &hostile);
    tcase_add_unchecked_fixture(group, grade_them_all, forget);
    tcase_add_loop_test(group, program_gets_the_verdict_in_its_name, 0, (int)hostile.count);
    tcase_add_test(group, batch_ends_well_and_leaves_nothing);
    tcase_add_test(group, workbook_that_others_can_read_is_refused);
    suite_add_tcase(suite, group);
    return suite;
}
