// alignment.h - low zero bits of registers, and addresses as a register plus a constant.
#ifndef ALIGNMENT_H
#define ALIGNMENT_H

#include "../decode/operands.h"

typedef struct Alignment Alignment;

// Of the function being decoded.
Alignment *alignment_find(const Decoder *decoder);

typedef struct {
    int32_t root;   // a register; -1: none, offset is the address; -2: where dynamic shared memory begins
    int64_t offset; // bytes from it
    unsigned zeros; // low bits of the root's value that are zero
} SharedAddress;

// Is the register a base plus a product of two unsigned words, which is one instruction?
bool alignment_is_product(const Alignment *alignment, uint32_t index);

SharedAddress alignment_address(const Alignment *alignment, const PtxOperand *address);

#endif
