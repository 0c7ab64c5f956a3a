// sunk_operations.h - finds operations that the assembler moves behind a branch.
#ifndef SINKING_H
#define SINKING_H

#include "fused_multiply_add.h"

// Marks the instructions of each block that are done at the start of the next one instead.
void sinking_find(const Decoder *decoder, const Blocks *blocks, Contraction *contractions);

#endif
