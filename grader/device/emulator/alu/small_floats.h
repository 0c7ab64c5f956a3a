// small_floats.h - numbers of fewer than 16 bits: 8-bit floats, and integers that cvt.pack packs.
#ifndef SMALL_FLOATS_H
#define SMALL_FLOATS_H

#include "../decode/operation.h"

double e4m3_value(uint32_t bits); // of the low byte
double e5m2_value(uint32_t bits);

// false: no such conversion
bool cvt_pack_find(const PtxInstruction *instruction, Operation *operation);
bool cvt_bytes_find(const PtxInstruction *instruction, Operation *operation);

#endif
