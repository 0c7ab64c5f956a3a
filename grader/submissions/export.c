// export.c - the files of an export, whether it lies unpacked or as it was downloaded.
#include "export.h"
#include "../device/system/grow.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../device/system/text.h"
#include "archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- lists ----

static bool list_add(ExportList *list, const char *name, size_t length, ExportKind kind) {
    if (!ARRAY_GROW(list->entries, list->count)) return false;
    list->entries[list->count] = (ExportEntry){.name = strndup(name, length), .kind = kind};
    return list->entries[list->count].name && ++list->count;
}

void export_list_free(ExportList *list) {
    for (unsigned i = 0; i < list->count; i++) free(list->entries[i].name);
    free(list->entries);
    *list = (ExportList){.count = 0};
}

static int by_name(const void *left, const void *right) {
    return strcmp(((const ExportEntry *)left)->name, ((const ExportEntry *)right)->name);
}

static void list_sort(ExportList *list) {
    if (list->count) qsort(list->entries, list->count, sizeof *list->entries, by_name);
}

// Hidden by its own wish: nobody calls a hidden file "..x", but somebody may be called so.
static bool is_hidden(const char *name) { return (name[0] == '.' && name[1] != '.') || submitted_is_litter(name); }

// ---- an archive ----

static bool open_packed(Export *export, Message error) {
    static const ArchiveQuery names = {.names_only = true};
    SubmittedFiles files = {.uncounted = true};
    int descriptor = open(export->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return message_set(error, "cannot open %.120s: %s", export->path, strerror(errno));
    LimitedEnd end = archive_read_files(descriptor, &names, &files);
    bool added = end == LIMITED_DONE;
    close(descriptor);
    message_set(error, "out of memory");
    limited_words(end, "The archive", error);
    for (unsigned i = 0; i < files.count && added; i++) {
        const SubmittedFile *file = &files.files[i];
        if (file->kind == FILE_OUTSIDE) continue;
        added = list_add(&export->list, file->name, strlen(file->name),
                         file->kind == FILE_PLAIN ? EXPORT_FILE : EXPORT_OTHER);
    }
    submitted_free(&files);
    list_sort(&export->list);
    return added;
}

static bool list_packed(const Export *export, const char *below, ExportList *list) {
    size_t length = strlen(below);
    for (unsigned i = 0; i < export->list.count; i++) {
        const ExportEntry *entry = &export->list.entries[i];
        if (length && (strncmp(entry->name, below, length) || entry->name[length] != '/')) continue;
        const char *rest = entry->name + length + (length > 0);
        size_t first = strcspn(rest, "/");
        const ExportEntry *last = list->count ? &list->entries[list->count - 1] : NULL;
        bool again = last && strlen(last->name) == first && !strncmp(last->name, rest, first);
        if (!first || again || is_hidden(rest) || submitted_is_litter(entry->name)) continue;
        if (!list_add(list, rest, first, rest[first] ? EXPORT_FOLDER : entry->kind)) return false;
    }
    list_sort(list); // the names below "a/" and "a-b" sort in another order than these two
    return true;
}

// ---- a folder ----

static bool list_folder(const char *path, ExportList *list, Message error) {
    DIR *entries = opendir(path);
    struct stat status;
    bool added = true;
    if (!entries) return message_set(error, "cannot open %.120s: %s", path, strerror(errno));
    for (struct dirent *entry; added && (entry = readdir(entries));) {
        if (is_hidden(entry->d_name) || !strcmp(entry->d_name, "..")) continue;
        if (fstatat(dirfd(entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW)) continue; // gone meanwhile
        ExportKind kind = S_ISREG(status.st_mode) ? EXPORT_FILE : EXPORT_OTHER;
        added = list_add(list, entry->d_name, strlen(entry->d_name), S_ISDIR(status.st_mode) ? EXPORT_FOLDER : kind);
    }
    closedir(entries);
    if (!added) message_set(error, "out of memory");
    list_sort(list);
    return added;
}

static void path_in(const Export *export, const char *below, char path[PATH_BYTES + 4096]) {
    snprintf(path, PATH_BYTES + 4096, "%s%s%s", export->path, below[0] ? "/" : "", below);
}

// ---- both ----

bool export_open(const char *path, Export *export, Message error) {
    struct stat status;
    *export = (Export){.path = strdup(path)};
    if (!export->path) return message_set(error, "out of memory");
    if (stat(path, &status)) return message_set(error, "cannot open %.120s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode)) return true;
    if (!S_ISREG(status.st_mode) || !submitted_is_archive(path))
        return message_set(error, "%.120s is no folder and no archive", path);
    export->packed = true;
    return open_packed(export, error);
}

void export_close(Export *export) {
    export_list_free(&export->list);
    free(export->path);
    *export = (Export){.path = NULL};
}

bool export_list(const Export *export, const char *below, ExportList *list, Message error) {
    char path[PATH_BYTES + 4096];
    *list = (ExportList){.count = 0};
    path_in(export, below, path);
    bool listed = export->packed ? list_packed(export, below, list) : list_folder(path, list, error);
    if (export->packed && !listed) message_set(error, "out of memory");
    if (!listed) export_list_free(list);
    return listed;
}

bool export_has(const Export *export, const char *path) {
    char whole[PATH_BYTES + 4096];
    struct stat status;
    path_in(export, path, whole);
    if (!export->packed) return lstat(whole, &status) == 0;
    for (unsigned i = 0; i < export->list.count; i++) {
        const char *name = export->list.entries[i].name;
        size_t length = strlen(path);
        if (!strncmp(name, path, length) && (!name[length] || name[length] == '/')) return true;
    }
    return false;
}

static char *packed_text(const Export *export, const char *path, size_t *length, Message error) {
    ArchiveQuery query = {.below = path, .whole = true};
    SubmittedFiles files = {.uncounted = true};
    char *text = NULL;
    int descriptor = open(export->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    LimitedEnd end = descriptor < 0 ? LIMITED_OURS : archive_read_files(descriptor, &query, &files);
    if (descriptor >= 0) close(descriptor);
    message_set(error, "cannot read %.120s in the archive", path);
    if (end == LIMITED_DONE && files.count == 1 && files.files[0].data) {
        text = files.files[0].data;
        *length = files.files[0].length;
        files.files[0].data = NULL;
    }
    submitted_free(&files);
    return text;
}

char *export_text(const Export *export, const char *path, size_t most, size_t *length, Message error) {
    char whole[PATH_BYTES + 4096];
    path_in(export, path, whole);
    return export->packed ? packed_text(export, path, length, error) : file_read(whole, most, length, error);
}

// ---- notes ----

#define MOST_NOTE (64u << 10)

static bool note_add(ExportNotes *notes, char *path, char *text) {
    bool room = path && text && ARRAY_GROW(notes->notes, notes->count);
    if (room) notes->notes[notes->count++] = (ExportNote){path, text};
    else free(path), free(text);
    return room;
}

static bool notes_packed(const Export *export, bool (*wants)(const char *path), ExportNotes *notes) {
    const ArchiveQuery query = {.whole = true, .wants = wants};
    SubmittedFiles files = {.uncounted = true};
    int descriptor = open(export->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    LimitedEnd end = descriptor < 0 ? LIMITED_OURS : archive_read_files(descriptor, &query, &files);
    bool added = true;
    if (descriptor >= 0) close(descriptor);
    for (unsigned i = 0; i < files.count && end == LIMITED_DONE && added; i++)
        if (files.files[i].data && files.files[i].length <= MOST_NOTE)
            added = note_add(notes, strdup(files.files[i].name), strdup(files.files[i].data));
    submitted_free(&files);
    return added;
}

static bool notes_folder(const Export *export, const char *below, bool (*wants)(const char *path), int depth,
                         ExportNotes *notes) {
    ExportList list;
    Message error;
    char path[4096];
    bool added = true;
    if (!export_list(export, below, &list, error)) return true;
    for (unsigned i = 0; i < list.count && added; i++) {
        const ExportEntry *entry = &list.entries[i];
        snprintf(path, sizeof path, "%s%s%s", below, below[0] ? "/" : "", entry->name);
        if (entry->kind == EXPORT_FOLDER && depth) added = notes_folder(export, path, wants, depth - 1, notes);
        if (entry->kind != EXPORT_FILE || !wants(path)) continue;
        char *text = export_text(export, path, MOST_NOTE, NULL, error);
        if (text) added = note_add(notes, strdup(path), text);
    }
    export_list_free(&list);
    return added;
}

bool export_notes(const Export *export, const char *below, bool (*wants)(const char *path), ExportNotes *notes) {
    *notes = (ExportNotes){.count = 0};
    return export->packed ? notes_packed(export, wants, notes) : notes_folder(export, below, wants, 1, notes);
}

void export_notes_free(ExportNotes *notes) {
    for (unsigned i = 0; i < notes->count; i++) free(notes->notes[i].path), free(notes->notes[i].text);
    free(notes->notes);
    *notes = (ExportNotes){.count = 0};
}

const char *export_note(const ExportNotes *notes, const char *path) {
    for (unsigned i = 0; i < notes->count; i++)
        if (!strcmp(notes->notes[i].path, path)) return notes->notes[i].text;
    return NULL;
}
