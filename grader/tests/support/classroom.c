// classroom.c - a folder of submissions and a batch over it, for tests.
#include "classroom.h"
#include "../../device/tests/support/scratch.h"

#include "batch/journal.h"
#include "sandbox/box.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BESIDE "%s-bin"

void classroom_open(Classroom *classroom) {
    char error[200], reason[200];
    *classroom = (Classroom){.sandbox = false};
    scratch_folder(classroom->folder, "classroom");
    ck_assert_msg(paths_find(&classroom->paths, error), "%s", error);
    classroom->sandbox = box_works(&classroom->paths, reason);
    if (!classroom->sandbox) fprintf(stderr, "tests: no sandbox on this machine, not tested: %s\n", reason);
}

void classroom_close(Classroom *classroom) {
    char beside[PATH_BYTES];
    snprintf(beside, sizeof beside, BESIDE, classroom->folder);
    folder_remove(beside);
    folder_remove(classroom->folder);
}

void classroom_own_workbook(Classroom *classroom) {
    char command[7 * PATH_BYTES], build[PATH_BYTES];
    snprintf(build, sizeof build, "%s/workbook/build", classroom->folder);
    snprintf(command, sizeof command,
             "umask 077; mkdir -p '%s' && cd '%s' && cp -R interfaces lib emulate grade box '%s' && "
             "cd '%s' && cp -R --parents common exercises solutions grader/exercises grader/tests/adversarial '%s/..' "
             "&& chmod -R go= '%s/..'",
             build, classroom->paths.build, build, classroom->paths.root, build, build);
    ck_assert_int_eq(system(command), 0);
    snprintf(classroom->paths.build, sizeof classroom->paths.build, "%s", build);
    snprintf(classroom->paths.root, sizeof classroom->paths.root, "%s/workbook", classroom->folder);
}

void classroom_put(const Classroom *classroom, const char *name, const char *text, size_t length) {
    char path[400];
    snprintf(path, sizeof path, "submissions/%s", name);
    scratch_write(classroom->folder, path, text, length);
}

char *classroom_text(const Classroom *classroom, const char *name) {
    char path[PATH_BYTES + 300], error[200];
    snprintf(path, sizeof path, "%s/%s", classroom->paths.root, name);
    char *text = file_read(path, 1 << 20, NULL, error);
    ck_assert_msg(text != NULL, "%s", error);
    return text;
}

// A bubblewrap that fails, as in a container without rights. It lies beside the classroom, which may be closed to the
// users of jails: they would pass it over and find the real one.
static void hide_bubblewrap(const Classroom *classroom) {
    static const char fails[] = "#!/bin/sh\necho 'bwrap: no permission' >&2\nexit 1\n";
    char folder[PATH_BYTES], path[PATH_BYTES + 16], search[PATH_BYTES + 4096];
    const char *before = getenv("PATH");
    snprintf(folder, sizeof folder, BESIDE, classroom->folder);
    scratch_write(folder, "bwrap", fails, strlen(fails));
    snprintf(path, sizeof path, "%s/bwrap", folder);
    chmod(folder, 0755);
    chmod(path, 0755);
    snprintf(search, sizeof search, "%s:%s", folder, before ? before : "/usr/bin:/bin");
    setenv("PATH", search, 1);
}

static void child(const Classroom *classroom, const char *results, const char *timeout) {
    char grade[PATH_BYTES + 300], submissions[PATH_BYTES], output[PATH_BYTES], said[PATH_BYTES];
    snprintf(grade, sizeof grade, "%s/grade", classroom->paths.build);
    snprintf(submissions, sizeof submissions, "%s/submissions", classroom->folder);
    snprintf(output, sizeof output, "%s/results/%s", classroom->folder, results);
    snprintf(said, sizeof said, "%s/said", classroom->folder);
    int descriptor = open(said, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(descriptor, STDOUT_FILENO);
    dup2(descriptor, STDERR_FILENO);
    setenv("WORKBOOK_TIMEOUT", timeout, 1);
    if (classroom->users) hide_bubblewrap(classroom);
    execl(grade, grade, "batch", submissions, "-o", output, "--exercise", CLASSROOM_EXERCISE, "--seed", "7", "--jobs",
          "2",
          classroom->unsafe   ? "--unsafe"
          : classroom->users  ? "--users"
          : classroom->slurm  ? "--slurm=4"
          : classroom->option ? classroom->option
                              : (char *)NULL,
          (char *)NULL);
    _exit(127);
}

pid_t classroom_start(const Classroom *classroom, const char *results, const char *timeout) {
    pid_t pid = fork();
    if (pid == 0) child(classroom, results, timeout);
    ck_assert_int_gt(pid, 0);
    return pid;
}

int classroom_wait(pid_t pid, double seconds) {
    int status;
    for (double waited = 0; waitpid(pid, &status, WNOHANG) == 0; waited += 0.01) {
        if (waited > seconds) {
            kill(pid, SIGKILL);
            waitpid(pid, &status, 0);
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

char *classroom_said(const Classroom *classroom) {
    char path[PATH_BYTES], error[200];
    snprintf(path, sizeof path, "%s/said", classroom->folder);
    char *text = file_read(path, 1 << 20, NULL, error);
    ck_assert_msg(text != NULL, "%s", error);
    return text;
}

void classroom_grade(const Classroom *classroom, const char *results, double seconds, int status) {
    int ended = classroom_wait(classroom_start(classroom, results, "20"), seconds);
    char *text = classroom_said(classroom);
    ck_assert_msg(ended == status, "ended with %d, not %d: %s", ended, status, text);
    free(text);
}

bool classroom_verdict(const Classroom *classroom, const char *results, const char *id, Verdict *verdict) {
    Journal journal = {.lock = -1};
    snprintf(journal.folder, sizeof journal.folder, "%.450s/results/%.50s", classroom->folder, results);
    return journal_load(&journal, id, exercise_named(CLASSROOM_EXERCISE), NULL, verdict);
}

static unsigned owned_in(const char *folder) {
    unsigned count = 0;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat status;
        if (fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW)) continue;
        count += status.st_uid >= JAIL_FIRST_USER && status.st_uid < JAIL_LAST_USER;
    }
    if (entries) closedir(entries);
    return count;
}

// A process that was killed needs a moment to be gone.
unsigned classroom_leftovers(void) {
    unsigned count = 1;
    for (int attempt = 0; count && attempt < 50; attempt++) {
        if (attempt) nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        count = owned_in("/proc") + owned_in("/tmp") + owned_in("/dev/shm");
    }
    return count;
}
