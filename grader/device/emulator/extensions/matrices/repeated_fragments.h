// repeated_fragments.h - finds the loads from global memory that the assembler leaves out.
#ifndef REPEATED_FRAGMENTS_H
#define REPEATED_FRAGMENTS_H

#include "../../decode/decoders.h"

// Sets FATE_REDUNDANT of decoded loads that another one stands for.
void repeated_fragments_find(const Decoder *decoder, const Blocks *blocks);

#endif
