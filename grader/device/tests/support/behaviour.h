// behaviour.h - what a program prints: as on hardware, which a file *.expected beside it records, or as it claims
// itself.
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include "jobs.h"

// Fails the test unless the job ended with 0 and printed, line by line, the part of PROGRAM.expected that is headed
// "### NAME"; PROGRAM is its path in the workbook.
void behaviour_check(const Job *job, const char *program, const char *name);
// Fails the test unless the job ended with 0 and printed `ok NAME` for each of its claims (programs/claims.cuh), one at
// least.
void claims_check(const Job *job, const char *program);
// The same of build/programs/PROGRAM, which it runs first.
void program_claims_check(const char *program);

// A mistake in a kernel, by the name that its program takes as its argument: what the program prints of the error that
// it is told, and a part of the report (NULL: it has no fault).
typedef struct {
    const char *program, *name, *error, *fault;
} Mistake;
// Runs the program; fails the test unless the mistake is found, and the program is told.
void mistake_check(const Mistake *mistake);

#endif
