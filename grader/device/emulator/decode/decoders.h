// decoders.h - the functions that decode memory and control instructions, one for each row of the table, and the passes
// of extensions over a decoded function.
#ifndef DECODERS_H
#define DECODERS_H

#include "blocks.h"
#include "operands.h"

#define DECODER(function) bool function(Decoder *decoder, const PtxInstruction *in, Instruction *out);
#define INSTRUCTION(name, mnemonic, decoder, ...) DECODER(decoder)
#define FORM(name, modifier, decoder) DECODER(decoder)
#define PASS(find) void find(const Decoder *decoder, const Blocks *blocks);
#include "../instructions/instructions.def"
#undef DECODER

#endif
