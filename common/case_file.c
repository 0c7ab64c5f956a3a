// case_file.c - reads and writes case files; believes no length it has not checked against the file's size.
#include "case_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "WBCASE2";

typedef struct {
    char name[24];
    uint16_t type, role;
    uint32_t element_bytes;
    uint64_t count, data_bytes;
} Entry;

_Static_assert(sizeof(Entry) == 48, "an entry's header is 48 bytes without padding");

uint32_t case_type_bytes(CaseType type) {
    switch (type) {
    case CASE_INT64:
    case CASE_UINT64:
    case CASE_FLOAT64: return 8;
    case CASE_INT32:
    case CASE_UINT32:
    case CASE_FLOAT32: return 4;
    case CASE_INT16:
    case CASE_UINT16: return 2;
    case CASE_INT8:
    case CASE_UINT8: return 1;
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

static bool element_fits(CaseType type, uint32_t element_bytes) {
    return type == CASE_BYTES ? element_bytes > 0 : element_bytes && element_bytes == case_type_bytes(type);
}

// Whether the array's size in bytes is a number that can be padded and allocated.
static bool count_fits(uint64_t count, uint32_t element_bytes) { return count <= INT64_MAX / element_bytes; }

// Appends an array without contents. NULL: as case_file_add, or its type, size or role is not valid.
static CaseArray *array_append(CaseFile *file, const char *name, CaseType type, uint32_t element_bytes, CaseRole role,
                               uint64_t count) {
    size_t length = strlen(name);
    if (!element_fits(type, element_bytes) || !count_fits(count, element_bytes)) return NULL;
    if (!length || length >= sizeof file->arrays->name || (unsigned)role >= CASE_ROLE_COUNT) return NULL;
    if (file->count >= CASE_FILE_MAX_ARRAYS || case_file_find(file, name)) return NULL;
    CaseArray *arrays = realloc(file->arrays, (file->count + 1) * sizeof *arrays);
    if (!arrays) return NULL;
    file->arrays = arrays;
    CaseArray *array = &arrays[file->count++];
    *array = (CaseArray){.type = type, .role = role, .element_bytes = element_bytes, .count = count};
    memcpy(array->name, name, length);
    return array;
}

// The same with zeroed contents.
static CaseArray *array_fill(CaseFile *file, const char *name, CaseType type, uint32_t element_bytes, CaseRole role,
                             uint64_t count) {
    CaseArray *array = array_append(file, name, type, element_bytes, role, count);
    if (!array) return NULL;
    array->data = calloc(count ? count : 1, element_bytes);
    if (array->data) return array;
    file->count--;
    return NULL;
}

void *case_file_add(CaseFile *file, const char *name, CaseType type, CaseRole role, uint64_t count) {
    const CaseArray *array = array_fill(file, name, type, case_type_bytes(type), role, count);
    return array ? array->data : NULL;
}

void *case_file_add_structs(CaseFile *file, const char *name, uint32_t element_bytes, CaseRole role, uint64_t count) {
    const CaseArray *array = array_fill(file, name, CASE_BYTES, element_bytes, role, count);
    return array ? array->data : NULL;
}

bool case_file_announce(CaseFile *file, const char *name, CaseType type, uint32_t element_bytes, CaseRole role,
                        uint64_t count) {
    return role != CASE_HOST && array_append(file, name, type, element_bytes, role, count);
}

bool case_file_set(CaseFile *file, const char *name, int64_t value) {
    void *data = case_file_add(file, name, CASE_INT64, CASE_HOST, 1);
    if (data) memcpy(data, &value, sizeof value);
    return data;
}

int64_t case_file_integer(const CaseFile *file, const char *name, int64_t fallback) {
    const CaseArray *array = case_file_find(file, name);
    if (!array || array->type != CASE_INT64 || array->count != 1 || !array->data) return fallback;
    int64_t value;
    memcpy(&value, array->data, sizeof value);
    return value;
}

// Why an entry cannot be one of a file that has `remaining` bytes after its header. NULL: it can.
static const char *entry_check(const Entry *entry, uint64_t remaining, const CaseFile *file) {
    if (!memchr(entry->name, 0, sizeof entry->name) || !entry->name[0]) return "an array has no proper name";
    if (!element_fits((CaseType)entry->type, entry->element_bytes)) return "an array's type is unknown";
    if (entry->role >= CASE_ROLE_COUNT) return "an array's role is unknown";
    if (entry->data_bytes > remaining) return "an array is longer than the file";
    if (!count_fits(entry->count, entry->element_bytes)) return "an array is longer than memory can be";
    uint64_t whole = entry->count * entry->element_bytes;
    if (entry->data_bytes && entry->data_bytes != whole) return "an array's length is not that of its elements";
    if (!entry->data_bytes && whole && entry->role == CASE_HOST) return "an array in host memory has no contents";
    if (padding_after(entry->data_bytes) > remaining - entry->data_bytes) return "ends inside an array's padding";
    if (case_file_find(file, entry->name)) return "two arrays have the same name";
    if (file->count >= CASE_FILE_MAX_ARRAYS) return "has too many arrays";
    return NULL;
}

// Reads the entry at the stream's position. *remaining is what the file still holds; NULL or why it is malformed.
static const char *entry_read(FILE *stream, uint64_t *remaining, CaseFile *file) {
    Entry entry;
    if (*remaining < sizeof entry || fread(&entry, sizeof entry, 1, stream) != 1)
        return "ends inside an entry's header";
    *remaining -= sizeof entry;
    const char *reason = entry_check(&entry, *remaining, file);
    if (reason) return reason;
    bool is_announced = entry.count && !entry.data_bytes;
    const CaseArray *array = (is_announced ? array_append : array_fill)(
        file, entry.name, (CaseType)entry.type, entry.element_bytes, (CaseRole)entry.role, entry.count);
    if (!array) return "does not fit into memory";
    if (is_announced) return NULL;
    char ignored[8];
    uint64_t padding = padding_after(entry.data_bytes);
    if (fread(array->data, 1, entry.data_bytes, stream) != entry.data_bytes ||
        fread(ignored, 1, padding, stream) != padding)
        return "could not be read to its end";
    *remaining -= entry.data_bytes + padding;
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

static bool array_write(FILE *stream, const CaseArray *array, bool with_contents) {
    static const char zeros[8] = {0};
    uint64_t bytes = with_contents && array->data ? array->count * array->element_bytes : 0;
    uint64_t padding = padding_after(bytes);
    Entry entry = {.type = (uint16_t)array->type,
                   .role = (uint16_t)array->role,
                   .element_bytes = array->element_bytes,
                   .count = array->count,
                   .data_bytes = bytes};
    memcpy(entry.name, array->name, sizeof entry.name);
    return fwrite(&entry, sizeof entry, 1, stream) == 1 && (!bytes || fwrite(array->data, 1, bytes, stream) == bytes) &&
           fwrite(zeros, 1, padding, stream) == padding;
}

static bool file_write(const char *path, const CaseFile *file, bool sealed, char error[160]) {
    FILE *stream = fopen(path, "wb");
    if (!stream) return fail(error, path, strerror(errno));
    bool written = fwrite(magic, sizeof magic, 1, stream) == 1;
    for (size_t i = 0; i < file->count && written; i++)
        written = array_write(stream, &file->arrays[i], !sealed || file->arrays[i].role == CASE_HOST);
    if (fclose(stream)) written = false;
    return written || fail(error, path, "cannot be written to its end");
}

bool case_file_write(const char *path, const CaseFile *file, char error[160]) {
    return file_write(path, file, false, error);
}

// Outputs lose their contents too: if there are any, they are the expected values.
bool case_file_write_sealed(const char *path, const CaseFile *file, char error[160]) {
    return file_write(path, file, true, error);
}
