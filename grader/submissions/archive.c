// archive.c - reads the source files of an archive without unpacking it anywhere.
//
// Decoders read hostile bytes, so they run in a limited process. It reads the archive twice: first the names, to know
// which folders are workbooks, of which only exercises/ is the student's work; then the files that are asked for. Its
// record has for each file a head, the name, and the text of a source file. An archive in an archive is read into
// memory, and then in the same way.
#include "archive.h"

#include "../device/system/text.h"
#include "rar.h"
#include "workbook.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_ENTRIES 200000       // looked at
#define MOST_TOGETHER (32u << 20) // of all contents that are kept
#define MOST_HOLDING (8u << 20)   // of all files that may be sources under another ending
#define MOST_NESTED (64u << 20)   // of an archive in an archive
#define MOST_NAME 4096

typedef struct {
    uint32_t kind, name_length, length;
    uint32_t has_data;
} Head;

// ---- the limited process ----

typedef struct {
    int descriptor;
    const char *memory; // of an archive in an archive
    size_t length;
} Bytes;
typedef struct {
    const ArchiveQuery *query;
    Bytes bytes;
    const char *prefix;
    unsigned nesting;
    int record;
    uint64_t *together;
    uint64_t holding;
    Workbooks workbooks;
} Reading;
typedef LimitedEnd Visit(Reading *reading, struct archive *archive, struct archive_entry *entry, const char *name);

static LimitedEnd read_all(const ArchiveQuery *query, Bytes bytes, const char *prefix, unsigned nesting, int record,
                           uint64_t *together);

static struct archive *open_bytes(Bytes bytes) {
    struct archive *archive = archive_read_new();
    if (!archive) return NULL;
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_format_tar(archive);
    archive_read_support_format_zip(archive);
    archive_read_support_format_7zip(archive);
    archive_read_support_format_rar(archive);
    archive_read_support_format_rar5(archive);
    int opened = bytes.memory ? archive_read_open_memory(archive, bytes.memory, bytes.length)
                              : archive_read_open_fd(archive, bytes.descriptor, 65536);
    if (opened == ARCHIVE_OK) return archive;
    archive_read_free(archive);
    return NULL;
}

// Random bytes may look encrypted, so the decoder must have failed because of encryption.
static bool is_locked(struct archive *archive) {
    const char *why = archive ? archive_error_string(archive) : NULL;
    return why && archive_read_has_encrypted_entries(archive) > 0 &&
           (strstr(why, "ncrypt") || strstr(why, "assphrase"));
}

