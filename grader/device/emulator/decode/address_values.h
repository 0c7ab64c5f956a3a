// address_values.h - what is known of a register's value before a launch runs: its bounds, and how it follows from the
// thread's place in the grid.
//
// A value is an integer that is congruent to the register's bits modulo 2^width. Sums, differences and products need no
// care for overflow that way. Only where an instruction widens a value, or divides it, must the integer be the number
// itself (value_read_as).
#ifndef ADDRESS_VALUES_H
#define ADDRESS_VALUES_H

#include "../machine/warp.h"
#include "../ptx/ptx.h"

// tid.x, .y, .z, ctaid.x, .y, .z: a digit each, which counts from 0.
enum { DIGITS = 6 };

typedef struct {
    int64_t low, high; // bounds; nothing is known if one of them is the least or the largest number
    bool linear;       // constant + the sum of factor[n] * digit n + a multiple of modulus (0: nothing is added)
    int64_t constant, modulus;
    int64_t factor[DIGITS]; // of digits that count beyond 0
} Value;

Value value_anything(void);
bool value_is_anything(const Value *a);
Value value_exactly(int64_t value);
Value value_between(int64_t low, int64_t high);
Value value_digit(const Launch *launch, unsigned digit);
uint32_t value_digit_count(const Launch *launch, unsigned digit); // of its values

int64_t common_divisor(int64_t x, int64_t y); // 0 is a multiple of every number

// `launch` says how far digits count.
Value value_add(const Launch *launch, Value a, Value b);
Value value_multiply(const Launch *launch, Value a, Value b);
Value value_shift_left(const Launch *launch, Value a, Value count);
Value value_unite_bits(const Launch *launch, Value a, Value b); // or; for `exclusive` or, too
Value value_shift_right(Value a, Value count);
Value value_mask(Value a, Value b);
Value value_divide(Value a, Value b);
Value value_remainder(Value a, Value b);
Value value_smaller(Value a, Value b);
Value value_larger(Value a, Value b);
Value value_either(Value a, Value b);
Value value_limited(Value a, int64_t low, int64_t high); // it is known to lie between these, too

bool value_type_is_signed(PtxType type);
Value value_read_as(Value a, PtxType type); // the number that an instruction of this type sees
Value value_reduced(Value a, PtxType type); // a result of the type: bounds beyond its range say nothing

#endif
