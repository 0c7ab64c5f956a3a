// invariant.h - an assertion that is reached for each lane or each instruction, where being always on would cost more
// than 1 % of a run: on in what `make -C grader/device`, `make sanitize` and `make fuzz` build.
#ifndef INVARIANT_H
#define INVARIANT_H

#include <assert.h>

#ifdef INVARIANTS
#define invariant(holds) assert(holds)
#else
#define invariant(holds) ((void)(0 && (holds)))
#endif

#endif
