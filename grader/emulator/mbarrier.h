// mbarrier.h - barrier objects in shared memory, for the instructions that complete one.
#ifndef MBARRIER_H
#define MBARRIER_H

#include "load_store.h"

// Adds the lane's number in `bytes` to the transactions its barrier at i->a + i->extra has still to wait for; less than
// 0: they are done. For each lane of warp->mask.
void mbarrier_expect(Warp *warp, const Instruction *i, const int64_t bytes[WARP_LANES]);

// [address] of an mbarrier operand, to out->a, extra and space; a barrier of the block's own shared memory.
bool mbarrier_address(Decoder *decoder, const PtxInstruction *in, uint32_t operand, Instruction *out);

// bulk_copy.c: cp.async.bulk
bool decode_bulk_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out);

#endif
