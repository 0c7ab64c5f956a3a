// decoders.h - the functions that decode memory and control instructions, one for each row of the table.
#ifndef DECODERS_H
#define DECODERS_H

#include "operands.h"

#define INSTRUCTION(mnemonic, modifier, function)                                                                      \
    bool function(Decoder *decoder, const PtxInstruction *in, Instruction *out);
#include "../instructions/memory_and_control.def"
#undef INSTRUCTION

#endif
