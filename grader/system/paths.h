// paths.h - where everything lies, found from the place of the running program.
#ifndef PATHS_H
#define PATHS_H

#include "../device/system/files.h"
#include "../device/system/message.h"
#include "../exercises/exercise.h"

typedef struct {
    char root[PATH_BYTES];  // the workbook
    char build[PATH_BYTES]; // the folder of this program
    char nvcc[PATH_BYTES];  // the compiler itself, not a script that starts it; "" if there is none
    char target[16];        // of code for a real GPU that does not run sm_90's, "86"; "" mostly
    char emulate[PATH_BYTES];
    char box[PATH_BYTES]; // the program that runs strangers' code in a box; "" where it is not to be boxed
    // Where boxes have no namespaces (sandbox/users.c): who builds and runs, as text, and the device process's user.
    char user[16], device_user[16]; // "" elsewhere
} Paths;

// build/grade knows that the workbook is the folder above build/. false with a sentence in error.
bool paths_find(Paths *paths, Message error);
// The same below a given root, whose tools are in root/build.
void paths_below(Paths *paths, const char *root);

// root/FOLDER/CHAPTER/NAME.cu for folder "exercises" or "solutions".
void paths_source(const Paths *paths, const char *folder, const Exercise *exercise, char path[PATH_BYTES]);
// Whether this is the instructor's edition, which has the solutions. false with a sentence in error: a student's.
bool paths_instructors(const Paths *paths, Message error);
// The source of the solution, to be freed. NULL with a sentence in error: it cannot be read, or this is a student's
// edition, which has none.
char *paths_solution(const Paths *paths, const Exercise *exercise, size_t *length, Message error);
// root/grader/exercises/NAME/PART: "skeleton.cu", "key.cu".
void paths_part(const Paths *paths, const Exercise *exercise, const char *part, char path[PATH_BYTES]);
// The path relative to root, printable.
void paths_shown(const Paths *paths, const char *path, char *shown, size_t size);
// Makes a fresh private folder below build/work and removes those whose owners are gone. false: it cannot be made.
bool paths_work_folder(const Paths *paths, char folder[PATH_BYTES], Message error);

#endif
