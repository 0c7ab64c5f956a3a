// files.h - the files of one submission, read with care, and which of them answers which exercise.
#ifndef SUBMITTED_FILES_H
#define SUBMITTED_FILES_H

#include "submissions.h"

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../exercises/exercise.h"
#include "../system/paths.h"

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
    uint64_t version; // of its piece: among files of one name the greatest is the newest
    char note[160];   // what was done to make a program of it; "" if nothing was
} SubmittedFile;
typedef struct {
    SubmittedFile *files;
    unsigned count, sources, others;
    bool uncounted;  // without limits, and as they are: of a whole export
    Message problem; // why nothing of it can be graded; "" if it can
} SubmittedFiles;

// files.c: reads a submission. false with a sentence in error: the grader's own failure, to be tried again.
bool submission_read(const Submissions *list, const Submission *submission, SubmittedFiles *files, Message error);
void submitted_free(SubmittedFiles *files);
// Adds a copy; false: out of memory or too many. Used by the readers.
bool submitted_add(SubmittedFiles *files, const char *name, SubmittedKind kind, const char *data, size_t length);

// Of a file that may be a source under another ending, no more than this is read.
#define MOST_HOLDING_BYTES (128u << 10)

// names.c: what a name says of a file.
#define SUBMITTED_TYPED "typed_text.html"     // what platforms call what was typed, or the folder of it
bool submitted_is_source(const char *name);   // .cu, .cu.txt, and what is typed into a platform's own page
bool submitted_is_text(const char *name);     // may be what was typed into the platform's own page
bool submitted_is_receipt(const char *name);  // Blackboard's, which holds what was typed, too
bool submitted_is_typed(const char *name);    // is what was typed, as platforms call it here
bool submitted_is_archive(const char *name);  // .zip, .tar and its kin, .7z, .rar
bool submitted_is_code(const char *name);     // .cpp, .c, .cuh, .hip and the like: CUDA under another ending
bool submitted_may_hold(const char *name);    // may be a source under another ending, which its contents tell
bool submitted_may_be_work(const char *name); // a source, an archive, or a file that is called after an exercise
bool submitted_names(const char *name, const Exercise *exercise); // holds its name, apart from letters and digits
size_t submitted_stem(const char *name);                          // length without what makes it a source or an archive
bool submitted_is_aside(const char *name);  // in a folder of solutions, where a copy of the workbook has ours
bool submitted_is_litter(const char *name); // not made by the student: .DS_Store, .git and the like

// The name of an entry of a zip, whose writer may not have followed the standard: one without slashes may have
// backslashes instead, and one that is no UTF-8 is in the letters of DOS, as Windows writes them (code page 850).
void submitted_entry_name(const char *entry, char *name, size_t size);

// How well a name says that a file answers an exercise, the best first. A copy is what systems, browsers and platforms
// call a second file of the name: "x (1).cu", "x-1.cu", "x_1.cu", "Copy of x.cu", "X.CU", "x.cu.txt"; *number is 1.
// CALLED_ENDING: "x.cpp", "x.txt", "x", which answers the exercise only if its contents do.
typedef enum { CALLED_IN_PLACE, CALLED_EXACT, CALLED_COPY, CALLED_NEARLY, CALLED_ENDING, CALLED_OTHERWISE } Called;
Called submitted_called(const char *name, const Exercise *exercise, unsigned *number);

// published.c: what everybody has: skeletons and solutions, as far as they matter (no blanks, no comments).
typedef enum { TEXT_OWN, TEXT_SKELETON, TEXT_SOLUTION } TextKind;
typedef struct {
    uint64_t *skeletons, *solutions; // by the number of the exercise; hashes
} Published;
// false with a sentence in error.
bool published_read(const Paths *paths, Published *published, Message error);
void published_free(Published *published);
// Which of an exercise's texts it is. published NULL: the student's own.
TextKind published_kind(const Published *published, const Exercise *exercise, const char *text, size_t length);
// A number that is the same for texts that differ in blanks and comments alone. Lines with answers count.
uint64_t published_hash(const char *text, size_t length);

// matching.c: the files that answer exercises.
//
// A name or a place never costs points. An answer that is missing, while something was handed in that may be it, is
// `unclear`: a person has to look, and there are no points until then.
typedef enum {
    MATCH_EXACT,
    MATCH_MISNAMED,
    MATCH_MISSING,
    MATCH_REFUSED,
    MATCH_UNCLEAR,
    MATCH_UNREADABLE // for reasons of ours, so that there is no verdict
} MatchKind;
typedef struct {
    MatchKind kind;
    unsigned file;   // where it was found
    TextKind text;   // whether anything in it is the student's
    bool guessed;    // nothing but that there is no other file says that it is the answer
    char words[300]; // one sentence unless the match is exact
} Match;
// One match for each of `count` exercises. takes[i] is the file that the instructor wants taken, NULL: none is named;
// so may be takes, and published. A single source answers a single exercise whatever its name.
void submission_match(const SubmittedFiles *files, const Exercise *const *exercises, unsigned count,
                      const char *const *takes, const Published *published, Match *matches);
// candidates.c: the match among the files that are called after an exercise, or nearly so. MATCH_MISSING: there is
// none.
Match match_by_name(const SubmittedFiles *files, const Exercise *exercise, const Published *published);
// The match that is one file, and why it may not be graded. kind: of a file that may be.
Match match_with(const SubmittedFiles *files, const Exercise *exercise, const Published *published, unsigned file,
                 MatchKind kind);
// contents.c: whether a source holds nothing but blanks.
bool submitted_is_empty(const SubmittedFile *file);
// Whether a source defines a function of the name that a prototype has.
bool source_defines(const char *source, const char *prototype, char name[64]);
// Whether it has the lines with answers to an exercise's questions ("//= name: 4"); the first such name.
bool source_answers(const char *source, const Exercise *exercise, char name[64]);
// Whether what stands in a source belongs to an exercise: one of the two, and the name that shows it.
bool source_belongs(const char *source, const Exercise *exercise, char name[64]);

#endif
