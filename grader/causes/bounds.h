// bounds.h - indices that leave their arrays, and memory that nothing has set: what the source tells of either.
#ifndef BOUNDS_H
#define BOUNDS_H

#include "../report/verdict.h"
#include "source/source.h"

// Fills `cause` of an access to global memory outside of its array: the test that lets it pass, or a pitch that is
// counted in elements. Leaves it empty where the source tells neither.
void bounds_explain(const Source *source, VerdictFault *fault);
// Fills `cause` of a race of two stores in one line where only the flat index of a matrix is tested. false: it is not.
bool flat_test_explain(const Source *source, VerdictFault *fault);
// Fills `cause` of a race of two blocks in two lines, of which one has an index without blockIdx.
void blocks_explain(const Source *source, VerdictFault *fault);
// A test in front of an access to shared memory that lets another index pass than the one it compares.
void shared_test_explain(const Source *source, VerdictFault *fault);
// An access of one element at an address between two elements.
void misaligned_explain(VerdictFault *fault);
// Fills `cause` of a read of shared memory that nothing has written: a tile whose columns are exchanged (^) on one side
// only.
void exchange_explain(const Source *source, VerdictFault *fault);
// Fills `cause` of a read of global memory that nothing has written: a sum that is never cleared, or the array of
// results in the input's place. `prototype` is that of the function that the student writes.
void unset_explain(const Source *source, const char *prototype, VerdictFault *fault);

#endif
