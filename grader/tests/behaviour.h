// behaviour.h - what calls of the runtime answered on hardware, as programs/*.expected records it.
#ifndef BEHAVIOUR_H
#define BEHAVIOUR_H

#include "jobs.h"

// Fails the test unless the job ended with 0 and printed, line by line, the part of programs/PROGRAM.expected that is
// headed "### NAME".
void behaviour_check(const Job *job, const char *program, const char *name);

#endif
