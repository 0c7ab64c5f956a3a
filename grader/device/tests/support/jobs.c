// jobs.c - programs that tests run, several at once, and where the build they test lies.
#include "jobs.h"
#include "system/files.h"
#include <check.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void need(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "tests: %s\n", what);
    exit(2);
}

char *build_path(char *path, const char *name) {
    char self[JOB_PATH - 64] = "";
    need(readlink("/proc/self/exe", self, sizeof self - 1) > 0, "the tests' own path cannot be read");
    snprintf(path, JOB_PATH, "%s/%s", dirname(self), name);
    return path;
}

char *text_read(const char *path) {
    char error[200];
    char *text = file_read(path, 64 << 20, NULL, error);
    need(text != NULL, error);
    return text;
}

static pid_t job_start(const Job *job) {
    const char *arguments[JOB_ARGUMENTS + 2] = {"timeout", "600"};
    memcpy(arguments + 2, job->arguments, sizeof job->arguments);
    pid_t child = fork();
    need(child >= 0, "no further process can be started");
    if (child > 0) return child;
    int output = open(job->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (output < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) _exit(126);
    execvp(arguments[0], (char *const *)arguments);
    _exit(127);
}

void jobs_run(Job *jobs, size_t count) {
    size_t at_once = (size_t)sysconf(_SC_NPROCESSORS_ONLN), started = 0, ended = 0;
    pid_t *children = calloc(count + 1, sizeof *children);
    need(children != NULL, "out of memory");
    while (ended < count) {
        while (started < count && started - ended < at_once) {
            children[started] = job_start(&jobs[started]);
            started++;
        }
        int status;
        pid_t child = wait(&status);
        need(child > 0, "a process was lost");
        for (size_t i = 0; i < started; i++)
            if (children[i] == child) {
                jobs[i].status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
                ended++;
            }
    }
    free(children);
}

json_t *job_report(const Job *job, const char *file) {
    json_error_t error;
    json_t *report = json_load_file(file, 0, &error);
    ck_assert_msg(report != NULL, "%s: no report (exit status %d, see %s): %s", file, job->status, job->output,
                  error.text);
    return report;
}
