// decoders.h - the functions that decode memory and control instructions, one for each row of the table.
#ifndef DECODERS_H
#define DECODERS_H

#include "operands.h"

#define DECODER(function) bool function(Decoder *decoder, const PtxInstruction *in, Instruction *out);
#define INSTRUCTION(name, mnemonic, decoder, ...) DECODER(decoder)
#define FORM(name, modifier, decoder) DECODER(decoder)
#include "../instructions/instructions.def"
#undef DECODER

#endif
