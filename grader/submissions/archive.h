// archive.h - what lies in an archive, read without unpacking it anywhere.
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include "../formats/limited.h"
#include "files.h"

typedef struct {
    const char *below;  // only what lies at or below this path, which is taken off the names; NULL: everything
    const char *prefix; // put before each name
    bool names_only;    // no contents, archives in it stay closed, and ten times as much may be in it
    bool whole;         // contents of every file, sources or not
    bool (*wants)(const char *path); // only files that it wants; NULL: all
    unsigned nesting;                // how deep archives in it are opened
} ArchiveQuery;

// Adds what it finds to files. LIMITED_OURS: out of memory or the like, to be tried again. Any other failure says what
// is wrong with the archive, and nothing of it is added.
LimitedEnd archive_read_files(int descriptor, const ArchiveQuery *query, SubmittedFiles *files);

#endif
