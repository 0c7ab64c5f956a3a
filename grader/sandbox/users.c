// users.c - where there are no namespaces: two users for each submission, and everything else is root's.
//
// A container often forbids namespaces, and what runs in it is root. Then the parts of the workbook that a build needs
// are copied below /tmp, readable by everybody; what grading needs beside them is copied for root alone; and the
// workbook itself must be closed to others, which users_work() tries out. The compiler and the program run as one user,
// the device process as another. Neither is anybody else's, so neither can read the other's memory, descriptors or
// files, nor signal it. They see the machine's other files and processes as any user does.
#define _GNU_SOURCE // mkdtemp
#include "box.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../system/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLACE "/tmp"
#define NAME "workbook-" // NAME PID-XXXXXX
#define FIRST_DEVICE_USER (JAIL_LAST_USER + 1)

static bool fail(Message error, const char *what) {
    message_set(error, "%.120s: %s", what, strerror(errno));
    return false;
}

// ---- the copy -------------------------------------------------------------------------------------------------------

static bool copy_part(const char *from, const char *to, bool optional) {
    int descriptor = open(from, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return optional && errno == ENOENT;
    bool copied = jail_copy(descriptor, to);
    close(descriptor);
    return copied;
}

static bool copy_shown(const Paths *paths, const char *to, Message error) {
    static const char *const built[] = {"interfaces", "lib", "emulate", "box", "compile", "compiler"};
    char source[PATH_BYTES + 32], target[PATH_BYTES + 32];
    snprintf(source, sizeof source, "%s/common", paths->root);
    snprintf(target, sizeof target, "%s/common", to);
    if (!copy_part(source, target, false)) return fail(error, source);
    for (size_t i = 0; i < sizeof built / sizeof *built; i++) {
        snprintf(source, sizeof source, "%s/%s", paths->build, built[i]);
        snprintf(target, sizeof target, "%s/build/%s", to, built[i]);
        if (!copy_part(source, target, text_begins(built[i], "compile"))) return fail(error, source);
    }
    return true;
}

// Copies them below folders that only root can enter.
static bool copy_hidden(const JailExtra extras[JAIL_EXTRAS], const char *to, Message error) {
    char target[PATH_BYTES + 300];
    for (unsigned i = 0; i < JAIL_EXTRAS; i++) {
        if (!extras[i].source[0]) continue;
        snprintf(target, sizeof target, "%s/%s", to, extras[i].target);
        char *last = strrchr(target, '/');
        *last = 0;
        bool made = folder_make(target) && chmod(target, 0700) == 0;
        *last = '/';
        if (!made || !copy_part(extras[i].source, target, true)) return fail(error, extras[i].source);
    }
    return true;
}

static bool make_place(char place[64], Message error) {
    char path[128];
    snprintf(place, 64, PLACE "/" NAME "%ld-XXXXXX", (long)getpid());
    if (!mkdtemp(place)) return fail(error, PLACE);
    snprintf(path, sizeof path, "%s/build", place);
    bool made = chmod(place, 0711) == 0 && mkdir(path, 0711) == 0;
    snprintf(path, sizeof path, "%s/build/work", place);
    return (made && mkdir(path, 0711) == 0) || fail(error, place);
}

static bool toolkit_find(const Paths *paths, char nvcc[PATH_MAX], Message error) {
    if (paths->nvcc[0] && realpath(paths->nvcc, nvcc) && strlen(nvcc) < PATH_BYTES) return true;
    message_set(error, "there is no nvcc: put it on the PATH, or run make once, which sets it up");
    return false;
}

bool users_enter(Paths *paths, const JailExtra extras[JAIL_EXTRAS], Message error) {
    char place[64], nvcc[PATH_MAX];
    if (geteuid()) return message_set(error, "only root can give a submission users of its own");
    if (!toolkit_find(paths, nvcc, error)) return false;
    umask(022);
    if (!make_place(place, error)) return false;
    bool copied = copy_shown(paths, place, error) && copy_hidden(extras, place, error);
    paths_below(paths, place);
    text_copy(paths->nvcc, sizeof paths->nvcc, nvcc);
    snprintf(paths->box, sizeof paths->box, "%s/build/box", place);
    snprintf(paths->user, sizeof paths->user, "%ld", (long)JAIL_FIRST_USER + getpid());
    snprintf(paths->device_user, sizeof paths->device_user, "%ld", (long)FIRST_DEVICE_USER + getpid());
    if (!copied) users_leave(paths);
    return copied;
}

static uid_t number(const char *user) { return (uid_t)strtoul(user, NULL, 10); }

// Removes what the user left where everybody may write.
static void clear(const char *place, uid_t user) {
    char path[PATH_BYTES];
    DIR *folder = opendir(place);
    for (struct dirent *item; folder && (item = readdir(folder));) {
        struct stat status;
        if (fstatat(dirfd(folder), item->d_name, &status, AT_SYMLINK_NOFOLLOW) || status.st_uid != user) continue;
        snprintf(path, sizeof path, "%s/%.255s", place, item->d_name);
        if (S_ISDIR(status.st_mode)) folder_remove(path);
        else unlink(path);
    }
    if (folder) closedir(folder);
}

void users_clear(const Paths *paths) {
    static const char *const places[] = {"/tmp", "/var/tmp", "/dev/shm", "/run/lock"};
    for (size_t i = 0; paths->user[0] && i < sizeof places / sizeof *places; i++) clear(places[i], number(paths->user));
}

void users_leave(const Paths *paths) {
    if (!paths->user[0]) return;
    if (text_begins(paths->root, PLACE "/" NAME)) folder_remove(paths->root);
    users_clear(paths);
}

// Removes the copies of workers that were killed.
static void sweep(void) {
    char path[PATH_BYTES];
    DIR *folder = opendir(PLACE);
    for (struct dirent *item; folder && (item = readdir(folder));) {
        struct stat status;
        if (!text_begins(item->d_name, NAME)) continue;
        long pid = strtol(item->d_name + strlen(NAME), NULL, 10);
        snprintf(path, sizeof path, PLACE "/%.200s", item->d_name);
        bool ours = pid > 0 && lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == 0;
        if (ours && kill((pid_t)pid, 0) && errno == ESRCH) folder_remove(path);
    }
    if (folder) closedir(folder);
}

// ---- who owns what --------------------------------------------------------------------------------------------------

bool users_give(const Paths *paths, const char *folder) {
    uid_t user = number(paths->user);
    return !paths->user[0] || lchown(folder, user, user) == 0;
}

bool users_take(const Paths *paths, const char *folder, const char *program) {
    if (!paths->user[0]) return true;
    if (lchown(folder, 0, 0) || chmod(folder, 0711)) return false;
    int built = open(program, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    if (built < 0) return true; // nothing was built
    bool plain = fstat(built, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
    bool taken = plain && fchown(built, 0, 0) == 0 && fchmod(built, 0755) == 0;
    close(built);
    return taken || unlink(program) == 0; // what is no program is none
}

bool users_seal(const Paths *paths, const char *file) {
    if (!paths->user[0]) return true;
    int descriptor = open(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    uid_t user = number(paths->device_user);
    bool sealed = descriptor >= 0 && fchown(descriptor, user, user) == 0 && fchmod(descriptor, 0600) == 0;
    if (descriptor >= 0) close(descriptor);
    return sealed;
}

// ---- whether it works -----------------------------------------------------------------------------------------------

enum { CAN_NOT_CHANGE = 100, NO_COMPILER, NOTHING_OPEN };

// In a process of its own: as the user who builds, looks at what must be closed. The index of what is open.
static int look_as_user(const Paths *paths, const char *const *closed) {
    uid_t user = number(paths->user);
    if (setgroups(0, NULL) || setresgid(user, user, user) || setresuid(user, user, user)) return CAN_NOT_CHANGE;
    if (access(paths->nvcc, X_OK)) return NO_COMPILER;
    for (int i = 0; closed[i] && i < CAN_NOT_CHANGE; i++)
        if (access(closed[i], R_OK) == 0 || access(closed[i], X_OK) == 0) return i;
    return NOTHING_OPEN;
}

static bool look(const Paths *paths, const char *const *closed, Message reason) {
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(look_as_user(paths, closed));
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    int found = pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : CAN_NOT_CHANGE;
    if (found == CAN_NOT_CHANGE) message_set(reason, "this container has too few users, or root cannot change to them");
    else if (found == NO_COMPILER) message_set(reason, "other users cannot run %.100s", paths->nvcc);
    else if (found != NOTHING_OPEN)
        message_set(reason, "other users can look into %.100s: close it (chmod 700)", closed[found]);
    return found == NOTHING_OPEN;
}

static bool try_box(const Paths *paths, Message reason) {
    char folder[PATH_BYTES];
    const char *words[BOX_WORDS + 2] = {NULL};
    if (!paths_work_folder(paths, folder, reason)) return false;
    if (!users_give(paths, folder)) return fail(reason, folder);
    words[box_prefix(paths, BOX_RUN, folder, words)] = "/usr/bin/true";
    ProcessResult result;
    ProcessSpec spec = {.arguments = words, .limits = {.wall_seconds = 20, .output_bytes = 4096}, .merge_errors = true};
    process_run(&spec, &result);
    bool works = result.end == PROCESS_EXITED && result.status == 0 && box_reached(paths, folder);
    if (!works)
        message_set(reason, "a program cannot be run as another user: %.120s",
                    result.end == PROCESS_FAILED ? result.error : result.output.text);
    process_result_free(&result);
    return works;
}

bool users_work(const Paths *paths, const char *const *closed, Message reason) {
    static const JailExtra none[JAIL_EXTRAS];
    Paths own = *paths;
    sweep();
    if (!users_enter(&own, none, reason)) return false;
    bool works = look(&own, closed, reason) && try_box(&own, reason);
    users_leave(&own);
    return works;
}
