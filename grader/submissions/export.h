// export.h - what an instructor downloaded: a folder, or an archive that is read without being unpacked.
#ifndef EXPORT_H
#define EXPORT_H

#include "../device/system/message.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum { EXPORT_FILE, EXPORT_FOLDER, EXPORT_OTHER } ExportKind; // other: links, devices, pipes
typedef struct {
    char *name;
    ExportKind kind;
} ExportEntry;
typedef struct {
    ExportEntry *entries; // by name
    unsigned count;
} ExportList;

typedef struct {
    char *path;
    bool packed;     // an archive
    ExportList list; // of an archive: everything in it, with paths
} Export;

// false with a sentence in error.
bool export_open(const char *path, Export *export, Message error);
void export_close(Export *export);

// What lies in the folder `below` ("" for the top), without dot files and files that operating systems leave behind.
// false with a sentence in error.
bool export_list(const Export *export, const char *below, ExportList *list, Message error);
void export_list_free(ExportList *list);
// Whether there is such a file or folder.
bool export_has(const Export *export, const char *path);
// The text of a file, NUL behind it; the caller frees it. NULL with a sentence in error.
char *export_text(const Export *export, const char *path, size_t most, size_t *length, Message error);

// The small text files that a platform adds, in the folder `below` or in a folder there: those whose path `wants` is
// true for. What cannot be read is left out, for a name or a time is missing then and no submission.
typedef struct {
    char *path; // of the export
    char *text; // NUL behind it
} ExportNote;
typedef struct {
    ExportNote *notes;
    unsigned count;
} ExportNotes;
bool export_notes(const Export *export, const char *below, bool (*wants)(const char *path), ExportNotes *notes);
void export_notes_free(ExportNotes *notes);
// That of a path; NULL: there is none.
const char *export_note(const ExportNotes *notes, const char *path);

#endif
