// submitted.c - reads the files of one submission: a folder, a single file, or (archive.c) an archive.
//
// A folder is walked by descriptors, so that a link put in the place of a folder meanwhile leads nowhere.
#define _GNU_SOURCE // scandirat
#include "submissions.h"

#include "../system/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 2000
#define MOST_DEPTH 16
#define MOST_NAME 4096

bool submitted_add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length) {
    if (files->count == MOST_FILES) {
        snprintf(files->problem, sizeof files->problem, "It holds more than %d files.", MOST_FILES);
        return false;
    }
    if (files->count == files->capacity) {
        unsigned capacity = files->capacity ? 2 * files->capacity : 16;
        SubmittedFile *longer = realloc(files->files, capacity * sizeof *longer);
        if (!longer) return false;
        files->files = longer;
        files->capacity = capacity;
    }
    SubmittedFile file = {.name = strdup(name), .kind = kind, .length = length};
    if (data && (file.data = malloc(length + 1))) {
        memcpy(file.data, data, length);
        file.data[length] = 0;
    }
    if (!file.name || (data && !file.data)) return free(file.name), free(file.data), false;
    files->files[files->count++] = file;
    return true;
}

void submitted_free(SubmittedFiles *files) {
    for (unsigned i = 0; i < files->count; i++) {
        free(files->files[i].name);
        free(files->files[i].data);
    }
    free(files->files);
    *files = (SubmittedFiles){.count = 0};
}

// Reads what an open regular file holds, at most one byte more than is allowed.
static bool add_open_file(SubmittedFiles *files, const char *name, int descriptor) {
    char *data = malloc(MOST_SOURCE_BYTES + 1);
    size_t used = 0;
    ssize_t got = 1;
    while (data && used <= MOST_SOURCE_BYTES && (got > 0 || errno == EINTR)) {
        got = read(descriptor, data + used, MOST_SOURCE_BYTES + 1 - used);
        if (got > 0) used += (size_t)got;
        else if (got == 0 || errno != EINTR) break;
    }
    bool whole = used <= MOST_SOURCE_BYTES;
    bool added = data && got >= 0 &&
                 submitted_add(files, name, whole ? FILE_PLAIN : FILE_TOO_LARGE, whole ? data : NULL, whole ? used : 0);
    free(data);
    return added;
}

static bool add_file(SubmittedFiles *files, int folder, const char *entry, const char *name) {
    struct stat status;
    if (!submitted_is_source(name)) return submitted_add(files, name, FILE_PLAIN, NULL, 0);
    int descriptor = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return errno != EIO && errno != ENOMEM && submitted_add(files, name, FILE_SPECIAL, NULL, 0);
    bool regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    bool added = regular ? add_open_file(files, name, descriptor) : submitted_add(files, name, FILE_SPECIAL, NULL, 0);
    close(descriptor);
    return added;
}

static bool walk(SubmittedFiles *files, int folder, const char *above, int depth);

static bool take_entry(SubmittedFiles *files, int folder, const char *entry, const char *above, int depth) {
    char name[MOST_NAME];
    struct stat status;
    if (!strcmp(entry, ".") || !strcmp(entry, "..")) return true;
    if (snprintf(name, sizeof name, "%s%s%s", above, above[0] ? "/" : "", entry) >= (int)sizeof name) return true;
    if (fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW)) return errno == ENOENT;
    if (S_ISREG(status.st_mode)) return add_file(files, folder, entry, name);
    if (!S_ISDIR(status.st_mode)) return submitted_add(files, name, FILE_SPECIAL, NULL, 0);
    if (depth == MOST_DEPTH) return true;
    int below = openat(folder, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return below < 0 ? submitted_add(files, name, FILE_SPECIAL, NULL, 0) : walk(files, below, name, depth + 1);
}

// Closes folder. Entries in the order of their names, so that the same submission reads the same everywhere.
static bool walk(SubmittedFiles *files, int folder, const char *above, int depth) {
    struct dirent **entries = NULL;
    int count = scandirat(folder, ".", &entries, NULL, alphasort);
    bool added = count >= 0;
    for (int i = 0; i < count; i++) {
        added = added && take_entry(files, folder, entries[i]->d_name, above, depth);
        free(entries[i]);
    }
    free(entries);
    close(folder);
    return added;
}

static bool read_folder(const char *path, SubmittedFiles *files) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return folder >= 0 && walk(files, folder, "", 0);
}

bool submission_read(const Submission *submission, SubmittedFiles *files, char error[200]) {
    *files = (SubmittedFiles){.count = 0};
    const char *slash = strrchr(submission->path, '/');
    bool worked;
    errno = 0;
    if (submission->kind == SUBMISSION_ARCHIVE) return archive_read_files(submission->path, files, error);
    if (submission->kind == SUBMISSION_FOLDER) worked = read_folder(submission->path, files);
    else worked = add_file(files, AT_FDCWD, submission->path, slash ? slash + 1 : submission->path);
    if (worked || files->problem[0]) return true;
    snprintf(error, 200, "cannot read %.100s: %s", submission->student, strerror(errno ? errno : ENOMEM));
    submitted_free(files);
    return false;
}
