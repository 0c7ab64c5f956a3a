// case_file.c - reads and writes case files; believes no length it has not checked against the file's size.
#include "case_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "WBCASE1";

typedef struct {
    char name[24];
    uint32_t type, element_bytes;
    uint64_t count;
} Entry;

_Static_assert(sizeof(Entry) == 40, "an entry's header is 40 bytes without padding");

static uint32_t type_bytes(uint32_t type) {
    switch (type) {
    case CASE_INT64:
    case CASE_FLOAT64: return 8;
    case CASE_FLOAT32:
    case CASE_INT32: return 4;
    default: return 0;
    }
}

static uint64_t padding_after(uint64_t bytes) { return (8 - bytes % 8) % 8; }

static bool fail(char error[160], const char *path, const char *reason) {
    snprintf(error, 160, "%.100s: %s", path, reason);
    return false;
}

void case_file_free(CaseFile *file) {
    for (size_t i = 0; i < file->count; i++) free(file->arrays[i].data);
    free(file->arrays);
    *file = (CaseFile){0};
}

const CaseArray *case_file_find(const CaseFile *file, const char *name) {
    for (size_t i = 0; i < file->count; i++)
        if (!strcmp(file->arrays[i].name, name)) return &file->arrays[i];
    return NULL;
}

void *case_file_add(CaseFile *file, const char *name, CaseType type, uint64_t count) {
    size_t length = strlen(name);
    uint32_t bytes = type_bytes(type);
    if (!bytes || !length || length >= sizeof file->arrays->name || count > SIZE_MAX / 8) return NULL;
    if (file->count >= CASE_FILE_MAX_ARRAYS || case_file_find(file, name)) return NULL;
    CaseArray *arrays = realloc(file->arrays, (file->count + 1) * sizeof *arrays);
    if (!arrays) return NULL;
    file->arrays = arrays;
    void *data = calloc(count ? count : 1, bytes);
    if (!data) return NULL;
    CaseArray *array = &arrays[file->count++];
    *array = (CaseArray){.type = type, .count = count, .data = data};
    memcpy(array->name, name, length);
    return data;
}

int64_t case_file_integer(const CaseFile *file, const char *name, int64_t fallback) {
    const CaseArray *array = case_file_find(file, name);
    if (!array || array->type != CASE_INT64 || array->count != 1) return fallback;
    int64_t value;
    memcpy(&value, array->data, sizeof value);
    return value;
}

// Reads the entry at the stream's position. *remaining is what the file still holds; NULL or why it is malformed.
static const char *entry_read(FILE *stream, uint64_t *remaining, CaseFile *file) {
    Entry entry;
    if (*remaining < sizeof entry || fread(&entry, sizeof entry, 1, stream) != 1)
        return "ends inside an entry's header";
    *remaining -= sizeof entry;
    uint32_t bytes = type_bytes(entry.type);
    if (!memchr(entry.name, 0, sizeof entry.name) || !entry.name[0]) return "an array has no proper name";
    if (!bytes || entry.element_bytes != bytes) return "an array's type is unknown";
    if (entry.count > *remaining / bytes) return "an array is longer than the file";
    uint64_t data_bytes = entry.count * bytes, padding = padding_after(data_bytes);
    if (data_bytes + padding > *remaining) return "ends inside an array's padding";
    if (case_file_find(file, entry.name)) return "two arrays have the same name";
    if (file->count >= CASE_FILE_MAX_ARRAYS) return "has too many arrays";
    void *data = case_file_add(file, entry.name, (CaseType)entry.type, entry.count);
    if (!data) return "does not fit into memory";
    char ignored[8];
    if (fread(data, 1, data_bytes, stream) != data_bytes || fread(ignored, 1, padding, stream) != padding)
        return "could not be read to its end";
    *remaining -= data_bytes + padding;
    return NULL;
}

static const char *stream_read(FILE *stream, uint64_t size, CaseFile *file) {
    char found[sizeof magic];
    if (size < sizeof found || fread(found, sizeof found, 1, stream) != 1 || memcmp(found, magic, sizeof magic))
        return "is not a case file";
    uint64_t remaining = size - sizeof found;
    const char *reason = NULL;
    while (remaining && !reason) reason = entry_read(stream, &remaining, file);
    return reason;
}

bool case_file_read(const char *path, uint64_t max_bytes, CaseFile *file, char error[160]) {
    *file = (CaseFile){0};
    int descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return fail(error, path, strerror(errno));
    FILE *stream = fdopen(descriptor, "rb");
    struct stat status;
    const char *reason = NULL;
    if (!stream) reason = "cannot be opened as a stream";
    else if (fstat(descriptor, &status)) reason = strerror(errno);
    else if (!S_ISREG(status.st_mode)) reason = "is not a regular file";
    else if ((uint64_t)status.st_size > max_bytes) reason = "is larger than it may be";
    else reason = stream_read(stream, (uint64_t)status.st_size, file);
    if (stream) fclose(stream);
    else close(descriptor);
    if (!reason) return true;
    case_file_free(file);
    return fail(error, path, reason);
}

static bool array_write(FILE *stream, const CaseArray *array) {
    static const char zeros[8] = {0};
    Entry entry = {.type = array->type, .element_bytes = type_bytes(array->type), .count = array->count};
    memcpy(entry.name, array->name, sizeof entry.name);
    uint64_t bytes = array->count * entry.element_bytes, padding = padding_after(bytes);
    return fwrite(&entry, sizeof entry, 1, stream) == 1 && fwrite(array->data, 1, bytes, stream) == bytes &&
           fwrite(zeros, 1, padding, stream) == padding;
}

bool case_file_write(const char *path, const CaseFile *file, char error[160]) {
    FILE *stream = fopen(path, "wb");
    if (!stream) return fail(error, path, strerror(errno));
    bool written = fwrite(magic, sizeof magic, 1, stream) == 1;
    for (size_t i = 0; i < file->count && written; i++) written = array_write(stream, &file->arrays[i]);
    if (fclose(stream)) written = false;
    return written || fail(error, path, "cannot be written to its end");
}
