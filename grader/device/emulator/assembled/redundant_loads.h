// redundant_loads.h - loads that the assembler eliminates: a register has their value already.
#ifndef REDUNDANT_LOADS_H
#define REDUNDANT_LOADS_H

#include "../decode/operands.h"

// Sets FATE_REDUNDANT of the function's decoded loads.
void redundant_loads_find(const Decoder *decoder, const Blocks *blocks);

#endif
