// sunk_operations.h - code sinking: operations that the assembler moves past a branch.
#ifndef SUNK_OPERATIONS_H
#define SUNK_OPERATIONS_H

#include "fused_multiply_add.h"

// Marks the instructions of each block that are done at the start of the next one instead.
void sunk_operations_find(const Decoder *decoder, const Blocks *blocks, Fusion *fusions);

#endif
