// instruction_facts.h - what is known of an instruction from its words alone.
#ifndef INSTRUCTION_FACTS_H
#define INSTRUCTION_FACTS_H

#include "ptx.h"

PtxSpace decode_space(const PtxInstruction *in); // of the first modifier that names one, else GENERIC
// The type among the modifiers: the last one that names a type.
PtxType decode_type(const PtxInstruction *in);
// Does the instruction assign its first operand?
bool decode_has_result(const PtxInstruction *in);
// Does the assembler make a subroutine of it (correctly rounded division, reciprocal and root, division of 64 bits)?
// Then it ends a basic block of the machine code.
bool decode_is_subroutine(const PtxInstruction *in);
// By register: adds one to the counts of those that the instruction assigns; of those that the operand names.
void decode_count_results(const PtxInstruction *in, uint32_t *counts);
void decode_count_names(const PtxOperand *operand, uint32_t *counts);

// Does the operand name a register at operand->index: itself, or an address's base?
static inline bool decode_names_register(const PtxOperand *operand) {
    return operand->kind == OPERAND_REGISTER || (operand->kind == OPERAND_ADDRESS && operand->base == BASE_REGISTER);
}

#endif
