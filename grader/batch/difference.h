// difference.h - which grades another grader would give, and why.
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include "../report/terminal.h"
#include "../report/verdict.h"

#define DIFFERENCE_BYTES 4096

typedef struct {
    char words[DIFFERENCE_BYTES]; // exercise, points, and the parts that differ
    const char **students;        // whose change this is
    unsigned count;
} DifferenceRow;

typedef struct {
    DifferenceRow *rows;
    unsigned count, more, less, waiting, same;
} Differences;

// Whose grade it is. `student` has to last as long as the rows.
typedef struct {
    const char *student, *exercise;
    bool returned, other_file;
} Changed;

// false: out of memory.
bool differences_add(Differences *all, const Verdict *old, const Verdict *new, const Changed *changed);
void differences_print(const Differences *all, const Terminal *terminal);
void differences_free(Differences *all);

#endif
