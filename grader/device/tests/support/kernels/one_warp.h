// one_warp.h - single instructions on a warp made by hand: for tests of what each instruction computes.
//
// Operand n of an instruction (0: its destination) is register n of the bank that its type belongs to; the predicate
// of an `a|b` destination is predicate 7. All lanes are live; `mask` says which run.
#ifndef ONE_WARP_H
#define ONE_WARP_H

#include "emulator/kernels/instruction_table.h"

enum { ONE_WARP_REGISTERS = 7, ONE_WARP_PAIR = 7 };

typedef struct {
    Warp warp;
    uint32_t words[ONE_WARP_REGISTERS][WARP_LANES];
    uint64_t longs[ONE_WARP_REGISTERS][WARP_LANES];
    uint32_t predicates[8];
    uint64_t sink[WARP_LANES];
} OneWarp;

void one_warp_begin(OneWarp *one, uint32_t mask);
// Finds the instruction with those words ("add.rn.f32") and that many register operands.
bool one_warp_find(const char *words, unsigned operands, Operation *operation, char reason[160]);
// Runs it; the test fails if there is no such instruction.
void one_warp_run(OneWarp *one, const char *words, unsigned operands);
void one_warp_run_operation(OneWarp *one, const Operation *operation, unsigned operands);

typedef struct {
    uint64_t a, b, c, e;
} Sources;
// What lane 5 gets when every lane has these sources; operands are as many as there are, destination included.
uint64_t one_warp_value(const char *words, unsigned operands, Sources sources);

// A case of a table: what an instruction makes of its sources.
typedef struct {
    const char *words;
    unsigned operands;
    Sources sources;
    uint64_t result;
} ValueCase;
void one_warp_check(const ValueCase *value_case);

// Deterministic numbers: the same sequence after each seeding. random_bits favours values near the edges of types.
void random_seed(uint64_t seed);
uint64_t random_bits(void);

uint32_t bits_of_float(float value);
float float_from_bits(uint32_t bits);
uint64_t bits_of_double(double value);
double double_from_bits(uint64_t bits);

#endif
