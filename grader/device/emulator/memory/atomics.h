// atomics.h - what atomics of one number and of several share.
#ifndef ATOMICS_H
#define ATOMICS_H

#include "../decode/decoders.h"
#include "../machine/access.h"

// The value after an update of `old` with the sources b and c. Values are bits, whatever their type.
typedef uint64_t (*Combine)(uint64_t old, uint64_t b, uint64_t c);
Combine atomic_combine(const Instruction *i, PtxSpace space);
// Puts the operation that the modifiers name into out->flags and its width into out->bytes.
bool atomic_find(Decoder *decoder, const PtxInstruction *in, PtxType type, Instruction *out);
AccessOrder atomic_order(const Instruction *i);
AccessKind atomic_kind(const Instruction *i);
// Between these an instruction's updates are one step to all host threads.
void atomics_lock(void), atomics_unlock(void);
// A lane of an operand of `bytes` bytes; BANK_SINK reads as 0 and is not written.
uint64_t atomic_lane(const Warp *warp, Operand operand, unsigned lane, unsigned bytes);
void atomic_set_lane(const Warp *warp, Operand operand, unsigned lane, unsigned bytes, uint64_t value);

// atomics_wide.c: the operands of an update of a vector, or of 128 bits, and its handler. result: where the old value
// goes, NULL: nowhere; sources: one, or two of cas. The operation is in out->flags, an element's bytes in out->bytes.
bool atomic_is_wide(const PtxInstruction *in);
bool decode_wide_update(Decoder *decoder, const PtxInstruction *in, Instruction *out, const PtxOperand *result,
                        const PtxOperand *sources, uint32_t source_count);

#endif
