// repeated_fragments.h - finds the loads from global memory that the assembler leaves out.
#ifndef REPEAT_H
#define REPEAT_H

#include "../decode/decoders.h"

// Sets merged_bytes of decoded loads that another one stands for.
void repeat_find(const Decoder *decoder, const Blocks *blocks);

#endif
