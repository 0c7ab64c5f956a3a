// submissions.h - what students handed in: who, which files, and which of them answers which exercise.
//
// Nothing here trusts a name or a file. Archives are never unpacked to disk; links, devices and pipes are never opened;
// names are only compared, and made printable before anybody reads them.
#ifndef SUBMISSIONS_H
#define SUBMISSIONS_H

#include "../exercises/exercise.h"

#include <stdbool.h>
#include <stddef.h>

#define MOST_SOURCE_BYTES (1 << 20)

typedef enum { SUBMISSION_FOLDER, SUBMISSION_ARCHIVE, SUBMISSION_FILE } SubmissionKind;
typedef struct {
    char *path;
    char student[128]; // printable
    char id[160];      // its name in a folder of results: letters, digits and . _ - alone; no two are equal
    SubmissionKind kind;
} Submission;
typedef struct {
    Submission *items; // by name
    unsigned count;
    char **strays; // names in the folder that are nobody's submission, printable
    unsigned stray_count;
} Submissions;

// Finds a submission in each folder, archive (.zip, .tar.gz, .tgz, .tar) and single .cu file of `folder`.
// false with a sentence in error[200].
bool submissions_find(const char *folder, Submissions *list, char error[200]);
void submissions_free(Submissions *list);

typedef enum { FILE_PLAIN, FILE_TOO_LARGE, FILE_SPECIAL, FILE_OUTSIDE } SubmittedKind;
typedef struct {
    char *name; // as the student wrote it, with folders; any bytes
    SubmittedKind kind;
    char *data; // of a plain .cu file; NULL for others
    size_t length;
} SubmittedFile;
typedef struct {
    SubmittedFile *files;
    unsigned count, capacity;
    char problem[200]; // why nothing of it can be graded; "" if it can
} SubmittedFiles;

// submitted.c: reads a submission. false with a sentence in error[200]: our fault, to be tried again.
bool submission_read(const Submission *submission, SubmittedFiles *files, char error[200]);
void submitted_free(SubmittedFiles *files);
// Adds a copy; false: out of memory or too many. Used by the readers.
bool submitted_add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length);
// Whether a name ends in .cu, in any case.
bool submitted_is_source(const char *name);
// archive.c: fills files from an archive.
bool archive_read_files(const char *path, SubmittedFiles *files, char error[200]);

// matching.c: the file that answers an exercise.
typedef enum { MATCH_EXACT, MATCH_MISNAMED, MATCH_MISSING, MATCH_REFUSED } MatchKind;
typedef struct {
    MatchKind kind;
    unsigned file;   // where it was found
    char words[300]; // one sentence unless the match is exact
} Match;
// `alone`: only one exercise is graded, so that a single .cu file answers it whatever its name.
Match submission_match(const SubmittedFiles *files, const Exercise *exercise, bool alone);
// Whether a file is none of the student's making (.DS_Store and its like).
bool submitted_is_litter(const char *name);

#endif
