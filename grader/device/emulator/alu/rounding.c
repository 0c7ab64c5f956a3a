// rounding.c - single and double precision with .rz, .rm and .rp: the ROUNDED rows of alu/arithmetic.def.
//
// They are rare. Computed in integers (numbers/rounded.h) they need no rounding mode, of which compilers know nothing.
#define HANDLER_LINKAGE static
#include "../base/threads.h"
#include "../numbers/rounded.h"
#include "lanes.h"

// Of the instruction that runs, for expressions that are compiled into loops.
#define PRECISION_OF(a) _Generic((a), float : SINGLE_PRECISION, double : DOUBLE_PRECISION)
#define ROUNDED_AS(a, value) _Generic((a), float : (float)(value), double : (double)(value))
#undef FUSED
#define FUSED(a, b, c) ROUNDED_AS(a, rounded_fma(a, b, c, rounding, PRECISION_OF(a)))
#define ADD(a, b) ROUNDED_AS(a, rounded_add(a, b, rounding, PRECISION_OF(a)))
#define SUBTRACT(a, b) ROUNDED_AS(a, rounded_subtract(a, b, rounding, PRECISION_OF(a)))
#define MULTIPLY(a, b) ROUNDED_AS(a, rounded_multiply(a, b, rounding, PRECISION_OF(a)))
#define DIVIDE(a, b) ROUNDED_AS(a, rounded_divide(a, b, rounding, PRECISION_OF(a)))
#define SQUARE_ROOT(a) ROUNDED_AS(a, rounded_root(a, rounding, PRECISION_OF(a)))

static THREAD_LOCAL Rounding rounding;

#define DEFINE_ROUNDED(type, modifiers, words, name, shape, expression)                                                \
    DEFINE_HANDLER(rounded_loop_##name##_##type, type, expression, SHAPE_##shape(type))                                \
    void alu_rounded_##name##_##type(Warp *warp, const Instruction *instruction) {                                     \
        uint32_t modifier = instruction->extra;                                                                        \
        rounding = modifier & FLAG(rz) ? ROUND_TO_ZERO : modifier & FLAG(rm) ? ROUND_DOWN : ROUND_UP;                  \
        alu_rounded_loop_##name##_##type(warp, instruction);                                                           \
    }
#define ROUNDED(name, words, shape, types, expression) types(DEFINE_ROUNDED, name, shape, expression)
#include "arithmetic.def"
