// warp_intrinsics.h - what warp intrinsics share with those who follow their values.
#ifndef WARP_INTRINSICS_H
#define WARP_INTRINSICS_H

#include "../machine/instruction.h"

// The lane that `lane` reads in a shuffle with these flags (Instruction.extra) and operands; itself if the one meant is
// not *inside the segment.
unsigned shuffle_source(uint64_t flags, unsigned lane, uint32_t b, uint32_t c, bool *inside);

#endif
