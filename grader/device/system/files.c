// files.c - whole files in and out.
#define _GNU_SOURCE // mkostemp
#include "files.h"
#include "hash.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

__attribute__((format(printf, 2, 3))) static void explain(Message error, const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (error) message_set_list(error, format, list);
    va_end(list);
}

static void explain_system(Message error, const char *what, const char *path) {
    explain(error, "%s %.120s: %s", what, path, strerror(errno));
}

static char *read_all(int descriptor, size_t bytes, size_t *length) {
    char *data = malloc(bytes + 1);
    size_t used = 0;
    while (data && used < bytes) {
        ssize_t got = read(descriptor, data + used, bytes - used);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return free(data), NULL;
        if (got == 0) break;
        used += (size_t)got;
    }
    if (!data) return NULL;
    data[used] = 0;
    if (length) *length = used;
    return data;
}

char *file_read(const char *path, size_t max_bytes, size_t *length, Message error) {
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return explain_system(error, "cannot open", path), NULL;
    struct stat status;
    char *data = NULL;
    if (fstat(descriptor, &status)) explain_system(error, "cannot read", path);
    else if (!S_ISREG(status.st_mode)) explain(error, "%.150s is no regular file", path);
    else if ((uint64_t)status.st_size > max_bytes) explain(error, "%.120s is larger than %zu bytes", path, max_bytes);
    else if (!(data = read_all(descriptor, (size_t)status.st_size, length))) explain_system(error, "cannot read", path);
    close(descriptor);
    return data;
}

static bool write_all(int descriptor, const char *data, size_t length) {
    while (length) {
        ssize_t put = write(descriptor, data, length);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        data += put;
        length -= (size_t)put;
    }
    return true;
}

static void sync_folder_of(const char *path) {
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
    int descriptor = open(slash ? (slash == folder ? "/" : folder) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

static bool write_whole(const char *path, const char *data, size_t length, bool durable, Message error) {
    char temporary[PATH_BYTES + 16];
    snprintf(temporary, sizeof temporary, "%s.new.XXXXXX", path);
    int descriptor = mkostemp(temporary, O_CLOEXEC);
    if (descriptor < 0) return explain_system(error, "cannot write", path), false;
    bool written = write_all(descriptor, data, length) && fchmod(descriptor, 0644) == 0;
    if (written && durable) written = fsync(descriptor) == 0;
    if (!written) explain_system(error, "cannot write", path);
    close(descriptor);
    if (written && rename(temporary, path)) written = (explain_system(error, "cannot write", path), false);
    if (written && durable) sync_folder_of(path);
    if (!written) unlink(temporary);
    return written;
}

bool file_write(const char *path, const char *data, size_t length, Message error) {
    return write_whole(path, data, length, true, error);
}

bool file_write_derived(const char *path, const char *data, size_t length, Message error) {
    return write_whole(path, data, length, false, error);
}

bool file_write_stream(const char *path, FILE *stream, char **data, const size_t *length, Message error) {
    bool written = stream && fclose(stream) == 0;
    if (!written) explain(error, "out of memory");
    written = written && file_write(path, *data, *length, error);
    free(*data);
    return written;
}

bool file_is_plain(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

bool file_exists(const char *path) { return access(path, F_OK) == 0; }

bool folder_exists(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool folder_make(const char *path) {
    char partial[PATH_BYTES];
    if (snprintf(partial, sizeof partial, "%s", path) >= (int)sizeof partial) return false;
    for (char *slash = strchr(partial + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(partial, 0755) && errno != EEXIST) return false;
        *slash = '/';
    }
    return mkdir(partial, 0755) == 0 || errno == EEXIST;
}

uint64_t bytes_hash(const char *data, size_t length) { return hash_bytes(data, length); }

uint64_t file_age(const char *path) {
    struct stat status;
    if (stat(path, &status)) return 0;
    return (uint64_t)status.st_size * 31 + (uint64_t)status.st_mtim.tv_sec * 1000003 + (uint64_t)status.st_mtim.tv_nsec;
}
