// paths.c - where everything lies, found from the place of the running program.
#define _GNU_SOURCE // mkdtemp
#include "paths.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_FORMAT(path, ...) snprintf(path, PATH_BYTES, __VA_ARGS__)
#define FOLDER_CHARACTERS 700 // a root longer than this is refused, so that every path below it fits

// The Makefile says which compiler setup.sh found; run by hand, the program reads what that wrote.
static void find_nvcc(Paths *paths) {
    static const char line[] = "NVCC := ";
    char toolchain[PATH_BYTES];
    const char *given = getenv("WORKBOOK_NVCC");
    PATH_FORMAT(toolchain, "%.*s/build/toolchain.mk", FOLDER_CHARACTERS, paths->root);
    char *text = given && *given ? NULL : file_read(toolchain, 4096, NULL, NULL);
    const char *found = text ? strstr(text, line) : NULL;
    if (given && *given) PATH_FORMAT(paths->nvcc, "%s", given);
    else if (found) PATH_FORMAT(paths->nvcc, "%.*s", (int)strcspn(found + strlen(line), "\n"), found + strlen(line));
    if (access(paths->nvcc, X_OK)) paths->nvcc[0] = 0;
    free(text);
}

static void paths_fill(Paths *paths) {
    paths->box[0] = paths->user[0] = paths->device_user[0] = 0;
    paths->target[0] = 0;
    PATH_FORMAT(paths->emulate, "%.*s/emulate", FOLDER_CHARACTERS, paths->build);
    find_nvcc(paths);
}

void paths_below(Paths *paths, const char *root) {
    PATH_FORMAT(paths->root, "%s", root);
    PATH_FORMAT(paths->build, "%.*s/build", FOLDER_CHARACTERS, root);
    paths_fill(paths);
}

// Tests and instrumented builds live further down (build/coverage/grade): the workbook is the first folder upwards
// that has exercises.
bool paths_find(Paths *paths, Message error) {
    char self[PATH_BYTES], probe[PATH_BYTES];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0 || length > FOLDER_CHARACTERS) {
        message_set(error, "the place of this program is unknown or its path is too long");
        return false;
    }
    self[length] = 0;
    *strrchr(self, '/') = 0;
    PATH_FORMAT(paths->build, "%s", self);
    for (char *slash; (slash = strrchr(self, '/'));) {
        *slash = 0;
        PATH_FORMAT(probe, "%.*s/exercises", FOLDER_CHARACTERS, self);
        if (!file_exists(probe)) continue;
        PATH_FORMAT(paths->root, "%s", self);
        paths_fill(paths);
        return true;
    }
    message_set(error, "there is no folder exercises/ above %.120s: run it where make built it", paths->build);
    return false;
}

void paths_source(const Paths *paths, const char *folder, const Exercise *exercise, char path[PATH_BYTES]) {
    PATH_FORMAT(path, "%.*s/%s/%s/%s.cu", FOLDER_CHARACTERS, paths->root, folder, exercise->chapter, exercise->name);
}

bool paths_instructors(const Paths *paths, Message error) {
    char path[PATH_BYTES];
    PATH_FORMAT(path, "%.*s/solutions", FOLDER_CHARACTERS, paths->root);
    return file_exists(path) ||
           message_set(error, "this is a student's edition of the workbook, which has no solutions");
}

char *paths_solution(const Paths *paths, const Exercise *exercise, size_t *length, Message error) {
    char path[PATH_BYTES];
    if (!paths_instructors(paths, error)) return NULL;
    paths_source(paths, "solutions", exercise, path);
    return file_read(path, MOST_SOURCE_BYTES, length, error);
}

void paths_part(const Paths *paths, const Exercise *exercise, const char *part, char path[PATH_BYTES]) {
    PATH_FORMAT(path, "%.*s/grader/exercises/%s/%s", FOLDER_CHARACTERS, paths->root, exercise->name, part);
}

void paths_shown(const Paths *paths, const char *path, char *shown, size_t size) {
    char real[PATH_MAX];
    size_t length = strlen(paths->root);
    bool below = realpath(path, real) && text_begins(real, paths->root) && real[length] == '/';
    text_copy(shown, size, below ? real + length + 1 : path);
}

// Folders are called PID-XXXXXX; one whose process is gone was left by a run that was killed.
static void remove_abandoned(const char *work) {
    char path[PATH_BYTES];
    DIR *folder = opendir(work);
    if (!folder) return;
    for (struct dirent *item; (item = readdir(folder));) {
        char *end;
        long pid = strtol(item->d_name, &end, 10);
        if (pid <= 0 || *end != '-' || kill((pid_t)pid, 0) == 0 || errno != ESRCH) continue;
        PATH_FORMAT(path, "%.*s/%.200s", FOLDER_CHARACTERS, work, item->d_name);
        folder_remove(path);
    }
    closedir(folder);
}

bool paths_work_folder(const Paths *paths, char folder[PATH_BYTES], Message error) {
    char work[PATH_BYTES];
    PATH_FORMAT(work, "%.*s/work", FOLDER_CHARACTERS, paths->build);
    bool made = folder_make(work);
    if (made) remove_abandoned(work);
    PATH_FORMAT(folder, "%.*s/%ld-XXXXXX", FOLDER_CHARACTERS + 8, work, (long)getpid());
    if (made && mkdtemp(folder)) return true;
    message_set(error, "cannot make a folder below %.100s: %s", work, strerror(errno));
    return false;
}
