// mbarrier.h - barrier objects in shared memory, for the instructions that complete one.
#ifndef MBARRIER_H
#define MBARRIER_H

#include "load_store.h"

// Adds the lane's number in `bytes` to the transactions its barrier at i->a + i->extra has still to wait for; less than
// 0: they are done. For each lane of warp->mask.
void mbarrier_expect(Warp *warp, const Instruction *i, const int64_t bytes[WARP_LANES]);

// [address] of an mbarrier operand, to out->a, extra and space; the barrier may be another block's of the cluster.
bool mbarrier_address(Decoder *decoder, const PtxInstruction *in, uint32_t operand, Instruction *out);

#endif
