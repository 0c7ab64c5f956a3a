// files.h - the files of one submission, read with care, and which of them answers which exercise.
#ifndef SUBMITTED_FILES_H
#define SUBMITTED_FILES_H

#include "submissions.h"

#include "../exercises/exercise.h"
#include "../system/files.h"

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

// files.c: reads a submission. false with a sentence in error[200]: the grader's own failure, to be tried again.
bool submission_read(const Submissions *list, const Submission *submission, SubmittedFiles *files, char error[200]);
void submitted_free(SubmittedFiles *files);
// Adds a copy; false: out of memory or too many. Used by the readers.
bool submitted_add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length);

// names.c: what a name says of a file.
bool submitted_is_source(const char *name);  // .cu, .cu.txt, and what is typed into a platform's own page
bool submitted_is_text(const char *name);    // what was typed into the platform's own page
bool submitted_is_archive(const char *name); // .zip, .tar and its kin, .7z, .rar
size_t submitted_stem(const char *name);     // length without what makes it a source or an archive
bool submitted_is_litter(const char *name);  // not made by the student: .DS_Store, .git and the like

// matching.c: the files that answer exercises.
typedef enum { MATCH_EXACT, MATCH_MISNAMED, MATCH_MISSING, MATCH_REFUSED, MATCH_UNREADABLE } MatchKind;
typedef struct {
    MatchKind kind;  // unreadable: for reasons of ours, so that there is no verdict
    unsigned file;   // where it was found
    char words[300]; // one sentence unless the match is exact
} Match;
// One match for each of `count` exercises. takes[i] is the file that the instructor wants taken, NULL: none is named;
// so may be takes. A single source answers a single exercise whatever its name.
void submission_match(const SubmittedFiles *files, const Exercise *const *exercises, unsigned count,
                      const char *const *takes, Match *matches);
// contents.c: whether a source defines a function of the name that a prototype has.
bool source_defines(const char *source, const char *prototype, char name[64]);

#endif
