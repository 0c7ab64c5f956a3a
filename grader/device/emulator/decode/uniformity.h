// uniformity.h - which registers have one value in all lanes of a warp that are active together.
#ifndef UNIFORMITY_H
#define UNIFORMITY_H

#include "operands.h"

// Decoder.varies of a function; and whether all lanes have the same value or address there.
uint8_t *uniformity_find(const Decoder *decoder, const Blocks *blocks);
bool uniformity_of_operand(const Decoder *decoder, const PtxOperand *operand);

#endif