static LimitedEnd visit_all(Reading *reading, Visit *visit) {
    if (!reading->bytes.memory && lseek(reading->bytes.descriptor, 0, SEEK_SET) < 0) return LIMITED_OURS;
    const Bytes *bytes = &reading->bytes;
    if (rar_is_locked(&(RarSource){bytes->descriptor, bytes->memory, bytes->length})) return LIMITED_LOCKED;
    struct archive *archive = open_bytes(reading->bytes);
    struct archive_entry *entry;
    LimitedEnd end = archive ? LIMITED_DONE : LIMITED_UNREADABLE;
    for (unsigned count = 0; end == LIMITED_DONE; count++) {
        int result = archive_read_next_header(archive, &entry);
        if (result == ARCHIVE_EOF && count) break;
        if (result == ARCHIVE_EOF || result < ARCHIVE_WARN) end = LIMITED_UNREADABLE;
        else if (count == (reading->query->below || reading->query->names_only ? 10 : 1) * MOST_ENTRIES)
            end = LIMITED_TOO_MUCH;
        else if (archive_entry_filetype(entry) != AE_IFDIR) {
            const char *name = archive_entry_pathname(entry);
            if (!name) name = archive_entry_pathname_utf8(entry);
            if (!name) name = "a file whose name cannot be read";
            char plain[3 * MOST_NAME];
            bool zip = (archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
            if (zip) submitted_entry_name(name, plain, sizeof plain), name = plain;
            while (text_begins(name, "./")) name += 2;
            if (!text_ends(name, "/")) end = visit(reading, archive, entry, name); // else a folder after all
        }
    }
    bool locked = end == LIMITED_UNREADABLE && is_locked(archive);
    archive_read_free(archive);
    return locked ? LIMITED_LOCKED : end;
}

static LimitedEnd note_workbook(Reading *reading, struct archive *archive, struct archive_entry *entry,
                                const char *name) {
    (void)archive, (void)entry;
    return workbooks_note(&reading->workbooks, name) ? LIMITED_DONE : LIMITED_OURS;
}

static bool points_outside(const char *name) {
    if (name[0] == '/' || strchr(name, '\\') || !strcmp(name, "..")) return true;
    return text_begins(name, "../") || strstr(name, "/../") || text_ends(name, "/..");
}

static SubmittedKind kind_of(struct archive_entry *entry, const char *name) {
    if (points_outside(name)) return FILE_OUTSIDE;
    if (archive_entry_hardlink(entry) || archive_entry_filetype(entry) != AE_IFREG) return FILE_SPECIAL;
    return FILE_PLAIN;
}

// The rest of a name below the path that is asked for, which is a path of the outermost archive. NULL: it is not below
// it.
static const char *name_below(const Reading *reading, const char *name) {
    const char *below = reading->bytes.memory ? NULL : reading->query->below;
    size_t length = below ? strlen(below) : 0;
    if (!length) return name;
    if (strncmp(name, below, length) || (name[length] && name[length] != '/')) return NULL;
    return name + length + (name[length] == '/');
}

static LimitedEnd put_file(Reading *reading, const char *name, Head head, const char *data) {
    char full[2 * MOST_NAME];
    int length = snprintf(full, sizeof full, "%s%s", reading->prefix, name);
    head.name_length = length < MOST_NAME ? (uint32_t)length : MOST_NAME;
    if ((*reading->together += head.length) > MOST_TOGETHER) return LIMITED_TOO_MUCH;
    bool put = limited_put(reading->record, &head, sizeof head) &&
               limited_put(reading->record, full, head.name_length) && limited_put(reading->record, data, head.length);
    return put ? LIMITED_DONE : LIMITED_TOO_MUCH;
}

static LimitedEnd put_broken(Reading *reading, const char *name, const char *words) {
    Head head = {.kind = FILE_BROKEN, .has_data = 1, .length = (uint32_t)strlen(words)};
    return put_file(reading, name, head, words);
}

// Does not trust the declared size. Returns the bytes read; -1: it cannot be read.
static la_ssize_t read_entry(struct archive *archive, char *data, size_t most) {
    size_t used = 0;
    la_ssize_t got = 1;
    while (used < most && (got = archive_read_data(archive, data + used, most - used)) > 0) used += (size_t)got;
    return got < 0 ? -1 : (la_ssize_t)used;
}

static LimitedEnd visit_nested(Reading *reading, struct archive *archive, const char *name) {
    char prefix[2 * MOST_NAME], words[200];
    char *data = malloc(MOST_NESTED + 1);
    la_ssize_t got = data ? read_entry(archive, data, MOST_NESTED + 1) : -1;
    snprintf(prefix, sizeof prefix, "%s%s/", reading->prefix, name);
    bool large = got > (la_ssize_t)MOST_NESTED; // one that is too large costs nothing but itself
    LimitedEnd end = got < 0 ? LIMITED_UNREADABLE : LIMITED_TOO_MUCH;
    if (got >= 0 && !large)
        end = read_all(reading->query, (Bytes){.memory = data, .length = (size_t)got}, prefix, reading->nesting - 1,
                       reading->record, reading->together);
    free(data);
    if (end != LIMITED_UNREADABLE && end != LIMITED_LOCKED && !large) return end;
    limited_words(end, "It", words);
    return put_broken(reading, name, words);
}

// A file that is no source by its name: with its text if it may be one, and otherwise to be listed.
static LimitedEnd put_holding(Reading *reading, struct archive *archive, struct archive_entry *entry,
                              const char *name) {
    Head head = {.kind = FILE_PLAIN};
    bool wanted = submitted_may_hold(name) && !archive_entry_is_encrypted(entry) && reading->holding < MOST_HOLDING;
    char *data = wanted ? malloc(MOST_HOLDING_BYTES + 1) : NULL;
    la_ssize_t got = data ? read_entry(archive, data, MOST_HOLDING_BYTES + 1) : -1;
    if (got >= 0 && got <= (la_ssize_t)MOST_HOLDING_BYTES) head.has_data = 1, head.length = (uint32_t)got;
    reading->holding += head.length;
    LimitedEnd end = wanted && !data ? LIMITED_OURS : put_file(reading, name, head, data ? data : "");
    free(data);
    return end;
}

static LimitedEnd visit_file(Reading *reading, struct archive *archive, struct archive_entry *entry, const char *name) {
    const ArchiveQuery *query = reading->query;
    const char *path = name;
    Head head = {.kind = kind_of(entry, path)};
    name = name_below(reading, path);
    bool repository = query->names_only && text_ends(path, "/.git/HEAD"); // which says what it is
    if (query->wants && !query->wants(path)) return LIMITED_DONE;
    if (!name || (submitted_is_litter(path) && !repository) || workbooks_skip(&reading->workbooks, path))
        return LIMITED_DONE;
    if (head.kind != FILE_PLAIN || query->names_only) return put_file(reading, name, head, "");
    if (archive_entry_is_encrypted(entry) && submitted_is_source(path)) return LIMITED_LOCKED;
    if (submitted_is_archive(path) && !query->whole)
        return reading->nesting ? visit_nested(reading, archive, name)
                                : put_broken(reading, name, "It lies too deep in other archives.");
    if (!query->whole && !submitted_is_source(path)) return put_holding(reading, archive, entry, name);
    size_t most = query->whole ? MOST_TOGETHER : MOST_SOURCE_BYTES;
    char *data = malloc(most + 1);
    la_ssize_t got = data ? read_entry(archive, data, most + 1) : -1;
    LimitedEnd end = data ? LIMITED_UNREADABLE : LIMITED_OURS;
    if (got >= 0) {
        if ((size_t)got > most) head.kind = FILE_TOO_LARGE;
        else head.has_data = 1, head.length = (uint32_t)got;
        end = put_file(reading, name, head, data);
    }
    free(data);
    return end;
}

static LimitedEnd read_all(const ArchiveQuery *query, Bytes bytes, const char *prefix, unsigned nesting, int record,
                           uint64_t *together) {
    Reading reading = {
        .query = query, .bytes = bytes, .prefix = prefix, .nesting = nesting, .record = record, .together = together};
    LimitedEnd end = query->names_only ? LIMITED_DONE : visit_all(&reading, note_workbook);
    if (end == LIMITED_DONE) end = visit_all(&reading, visit_file);
    workbooks_free(&reading.workbooks);
    return end;
}

typedef struct {
    int descriptor;
    const ArchiveQuery *query;
} Job;

static LimitedEnd read_job(void *context, int record) {
    const Job *job = context;
    uint64_t together = 0;
    setlocale(LC_CTYPE, "C.UTF-8"); // names in archives are Unicode, whatever the instructor's locale is
    return read_all(job->query, (Bytes){.descriptor = job->descriptor}, job->query->prefix ? job->query->prefix : "",
                    job->query->nesting, record, &together);
}

// ---- the process that asked ----

static bool take(const char **at, const char *end, void *out, size_t length) {
    if ((size_t)(end - *at) < length) return false;
    memcpy(out, *at, length);
    *at += length;
    return true;
}

static bool take_files(const char *at, const char *end, SubmittedFiles *files) {
    Head head;
    while (at < end && !files->problem[0]) {
        char name[MOST_NAME + 1];
        if (!take(&at, end, &head, sizeof head) || head.kind > FILE_BROKEN || head.name_length > MOST_NAME ||
            !take(&at, end, name, head.name_length) || head.length > (size_t)(end - at))
            return false;
        name[head.name_length] = 0;
        if (!submitted_add(files, name, (SubmittedKind)head.kind, head.has_data ? at : NULL, head.length))
            return files->problem[0] != 0;
        at += head.length;
    }
    return true;
}

LimitedEnd archive_read_files(int descriptor, const ArchiveQuery *query, SubmittedFiles *files) {
    Job job = {.descriptor = descriptor, .query = query};
    char *text;
    size_t length = 0;
    LimitedEnd end = limited_run(read_job, &job, &text, &length);
    if (end == LIMITED_DONE && !take_files(text, text + length, files)) end = LIMITED_OURS;
    free(text);
    return end;
}
