// warp_intrinsics.h - what warp intrinsics share with those who follow their values.
#ifndef WARP_INTRINSICS_H
#define WARP_INTRINSICS_H

#include "../machine/instruction.h"

// Why a lane gets no value from another one in a shuffle.
typedef enum { LANE_TAKES_PART, LANE_NOT_NAMED, LANE_NOT_THERE, LANE_NO_THREAD } AbsentLane;

// The lane that `lane` reads in a shuffle with these flags (Instruction.extra) and operands; itself if the one meant is
// not *inside the segment.
unsigned shuffle_source(uint64_t flags, unsigned lane, uint32_t b, uint32_t c, bool *inside);
// Whether the source of `lane` in a shuffle takes part, once all lanes that can have arrived (shuffle_waits). Otherwise
// the value that the lane gets is undefined; here it is the source's if that is there, else its own.
AbsentLane shuffle_absent(const Warp *warp, const Instruction *instruction, unsigned lane, unsigned source);
// Whether all lanes of the warp execute it, with full masks, so that nobody's source is absent.
bool shuffle_is_full(const Warp *warp, const Instruction *instruction);
// Whether lanes that the masks name are still to come, so that the instruction will be run again.
bool shuffle_waits(const Warp *warp, const Instruction *instruction);

#endif
