// workbook.h - somebody who hands in the whole workbook hands in its exercises; all else there, and whatever was built
// in it, is neither counted nor listed.
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
#define WORKBOOK_EXERCISES "exercises/"

// For every name in an archive. false: out of memory.
bool workbooks_note(Workbooks *books, const char *name);
// Whether a name lies in a workbook and is none of its exercises.
bool workbooks_skip(const Workbooks *books, const char *name);
void workbooks_free(Workbooks *books);

#endif
