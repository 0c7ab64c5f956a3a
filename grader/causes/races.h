// races.h - a race in words: which element, who met there, and what is missing between them.
#ifndef RACES_H
#define RACES_H

#include "../report/verdict.h"

// Whether a race of a line with itself is an addition to what threads share: it needs an atomic and no barrier.
bool race_is_addition(const VerdictFault *fault);
// Whether both lines store, to arrays of different names: they overlap.
bool race_overlaps(const VerdictFault *fault);
// Appends what to change about a fault of kind race_shared, race_global or race_blocks; a sentence without its full
// stop.
void race_say(const VerdictFault *fault, char *text, size_t size);

#endif
