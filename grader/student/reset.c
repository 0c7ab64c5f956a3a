// reset.c - puts an exercise's skeleton back and keeps the student's version aside.
#define _GNU_SOURCE // renameat2
#include "../device/system/message.h"
#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VERSIONS 10000

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

// Moves path to the first free path.mine.N; no earlier version is overwritten.
static bool keep_aside(const char *path, char kept[PATH_BYTES]) {
    for (unsigned number = 1; number < MOST_VERSIONS; number++) {
        snprintf(kept, PATH_BYTES, "%.1000s.mine.%u", path, number);
        if (renameat2(AT_FDCWD, path, AT_FDCWD, kept, RENAME_NOREPLACE) == 0) return true;
        if (errno != EEXIST) return false;
    }
    return false;
}

static bool same_content(const char *path, const char *text, size_t length) {
    size_t own;
    char *content = file_read(path, MOST_SOURCE_BYTES, &own, NULL);
    bool same = content && own == length && !memcmp(content, text, length);
    free(content);
    return same;
}

int reset_command(const Paths *paths, const Exercise *exercise) {
    char skeleton[PATH_BYTES], path[PATH_BYTES], kept[PATH_BYTES] = "", shown[PATH_BYTES];
    Message error;
    size_t length;
    paths_part(paths, exercise, "skeleton.cu", skeleton);
    paths_source(paths, "exercises", exercise, path);
    char *text = file_read(skeleton, MOST_SOURCE_BYTES, &length, error);
    if (!text) return fail(error);
    if (same_content(path, text, length)) {
        printf("exercises/%s/%s.cu is the skeleton already.\n", exercise->chapter, exercise->name);
        free(text);
        return 0;
    }
    bool moved = !file_exists(path) || keep_aside(path, kept);
    if (!moved) message_set(error, "cannot move %.120s aside: %s", path, strerror(errno));
    bool done = moved && file_write(path, text, length, error);
    free(text);
    if (!done) return fail(error);
    printf("exercises/%s/%s.cu is the skeleton again.\n", exercise->chapter, exercise->name);
    if (kept[0]) {
        paths_shown(paths, kept, shown, sizeof shown);
        printf("Your version is kept as %s\n", shown);
    }
    return 0;
}
