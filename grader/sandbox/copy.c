// copy.c - copies parts of the workbook into a jail, readable by the jail's user whatever they are outside.
//
// The workbook may be a clone that only its owner can read (umask 077). A copy costs a few milliseconds; a student's
// file that does not build because a header cannot be read would cost a grade.
#define _GNU_SOURCE // O_PATH
#include "box.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

// Sets the mode at the end, because the umask could change it.
static bool file_copy(int from, const char *to, mode_t mode) {
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    ssize_t put = 1;
    while (out >= 0 && put > 0) put = sendfile(out, from, NULL, 1 << 30);
    bool copied = out >= 0 && put == 0 && fchmod(out, mode & S_IXUSR ? 0755 : 0644) == 0;
    if (out >= 0) close(out);
    return copied;
}

static bool link_copy(int folder, const char *name, const char *to) {
    char target[PATH_BYTES];
    ssize_t length = readlinkat(folder, name, target, sizeof target - 1);
    if (length < 0) return false;
    target[length] = 0;
    return symlink(target, to) == 0;
}

static bool folder_copy(int from, const char *to);

static bool entry_copy(int folder, const char *name, const char *to) {
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)) return false;
    if (S_ISLNK(status.st_mode)) return link_copy(folder, name, to);
    int from = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (from < 0) return false;
    if (S_ISDIR(status.st_mode)) return folder_copy(from, to);
    bool copied = file_copy(from, to, status.st_mode);
    close(from);
    return copied;
}

// Closes `from`.
static bool folder_copy(int from, const char *to) {
    char path[PATH_BYTES];
    DIR *entries = fdopendir(from);
    bool copied = entries && folder_make(to) && chmod(to, 0755) == 0;
    for (struct dirent *entry; copied && (entry = readdir(entries));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        copied = snprintf(path, sizeof path, "%s/%s", to, entry->d_name) < (int)sizeof path &&
                 entry_copy(from, entry->d_name, path);
    }
    int reason = errno;
    if (entries) closedir(entries);
    else close(from);
    errno = reason;
    return copied;
}

bool jail_copy(int from, const char *to) {
    struct stat status;
    if (fstat(from, &status)) return false;
    if (!S_ISDIR(status.st_mode)) return file_copy(from, to, status.st_mode);
    int folder = dup(from);
    return folder >= 0 && folder_copy(folder, to);
}
