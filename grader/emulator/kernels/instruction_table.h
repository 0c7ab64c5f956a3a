// instruction_table.h - from an instruction's words to the function that executes it.
//
// opcodes.def has a row per instruction family. operation_find() reads mnemonic and modifiers and says which
// handler runs, of what types the operands are (so that literals get the right bits) and what the counters make
// of it. The decoder then binds the operands: the first written operand to d if the operation has a
// destination (an `a|b` pair to d and pair), the following ones in order to a, b, c, e; a vector operand's
// elements go to list, in order. An operand of TYPE_NONE is not bound: operation_find() has put what it says
// into extra. Operands an instruction leaves out stay in BANK_SINK, whose lanes may be written and mean nothing.
#ifndef OPERATION_H
#define OPERATION_H

#include "../machine/warp.h"

#define OPERATION_OPERANDS 6

typedef struct {
    Handler run;
    PtxType type[OPERATION_OPERANDS]; // of each operand as written; for a vector: of its elements
    bool has_destination;
    bool wide_sources; // cvt: source registers may be 64 bits wide whatever their type
    uint8_t class;     // InstructionClass
    uint64_t extra;    // copied to Instruction.extra
} Operation;

// Modifiers that steer a handler at run time. A row's handler finds a bit of Instruction.extra set for each of
// these that its instruction was written with.
// clang-format off
#define OPERATION_FLAGS(X)                                                                   \
    X(ftz) X(sat) X(relu) X(rz) X(rm) X(rp) X(cc) X(and) X(or) X(xor) X(up) X(down) X(bfly)  \
    X(idx) X(all) X(any) X(uni) X(ballot) X(add) X(min) X(max) X(NaN) X(abs) X(f32) X(f16x2) \
    X(bf16x2) X(s32)
// clang-format on
enum {
#define X(word) FLAG_BIT_##word,
    OPERATION_FLAGS(X)
#undef X
};
#define FLAG(word) (1u << FLAG_BIT_##word)

// false: no such instruction, or not with these modifiers; reason[160] then says which part is not supported.
bool operation_find(const PtxInstruction *instruction, Operation *operation, char reason[160]);

// The regular instructions, for tests and listings: the words ("add.rn.ftz.f32") of entry `index` and what it
// does; NULL past the last one. operand_count includes the destination.
const char *operation_entry(size_t index, Operation *operation, unsigned *operand_count);

// For intrinsics with a member mask (shfl, vote, match, redux, bar.warp.sync). True when every live lane of members is
// in warp->mask: go on. False: return at once without effect; the lanes wait here until the others arrive, and the
// instruction runs again. Lanes that can never arrive are reported as FAULT_MISSING_LANES and then true is
// returned: go on with those that are there. (path.c)
bool warp_converge(Warp *warp, const Instruction *instruction, uint32_t members);

// What %clock64 reads: deterministic, and larger at every later instruction of the warp. (execute.c)
uint64_t warp_clock(const Warp *warp);

#endif
