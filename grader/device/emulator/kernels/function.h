// function.h - from a parsed function to code that runs.
#ifndef FUNCTION_H
#define FUNCTION_H

#include "../decode/operands.h"

// Decodes one function of the program into code; false with decoder->error filled in.
bool decode_function(Decoder *decoder, Code *code);

#endif
