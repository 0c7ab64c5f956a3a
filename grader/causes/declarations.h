// declarations.h - what declarations leave out: the value of a variable, the place of an array in shared memory.
#ifndef DECLARATIONS_H
#define DECLARATIONS_H

#include "../report/verdict.h"
#include "source/source.h"

// Fills `cause` of a use of a variable of the fault's line that was declared without a value, if there is exactly one.
void undefined_explain(const Source *source, VerdictFault *fault);
// Says where two arrays or pointers of one function are the same shared memory; leaves the text as it is where none
// are.
void one_place_say(const Source *source, char *text, size_t size);
// Fills `cause` of an access past the end of shared memory whose size the launch gives.
void shared_size_explain(const Source *source, VerdictFault *fault);

#endif
