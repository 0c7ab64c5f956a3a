// exports.h - classes as each platform exports them, made by its documented layout, for tests.
#ifndef EXPORTS_H
#define EXPORTS_H

#include <stdbool.h>

// What a student does; student number i does number i % TRAITS.
typedef enum {
    HANDS_FILE,
    HANDS_ZIP,
    HANDS_LATE,
    HANDS_RENAMED, // hw4.cu
    HANDS_CU_TXT,
    HANDS_ZIP_IN_ZIP,
    HANDS_TEXT, // typed into the platform's page, where it has one
    HANDS_BROKEN_ZIP,
    HANDS_TWICE, // newer versions on Canvas, the same file twice elsewhere
    HANDS_TAR_GZ,
    HANDS_7Z,
    HANDS_RAR,
    HANDS_OTHER_EXERCISE, // under the right name
    HANDS_WORKBOOK,
    HANDS_TWO, // different files of the right name
    HANDS_TRAPS,
    TRAITS
} Trait;

typedef enum { MADE_CANVAS, MADE_MOODLE, MADE_GRADESCOPE, MADE_GITHUB, MADE_FOLDER, MADE_KINDS } MadeKind;
extern const char *const made_names[MADE_KINDS]; // as in platforms.def

// Makes the export of a class in the folder, which is there and empty; with all in a zip, "export.zip" in it. A table
// as the platform exports it is written to roster[]. Everybody answers matmul_coalesced with a file that begins with
// `source`. Returns nothing: a test that cannot make it fails.
void export_make(MadeKind kind, const char *folder, unsigned students, bool zipped, const char *source,
                 const char *roster);
// The id by which the platform's table knows a student.
void export_id(MadeKind kind, unsigned student, char id[64]);

#endif
