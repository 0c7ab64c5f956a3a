// rounding.c - single and double precision with .rz, .rm and .rp: the ROUNDED rows of alu/arithmetic.def.
//
// The processor rounds: its mode is set around the loop. The compiler knows nothing of rounding modes, but the
// loops read and write lanes in memory, which it cannot move past the calls that set the mode; they are kept out
// of line and are not vectorised, since vector code for conversions may assume rounding to nearest.
#pragma GCC optimize("rounding-math", "no-tree-vectorize")

#define HANDLER_LINKAGE static
#include "lanes.h"

#include <fenv.h>

#define PRECISION(x, single, full) _Generic((x), float : single, double : full)
#define FUSED(a, b, c) PRECISION(a, __builtin_fmaf, __builtin_fma)(a, b, c)
#define SQUARE_ROOT(a) PRECISION(a, __builtin_sqrtf, __builtin_sqrt)(a)

__attribute__((noinline)) static void run_rounded(Handler handler, Warp *warp, const Instruction *instruction) {
    int mode = instruction->extra & FLAG(rz) ? FE_TOWARDZERO : instruction->extra & FLAG(rm) ? FE_DOWNWARD : FE_UPWARD;
    fesetround(mode);
    handler(warp, instruction);
    fesetround(FE_TONEAREST);
}

#define DEFINE_ROUNDED(type, modifiers, words, name, shape, expression)                                                \
    DEFINE_HANDLER(rounded_loop_##name##_##type, type, expression, SHAPE_##shape(type))                                \
    void alu_rounded_##name##_##type(Warp *warp, const Instruction *instruction) {                                     \
        run_rounded(alu_rounded_loop_##name##_##type, warp, instruction);                                              \
    }
#define ROUNDED(name, words, shape, types, expression) types(DEFINE_ROUNDED, name, shape, expression)
#include "arithmetic.def"
