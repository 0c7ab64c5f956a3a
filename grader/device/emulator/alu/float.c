// float.c - single and double precision rounded to nearest: the FLOAT rows of alu/arithmetic.def.
//
// Subnormals count unless .ftz is given. Single precision NaN results are canonical (lanes.h).
#include "../numbers/approximate.h"
#include "../numbers/extremes.h"
#include "../numbers/rounded.h"
#include "lanes.h"

// One function for both precisions.
#define PRECISION(x, single, full) _Generic((x), float : single, double : full)
#define SQUARE_ROOT(a) PRECISION(a, __builtin_sqrtf, __builtin_sqrt)(a)
#define ABSOLUTE(a) PRECISION(a, __builtin_fabsf, __builtin_fabs)(a)
#define LESSER(a, b) PRECISION(a, lesser_single, lesser)(a, b)
#define GREATER(a, b) PRECISION(a, greater_single, greater)(a, b)
#define SIGNED_LIKE(magnitude, a, b) (float)signed_like(magnitude, a, b)
#define ROUND(function, a) PRECISION(a, __builtin_##function##f, __builtin_##function)(a)

// The double precision approximations read and write only the upper word, and flush subnormals.
INLINED double upper_word(double value) {
    double upper = double_of_bits(double_bits(value) & 0xffffffff00000000);
    return __builtin_fabs(value) < 0x1p-1022 ? __builtin_copysign(0.0, value) : upper;
}
INLINED double upper_result(double value, uint64_t half) { // half: of the upper word's unit, to round by
    double rounded = upper_word(double_of_bits(double_bits(value) + half));
    return value == value ? rounded : double_of_bits(0x7fffffff00000000);
}

INLINED double at_least_zero(double value) { return value <= 0 ? 0 : value; }

#define FLOAT(name, words, shape, types, expression) types(DEFINE_ROW, name, shape, expression)
#include "arithmetic.def"
