// races.h - a race in words: which element, who met there, and what is missing between them.
#ifndef RACES_H
#define RACES_H

#include "../report/verdict.h"

// Appends what to change about a fault of kind race_shared, race_global or race_blocks; a sentence without its full
// stop.
void race_say(const VerdictFault *fault, char *text, size_t size);

#endif
