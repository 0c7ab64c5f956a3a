// barriers.h - barriers that not all threads reach, and barriers that are missing.
#ifndef BARRIERS_H
#define BARRIERS_H

#include "../report/verdict.h"
#include "source/source.h"

// Fills `cause` of a barrier that not all threads of the block reach: what keeps them from it. fault->line may move to
// another barrier.
void barrier_explain(const Source *source, VerdictFault *fault);
// Fills `cause` of a race between threads of a block: where a barrier must stand. Leaves it empty where the source does
// not tell, or where no barrier would help: two threads that compute the same index.
void race_explain(const Source *source, VerdictFault *fault);

#endif
