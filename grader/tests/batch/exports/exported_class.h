// exported_class.h - the export of a class in a folder of its own, and the class as it is read from there, for tests.
#ifndef EXPORTED_CLASS_H
#define EXPORTED_CLASS_H

#include "class/roster.h"
#include "exports.h"
#include "scratch.h"
#include "system/files.h"

typedef struct {
    char folder[SCRATCH_BYTES];
    char table[PATH_BYTES];  // in the folder: the platform's table
    char export[PATH_BYTES]; // in the folder: the export, a folder or a zip
    Submissions list;
    Roster roster;
} ExportedClass;

// Makes the folder, and an empty export in it.
void exported_class_open(ExportedClass *class);
void exported_class_close(ExportedClass *class);
// The export of a whole class with its table, as export_make does.
void exported_class_make(ExportedClass *class, MadeKind kind, unsigned students, bool zipped, const char *source);
// A file of the export; the table.
void exported_class_put(const ExportedClass *class, const char *name, const char *text);
void exported_class_put_table(const ExportedClass *class, const char *text);
// Reads the export as `grade batch` does. Returns what roster_apply does; 0 without the table.
int exported_class_read(ExportedClass *class, bool with_table);

#endif
