// split_vectors.h - finds the vector loads that the assembler splits because not all of their elements are used.
#ifndef SPLIT_VECTORS_H
#define SPLIT_VECTORS_H

#include "../decode/operands.h"

// Sets used_elements of the function's decoded loads from shared and global memory that are split.
void split_vectors_find(const Decoder *decoder, const Blocks *blocks);

#endif
