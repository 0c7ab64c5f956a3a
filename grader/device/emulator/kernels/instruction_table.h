// instruction_table.h - from an instruction's words to the function that executes it.
//
// alu/arithmetic.def has a row per instruction family. operation_find() reads mnemonic and modifiers and says which
// handler runs, of what types the operands are (so that literals get the right bits) and what the counters make
// of it. The decoder then binds the operands: the first written operand to d if the operation has a
// destination (an `a|b` pair to d and pair), the following ones in order to a, b, c, e; a vector operand's
// elements go to list, in order. An operand of TYPE_NONE is not bound: operation_find() has put what it says
// into extra. Operands an instruction leaves out stay in BANK_SINK, whose lanes may be written and mean nothing.
#ifndef INSTRUCTION_TABLE_H
#define INSTRUCTION_TABLE_H

#include "../decode/operation.h"

// false: no such instruction, or not with these modifiers; reason[160] then says which part is not supported.
bool operation_find(const PtxInstruction *instruction, Operation *operation, char reason[160]);

// The regular instructions, for tests and listings: the words ("add.rn.ftz.f32") of entry `index` and what it
// does; NULL past the last one. operand_count includes the destination.
const char *operation_entry(size_t index, Operation *operation, unsigned *operand_count);

#endif
