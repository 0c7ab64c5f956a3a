// summary.h - the sentence a student reads first: what to change, where, and why.
#ifndef SUMMARY_H
#define SUMMARY_H

#include "../report/verdict.h"

// Puts the faults in order, causes first (a wrong index before the races that it makes, a barrier that not all threads
// reach before the reads of unwritten memory after it), and writes verdict->summary from all of the verdict. Faults
// must have their files' names and source lines.
void summarise(Verdict *verdict);

#endif
