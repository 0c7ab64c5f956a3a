// build.h - from a student's file to a program.
#ifndef BUILD_H
#define BUILD_H

#include "../system/paths.h"
#include "../system/process.h"

typedef struct {
    bool built;
    bool killed; // the machine ended the compiler, and again when it was tried once more: the file may well be right
    char program[PATH_BYTES];
    char log[8192];    // the compiler's messages, with the file named as `shown` and without the grader's paths
    char summary[300]; // one sentence if it was not built
    double seconds;
} BuildResult;

// Compiles source[length] for the exercise inside folder, under limits. shown is the file's path as its author
// knows it. false with a sentence in error[200]: the compiler itself could not work.
bool build_program(const Paths *paths, const Exercise *exercise, const char *source, size_t length, const char *shown,
                   const char *folder, BuildResult *result, char error[200]);
// Reads the headers that most files begin with, so that build_program need not, into BUILD/compiler. To be called when
// the workbook is built. A toolkit whose steps are unknown is no error: nvcc then does all the work. false with a
// sentence in error[200].
bool build_prepare(const Paths *paths, char error[200]);
// What the toolchain printed, as the author of `shown` should read it. Used by build_program.
void build_log_clean(const char *printed, const char *root, const char *folder, const char *staged, const char *shown,
                     char *log, size_t size);
// One sentence on why the log's build failed.
void build_log_summary(const char *log, const Exercise *exercise, char *summary, size_t size);

#endif
