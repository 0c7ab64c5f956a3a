// behaviour.h - what a program printed on hardware, as a file *.expected beside it records it.
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include "jobs.h"

// Fails the test unless the job ended with 0 and printed, line by line, the part of PROGRAM.expected that is headed
// "### NAME"; PROGRAM is its path in the workbook.
void behaviour_check(const Job *job, const char *program, const char *name);

#endif
