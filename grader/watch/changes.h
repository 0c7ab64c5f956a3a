// changes.h - what changed between two tries.
#ifndef CHANGES_H
#define CHANGES_H

#include "../report/verdict.h"

// "points 55 to 100; shared memory bank conflicts 29,760 to 0", or "nothing changed".
void changes_say(const Verdict *before, const Verdict *now, char *text, size_t size);

#endif
