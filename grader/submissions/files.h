// files.h - the files of one submission, read with care, and which of them answers which exercise.
#ifndef SUBMITTED_FILES_H
#define SUBMITTED_FILES_H

#include "submissions.h"

#include "../exercises/exercise.h"

#define MOST_SOURCE_BYTES (1 << 20)

typedef enum {
    FILE_PLAIN,
    FILE_TOO_LARGE,
    FILE_SPECIAL,   // a link, a device, a pipe
    FILE_OUTSIDE,   // its name leads out of the submission
    FILE_BROKEN,    // an archive that cannot be read; data says why
    FILE_UNREADABLE // we may not read this file or folder: our fault, never the student's; data says why
} SubmittedKind;
typedef struct {
    char *name; // as the student wrote it, with folders and archives; any bytes
    SubmittedKind kind;
    char *data; // of a plain source file; NULL for others
    size_t length;
} SubmittedFile;
typedef struct {
    SubmittedFile *files;
    unsigned count, capacity, sources, others;
    bool uncounted;    // without limits: a whole export
    char problem[200]; // why nothing of it can be graded; "" if it can
} SubmittedFiles;

// files.c: reads a submission. false with a sentence in error[200]: our fault, to be tried again.
bool submission_read(const Submissions *list, const Submission *submission, SubmittedFiles *files, char error[200]);
void submitted_free(SubmittedFiles *files);
// Adds a copy; false: out of memory or too many. Used by the readers.
bool submitted_add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length);

// names.c: what a name says of a file.
bool submitted_is_source(const char *name);  // .cu, .cu.txt, and what is typed into a platform's own page
bool submitted_is_text(const char *name);    // what was typed into the platform's own page
bool submitted_is_archive(const char *name); // .zip, .tar and its kin, .7z, .rar
size_t submitted_stem(const char *name);     // length without what makes it a source or an archive
bool submitted_is_litter(const char *name);  // none of the student's making: .DS_Store, .git and their like

// matching.c: the file that answers an exercise.
typedef enum { MATCH_EXACT, MATCH_MISNAMED, MATCH_MISSING, MATCH_REFUSED, MATCH_UNREADABLE } MatchKind;
typedef struct {
    MatchKind kind;
    unsigned file;   // where it was found
    char words[300]; // one sentence unless the match is exact
} Match;
// `alone`: only one exercise is graded, so that a single source answers it whatever its name.
Match submission_match(const SubmittedFiles *files, const Exercise *exercise, bool alone);

#endif
