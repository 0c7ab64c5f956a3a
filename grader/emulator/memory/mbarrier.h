// mbarrier.h - barrier objects in shared memory, for the instructions that complete one.
#ifndef MBARRIER_H
#define MBARRIER_H

#include "load_store.h"

// Adds the lane's number in `bytes` to the transactions its barrier at i->a + i->extra has still to wait for; less than
// 0: they are done. For each lane of warp->mask.
void mbarrier_expect(Warp *warp, const Instruction *i, const int64_t bytes[WARP_LANES]);

// [address] of an mbarrier operand, to out->a, extra and space; the barrier may be another block's of the cluster.
bool mbarrier_address(Decoder *decoder, const PtxInstruction *in, uint32_t operand, Instruction *out);

// An address among several, as two places of a list: its base, and its offset as a literal. (async_store.c)
bool decode_address_pair(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Operand pair[2]);
// The instruction with that address instead of its own, in that space.
Instruction with_address_pair(const Warp *warp, const Instruction *i, const Operand pair[2], PtxSpace space);

// The address that the lane has in a + extra.
uint64_t lane_address(const Warp *warp, const Instruction *i, unsigned lane);

// tensor_copy.c: cp.async.bulk.tensor
bool decode_tensor_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out);

// async_store.c: st.async and red.async
bool decode_async_store(Decoder *decoder, const PtxInstruction *in, Instruction *out);
bool decode_async_reduction(Decoder *decoder, const PtxInstruction *in, Instruction *out);

// bulk_copy.c: cp.async.bulk and cp.reduce.async.bulk
bool decode_bulk_copy(Decoder *decoder, const PtxInstruction *in, Instruction *out);

#endif
