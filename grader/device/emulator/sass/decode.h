// decode.h - one instruction of a kernel's machine code.
#ifndef SASS_DECODE_H
#define SASS_DECODE_H

#include "sass.h"

// Decodes the words into code->instructions[index]; code->registers and the special rows must be set. An instruction
// that is not known is left without a function. false: out of memory.
bool sass_decode(SassCode *code, uint32_t index, uint64_t low, uint64_t high, int target);

#endif
