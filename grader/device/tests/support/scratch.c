// scratch.c - folders for tests to write into, gone when the tests are. (scratch.h)
#define _GNU_SOURCE // pipe2
#include "scratch.h"
#include "jobs.h"

#include "system/files.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/workbook-tests.XXXXXX";

// The pipe ends when the last process is gone that could write to it: this one and those it forks, but not the programs
// that they execute.
static void remove_after(int end_of_pipe) {
    char none;
    setsid(); // Ctrl-C is for the tests
    while (read(end_of_pipe, &none, 1) > 0)
        ;
    folder_remove(root);
    _exit(0);
}

void scratch_begin(void) {
    int ends[2];
    need(mkdtemp(root) && chmod(root, 0711) == 0, "there can be no folder below /tmp");
    need(pipe2(ends, O_CLOEXEC) == 0, "there is no pipe");
    pid_t child = fork();
    need(child >= 0, "no further process can be started");
    if (child == 0) {
        close(ends[1]);
        remove_after(ends[0]);
    }
    close(ends[0]);
}

void scratch_folder(char *folder, const char *name) {
    int length = snprintf(folder, SCRATCH_BYTES, "%s/%s.XXXXXX", root, name);
    ck_assert_int_lt(length, SCRATCH_BYTES);
    ck_assert_msg(mkdtemp(folder) != NULL, "there is no folder %s", folder);
}

void scratch_write(const char *folder, const char *name, const char *text, size_t length) {
    char path[2 * PATH_BYTES], error[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = 0;
    ck_assert_msg(folder_make(path), "there is no folder %s", path);
    *slash = '/';
    ck_assert_msg(file_write(path, text, length, error), "%s", error);
}
