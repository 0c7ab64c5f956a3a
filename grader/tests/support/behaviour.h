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

#endif
