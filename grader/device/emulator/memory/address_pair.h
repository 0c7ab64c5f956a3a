// address_pair.h - an address among several of an instruction: its base, and its offset as a literal.
#ifndef ADDRESS_PAIR_H
#define ADDRESS_PAIR_H

#include "../decode/operands.h"

// The address as two places of a list.
bool decode_address_pair(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Operand pair[2]);
// The instruction with that address instead of its own, in that space.
Instruction with_address_pair(const Warp *warp, const Instruction *i, const Operand pair[2], PtxSpace space);
// The address that the lane has in a + extra.
uint64_t lane_address(const Warp *warp, const Instruction *i, unsigned lane);

#endif
