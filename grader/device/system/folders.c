// folders.c - folders that strangers may have filled: measured and removed by descriptor.
//
// Names may be so long and folders so deep that no path reaches their end, and the permission to enter them may be
// missing. So nothing here builds a path below the folder, and nothing is followed that is a link.
#define _GNU_SOURCE // O_PATH
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_DEPTH 64              // of folders that are measured one by one
#define DEEPER (UINT64_C(1) << 32) // files that a folder below it counts for: more than anybody may have

static DIR *folder_open(int above, const char *name) {
    int descriptor = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *folder = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (!folder && descriptor >= 0) close(descriptor);
    return folder;
}

static struct dirent *next_entry(DIR *folder) {
    struct dirent *entry;
    do entry = readdir(folder);
    while (entry && (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")));
    return entry;
}

// ---- removing ----

// Restores the permissions of a folder: a program may have removed those to enter or to move it.
static bool folder_unlock(int above, const char *name) {
    struct stat status;
    return fstatat(above, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode) &&
           fchmodat(above, name, 0700, 0) == 0;
}

// Removes the files of the folder, and moves its folders up to `top` under numbers, so that nothing lies deep.
static bool empty_into(int top, const char *name, uint64_t *moved) {
    DIR *folder = folder_unlock(top, name) ? folder_open(top, name) : NULL;
    bool emptied = folder != NULL;
    for (struct dirent *entry; folder && (entry = next_entry(folder));) {
        char number[40];
        if (unlinkat(dirfd(folder), entry->d_name, 0) == 0) continue;
        folder_unlock(dirfd(folder), entry->d_name);
        do snprintf(number, sizeof number, ".removed-%llu", (unsigned long long)(*moved)++);
        while (faccessat(top, number, F_OK, AT_SYMLINK_NOFOLLOW) == 0);
        emptied &= renameat(dirfd(folder), entry->d_name, top, number) == 0;
    }
    if (folder) closedir(folder);
    return emptied;
}

// false: something is left.
static bool folder_empty(DIR *top) {
    bool moved_any = true;
    uint64_t moved = 0;
    while (moved_any) {
        moved_any = false;
        rewinddir(top);
        for (struct dirent *entry; (entry = next_entry(top));) {
            if (unlinkat(dirfd(top), entry->d_name, 0) == 0) continue;
            moved_any |=
                empty_into(dirfd(top), entry->d_name, &moved) && unlinkat(dirfd(top), entry->d_name, AT_REMOVEDIR) == 0;
        }
    }
    rewinddir(top);
    return next_entry(top) == NULL;
}

bool folder_remove(const char *path) {
    struct stat status;
    if (lstat(path, &status)) return errno == ENOENT;
    if (!S_ISDIR(status.st_mode)) return unlink(path) == 0;
    chmod(path, 0700);
    DIR *top = folder_open(AT_FDCWD, path);
    bool emptied = top && folder_empty(top);
    if (top) closedir(top);
    return emptied && rmdir(path) == 0;
}

// ---- measuring ----

static void measure(DIR *folder, unsigned depth, uint64_t *bytes, uint64_t *files) {
    for (struct dirent *entry; (entry = next_entry(folder));) {
        struct stat status;
        if (fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW)) continue;
        ++*files;
        if (S_ISREG(status.st_mode)) *bytes += (uint64_t)status.st_blocks * 512;
        if (!S_ISDIR(status.st_mode)) continue;
        DIR *below = depth < MOST_DEPTH ? folder_open(dirfd(folder), entry->d_name) : NULL;
        if (below) measure(below, depth + 1, bytes, files);
        else if (depth == MOST_DEPTH || errno == EACCES) *files += DEEPER;
        if (below) closedir(below);
    }
}

void folder_measure(const char *path, uint64_t *bytes, uint64_t *files) {
    DIR *folder = folder_open(AT_FDCWD, path);
    *bytes = 0;
    *files = 1;
    if (folder) measure(folder, 0, bytes, files);
    if (folder) closedir(folder);
}
