// value_numbers.h - which registers have the same value, found by a walk over a function's blocks in the order of its
// flow.
#ifndef VALUE_NUMBERS_H
#define VALUE_NUMBERS_H

#include "../decode/operands.h"

typedef struct {
    uint32_t base; // names what is not known: two equal ones are the same number
    int64_t offset;
} Value;

typedef struct Values Values;

enum { VALUES_DEEPEST = 64 }; // nested loops; of a function that has more values_begin() is NULL

Values *values_begin(const Decoder *decoder, const Blocks *blocks);

// Blocks are entered in the order of blocks->flow, and their instructions follow one by one.
void values_enter(Values *values, uint32_t block);
void values_follow(Values *values, const PtxInstruction *in);
// The instruction was followed, and its one result is this.
void values_learn(Values *values, const PtxInstruction *in, uint32_t base);

Value values_of(const Values *values, const PtxOperand *operand);
// A value like no other. What it depends on is as new as `newest`; 0: it is new itself.
uint32_t values_new(Values *values, uint32_t newest);
// Grows as the walk goes on: what depends on something that changed after a moment is newer than values_now() was then.
uint32_t values_newest(const Values *values, Value value);
uint32_t values_now(const Values *values);

#endif
