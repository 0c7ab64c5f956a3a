// workbook.h - somebody who hands in the whole workbook hands in its exercises, and what they put beside our own files.
//
// Our own folders, and whatever was built in them, are neither counted nor listed. Sources and archives elsewhere are
// the student's: an answer may lie at the top, or in a folder of their own.
#ifndef WORKBOOK_COPY_H
#define WORKBOOK_COPY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char **roots; // "" or ending in a slash
    unsigned count;
} Workbooks;

// What a copy of the workbook is known by, below its root.
#define WORKBOOK_MARK "grader/setup.sh"

// For every name in an archive. false: out of memory.
bool workbooks_note(Workbooks *books, const char *name);
// Whether a path below the root of a workbook is of no interest.
bool workbook_owns(const char *path, bool folder);
// Whether a file lies in a workbook and is of no interest.
bool workbooks_skip(const Workbooks *books, const char *name);
void workbooks_free(Workbooks *books);

#endif
