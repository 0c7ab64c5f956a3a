// folded_operations.h - finds floating point operations that are part of others in the machine code, or have to stand
// alone.
#ifndef FOLDED_OPERATIONS_H
#define FOLDED_OPERATIONS_H

#include "../decode/operands.h"

// Sets what the function's decoded operations count as, and the predicates of those that a selection takes.
void folded_operations_find(const Decoder *decoder, const Blocks *blocks);

#endif
