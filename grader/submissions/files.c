// files.c - reads the files of one submission: folders, single files, and (archive.c) what lies in archives.
//
// A folder is walked by descriptors, so that replacing a folder by a link meanwhile has no effect.
#define _GNU_SOURCE // scandirat
#include "files.h"
#include "../device/system/grow.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../formats/encoding.h"
#include "../formats/rtf.h"
#include "archive.h"
#include "online_text.h"
#include "workbook.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES 2000 // sources and what may hide some
#define MOST_OTHERS 500 // listed; what a compiler leaves may be any number
#define MOST_DEPTH 16
#define MOST_NAME 4096

// Whether a file is only worth a line in the list of what is left over.
static bool is_other(const char *name, SubmittedKind kind) {
    return kind == FILE_PLAIN && !submitted_is_source(name) && !submitted_is_archive(name);
}

static bool has_room(SubmittedFiles *files) {
    if (!ARRAY_GROW(files->files, files->count)) return false;
    return true;
}

static bool add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length,
                const char *note) {
    bool other = is_other(name, kind);
    if (!files->uncounted && other && ++files->others > MOST_OTHERS) return true;
    if (!files->uncounted && !other && ++files->sources > MOST_FILES) {
        snprintf(files->problem, sizeof files->problem, "It holds more than %d source files.", MOST_FILES);
        return false;
    }
    if (data && other && !files->uncounted && memchr(data, 0, length)) data = NULL; // no text, so no source
    SubmittedFile file = {.name = strdup(name), .kind = kind, .length = length};
    snprintf(file.note, sizeof file.note, "%s", note);
    if (data && kind == FILE_PLAIN && submitted_is_text(name) && !files->uncounted)
        file.data =
            (submitted_is_receipt(name) ? online_text_of_receipt : online_text)(data, length, &file.length, file.note);
    else if (data && kind == FILE_PLAIN && is_rtf(data, length) && !files->uncounted)
        file.data = rtf_text(data, length, &file.length, file.note);
    else if (data && (file.data = malloc(length + 1))) memcpy(file.data, data, length), file.data[length] = 0;
    if (!file.name || (data && !file.data) || !has_room(files)) return free(file.name), free(file.data), false;
    files->files[files->count++] = file;
    return true;
}

#define UTF8_MARK "\xEF\xBB\xBF"

bool submitted_add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length) {
    bool text = data && kind == FILE_PLAIN && !files->uncounted && !submitted_is_archive(name);
    Encoding wide = text ? encoding_wide(data, length) : ENCODING_UTF8;
    if (wide == ENCODING_UTF8) return add(files, name, kind, data, length, "");
    char *plain = encoding_read(wide, data, &length);
    size_t mark = plain && text_begins(plain, UTF8_MARK) ? sizeof UTF8_MARK - 1 : 0;
    bool added = plain && add(files, name, kind, plain + mark, length - mark, "saved as UTF-16; read as UTF-8");
    free(plain);
    return added;
}

void submitted_free(SubmittedFiles *files) {
    for (unsigned i = 0; i < files->count; i++) {
        free(files->files[i].name);
        free(files->files[i].data);
    }
    free(files->files);
    *files = (SubmittedFiles){.count = 0};
}

static bool add_broken(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *why) {
    return submitted_add(files, name, kind, why, strlen(why));
}

// A file that the system does not let us read is not the student's fault. Only lack of memory and the like ends the
// reading.
static bool add_refused(SubmittedFiles *files, const char *name) {
    if (errno == ELOOP || errno == ENXIO || errno == ENODEV) return submitted_add(files, name, FILE_SPECIAL, NULL, 0);
    return errno != ENOMEM && errno != EMFILE && errno != ENFILE &&
           add_broken(files, name, FILE_UNREADABLE, strerror(errno));
}

// Reads what an open regular file holds, at most one byte more than is allowed.
static bool add_open_file(SubmittedFiles *files, const char *name, int descriptor) {
    bool source = submitted_is_source(name); // of another file too large a one is none, and is only listed
    size_t most = source ? MOST_SOURCE_BYTES : MOST_HOLDING_BYTES;
    char *data = malloc(most + 1);
    size_t used = 0;
    ssize_t got = 1;
    while (data && used <= most && (got > 0 || errno == EINTR)) {
        got = read(descriptor, data + used, most + 1 - used);
        if (got > 0) used += (size_t)got;
        else if (got == 0 || errno != EINTR) break;
    }
    bool whole = used <= most, added = false;
    if (data && got < 0) added = add_refused(files, name);
    else if (data)
        added = submitted_add(files, name, whole || !source ? FILE_PLAIN : FILE_TOO_LARGE, whole ? data : NULL,
                              whole ? used : 0);
    free(data);
    return added;
}

