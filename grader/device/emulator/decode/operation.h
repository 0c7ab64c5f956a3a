// operation.h - what an arithmetic instruction does: its handler, and the types of its operands.
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

#endif
