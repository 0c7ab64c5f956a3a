// reference.h - the reference solution of an exercise, built once and kept in build/reference/.
#ifndef REFERENCE_H
#define REFERENCE_H

#include "../grading/grade.h"

typedef struct {
    char program[PATH_BYTES], key[64]; // the key changes with everything that the program depends on
} Reference;

// What was graded just now, in case it is the reference solution itself.
typedef struct {
    const char *source, *program;
    size_t length;
} Graded;
// false: there is no usable reference, which changes no verdict. folder is private to the caller.
bool reference_prepare(const GradeJob *job, const Graded *graded, const char *folder, Reference *reference);

#endif
