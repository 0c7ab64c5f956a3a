// test_boxes.c - whether programs can be kept apart in a container that hides parts of /proc, as Docker does.
#define _GNU_SOURCE // unshare
#include "sandbox/box.h"

#include <check.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

// What a process of its own finds: 0 a box works, 1 it does not, 2 nothing can be hidden here.
static int try_where_proc_is_hidden(bool hidden) {
    Paths paths;
    Message error = "";
    if (hidden && (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
                   mount("/proc/sys", "/proc/sys", NULL, MS_BIND, NULL)))
        return 2;
    if (!paths_find(&paths, error)) return 1;
    bool works = box_works(&paths, error);
    if (!works) fprintf(stderr, "%s\n", error);
    return works ? 0 : 1;
}

static int in_a_process(bool hidden) {
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(try_where_proc_is_hidden(hidden));
    ck_assert(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status));
    return WEXITSTATUS(status);
}

START_TEST(a_box_works_where_proc_is_hidden) {
    if (in_a_process(false) != 0) return; // nor does one elsewhere
    int found = in_a_process(true);
    ck_assert(found == 0 || found == 2);
}
END_TEST

Suite *boxes_suite(void) {
    Suite *suite = suite_create("boxes");
    TCase *group = tcase_create("boxes");
    tcase_set_timeout(group, 60);
    tcase_add_test(group, a_box_works_where_proc_is_hidden);
    suite_add_tcase(suite, group);
    return suite;
}