static bool add_archive(SubmittedFiles *files, const char *name, int descriptor, const ArchiveQuery *query) {
    char words[200], prefix[MOST_NAME + 2];
    ArchiveQuery own = query ? *query : (ArchiveQuery){.prefix = prefix, .nesting = 1};
    snprintf(prefix, sizeof prefix, "%s/", name);
    LimitedEnd end = archive_read_files(descriptor, &own, files);
    if (end == LIMITED_OURS) return errno = ENOMEM, files->problem[0] != 0;
    limited_words(end, "It", words);
    return end == LIMITED_DONE || add_broken(files, name, FILE_BROKEN, words);
}

static bool add_file(SubmittedFiles *files, int folder, const char *entry, const char *name) {
    struct stat status;
    bool archive = submitted_is_archive(name);
    if (!archive && !submitted_is_source(name) && !submitted_may_hold(name))
        return submitted_add(files, name, FILE_PLAIN, NULL, 0);
    int descriptor = openat(folder, entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return add_refused(files, name);
    bool regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    bool added = false;
    if (!regular) added = submitted_add(files, name, FILE_SPECIAL, NULL, 0);
    else if (archive) added = add_archive(files, name, descriptor, NULL);
    else added = add_open_file(files, name, descriptor);
    close(descriptor);
    return added;
}

static bool walk(SubmittedFiles *files, int folder, const char *above, int depth);

static bool take_folder(SubmittedFiles *files, int folder, const char *entry, const char *name, int depth) {
    if (depth == MOST_DEPTH) return true;
    int below = openat(folder, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return below < 0 ? add_refused(files, name) : walk(files, below, name, depth + 1);
}

static bool take_entry(SubmittedFiles *files, int folder, const char *entry, const char *above, int depth) {
    char name[MOST_NAME];
    struct stat status;
    if (!strcmp(entry, ".") || !strcmp(entry, "..") || !strcmp(entry, ".git")) return true;
    if (snprintf(name, sizeof name, "%s%s%s", above, above[0] ? "/" : "", entry) >= (int)sizeof name) return true;
    if (submitted_is_litter(name)) return true;
    if (fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW)) return errno == ENOENT || add_refused(files, name);
    if (S_ISREG(status.st_mode)) return add_file(files, folder, entry, name);
    if (S_ISDIR(status.st_mode)) return take_folder(files, folder, entry, name, depth);
    return submitted_add(files, name, FILE_SPECIAL, NULL, 0);
}

static bool is_folder(int folder, const char *entry) {
    struct stat status;
    return fstatat(folder, entry, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

// Closes folder. Reads entries in the order of their names, so that the same submission gives the same result
// everywhere.
static bool walk(SubmittedFiles *files, int folder, const char *above, int depth) {
    struct dirent **entries = NULL;
    bool workbook = faccessat(folder, WORKBOOK_MARK, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    int count = scandirat(folder, ".", &entries, NULL, alphasort);
    bool added = count >= 0;
    for (int i = 0; i < count; i++) {
        const char *entry = entries[i]->d_name;
        if (!workbook || !workbook_owns(entry, is_folder(folder, entry)))
            added = added && take_entry(files, folder, entry, above, depth);
        free(entries[i]);
    }
    free(entries);
    close(folder);
    return added;
}

// ---- pieces ----

static bool read_piece(const Export *export, const Piece *piece, SubmittedFiles *files) {
    char path[PATH_BYTES + MOST_NAME];
    snprintf(path, sizeof path, "%s/%s", export->path, piece->path);
    const char *above = piece->name; // what a folder's files are called within the submission
    if (!piece->folder) return add_file(files, AT_FDCWD, path, piece->name);
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return folder < 0 ? add_refused(files, piece->name[0] ? piece->name : ".") : walk(files, folder, above, 0);
}

static bool read_packed(const Export *export, const Piece *piece, SubmittedFiles *files) {
    char prefix[MOST_NAME + 2];
    ArchiveQuery query = {.below = piece->path, .prefix = prefix, .nesting = 2};
    snprintf(prefix, sizeof prefix, "%s%s", piece->name, piece->folder && piece->name[0] ? "/" : "");
    int descriptor = open(export->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return false;
    bool added = add_archive(files, piece->name[0] ? piece->name : ".", descriptor, &query);
    close(descriptor);
    return added;
}

bool submission_read(const Submissions *list, const Submission *submission, SubmittedFiles *files, Message error) {
    bool worked = true;
    *files = (SubmittedFiles){.count = 0};
    errno = 0;
    for (unsigned i = 0; i < submission->piece_count && worked; i++) {
        unsigned first = files->count;
        worked = (list->export.packed ? read_packed : read_piece)(&list->export, &submission->pieces[i], files);
        for (unsigned f = first; f < files->count; f++) files->files[f].version = submission->pieces[i].number;
    }
    if (worked || files->problem[0]) return true;
    message_set(error, "cannot read %.100s: %s", submission->student, strerror(errno ? errno : ENOMEM));
    submitted_free(files);
    return false;
}
