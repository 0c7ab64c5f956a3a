// fused_multiply_add.h - products and sums that the assembler makes one fused multiply-add of.
#ifndef FUSED_MULTIPLY_ADD_H
#define FUSED_MULTIPLY_ADD_H

#include "../decode/operands.h"

// What becomes of a PTX instruction.
struct Fusion {
    bool gone;        // what it computed has gone into fused instructions, all of it
    bool sunk;        // it is done at the start of the next block (sunk_operations.c)
    uint8_t factor;   // of a sum: 1 or 2: that operand was a product, and both become one instruction; 0: it stays
    bool negated;     // of a sum: the product
    uint32_t product; // of a sum: which instruction multiplied
};

// By PTX instruction of the function being decoded; NULL: all stay as they are.
Fusion *fusions_find(const Decoder *decoder, const Blocks *blocks);

enum { MOST_MODIFIERS = 3 }; // .ftz, .sat and the type

// An instruction that is in no PTX text.
typedef struct {
    PtxInstruction instruction;
    PtxOperand operands[4];
    const char *modifiers[1 + MOST_MODIFIERS];
} FusedInstruction;

// What to decode in place of instruction n: itself, or `room` filled with the fused one.
const PtxInstruction *fusion_apply(const Decoder *decoder, uint32_t n, FusedInstruction *room);

// Puts the PTX instructions that are decoded for a block into decoder->order, and returns how many there are.
uint32_t decode_order(const Decoder *decoder, const Blocks *blocks, uint32_t block);

#endif
