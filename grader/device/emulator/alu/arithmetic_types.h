// arithmetic_types.h - shapes and type lists of the rows in alu/arithmetic.def.
//
// A list calls X(type, modifiers, name) for each type: modifiers are the words that the type stands for, name is
// the pattern of the type's name in PTX (types that an instruction treats alike share one handler).
#ifndef ARITHMETIC_TYPES_H
#define ARITHMETIC_TYPES_H

// A shape is the number of sources, the destination's type and the sources' types.
#define SHAPE_TT(t) 1, t, t
#define SHAPE_TTT(t) 2, t, t, t
#define SHAPE_TTTT(t) 3, t, t, t, t
#define SHAPE_UT(t) 1, u32, t
#define SHAPE_TTU(t) 2, t, t, u32
#define SHAPE_TTUU(t) 3, t, t, u32, u32
#define SHAPE_TTTU(t) 3, t, t, t, u32
#define SHAPE_TTTUU(t) 4, t, t, t, u32, u32
#define SHAPE_TUUS(t) 3, t, u32, u32, s32
#define SHAPE_WTT(t) 2, WIDE_##t, t, t
#define SHAPE_WTTW(t) 3, WIDE_##t, t, t, WIDE_##t
#define SHAPE_TTTS(t) 3, t, t, t, s32
#define SHAPE_TTTF(t) 3, t, t, t, f32
#define SHAPE_TTTZ(t) 3, t, t, t, f32_ftz
#define SHAPE_UF(t) 1, u32, f32
#define SHAPE_HF(t) 1, u16, f32
#define SHAPE_UFF(t) 2, u32, f32, f32
#define SHAPE_TTTP(t) 3, t, t, t, pred

#define UNSIGNED(X, ...) X(u16, "", "u16", __VA_ARGS__) X(u32, "", "u32", __VA_ARGS__) X(u64, "", "u64", __VA_ARGS__)
#define SIGNED(X, ...) X(s16, "", "s16", __VA_ARGS__) X(s32, "", "s32", __VA_ARGS__) X(s64, "", "s64", __VA_ARGS__)
#define INTEGERS(X, ...) UNSIGNED(X, __VA_ARGS__) SIGNED(X, __VA_ARGS__)
#define SIGNLESS(X, ...)                                                                                               \
    X(u16, "", "(u16|s16)", __VA_ARGS__) X(u32, "", "(u32|s32)", __VA_ARGS__) X(u64, "", "(u64|s64)", __VA_ARGS__)
#define SIGNLESS_3264(X, ...) X(u32, "", "(u32|s32)", __VA_ARGS__) X(u64, "", "(u64|s64)", __VA_ARGS__)
#define INTEGERS_1632(X, ...) X(u16, "", "u16", __VA_ARGS__) X(s16, "", "s16", __VA_ARGS__) INTEGERS_32(X, __VA_ARGS__)
#define INTEGERS_32(X, ...) X(u32, "", "u32", __VA_ARGS__) X(s32, "", "s32", __VA_ARGS__)
#define INTEGERS_3264(X, ...) INTEGERS_32(X, __VA_ARGS__) X(u64, "", "u64", __VA_ARGS__) X(s64, "", "s64", __VA_ARGS__)
#define INTEGERS_16(X, ...) X(u16, "", "u16", __VA_ARGS__) X(s16, "", "s16", __VA_ARGS__)
#define UNSIGNED_3264(X, ...) X(u32, "", "u32", __VA_ARGS__) X(u64, "", "u64", __VA_ARGS__)
#define SIGNED_3264(X, ...) X(s32, "", "s32", __VA_ARGS__) X(s64, "", "s64", __VA_ARGS__)
#define UNSIGNED_OR_BITS(X, ...)                                                                                       \
    X(u16, "", "(u16|b16)", __VA_ARGS__) X(u32, "", "(u32|b32)", __VA_ARGS__) X(u64, "", "(u64|b64)", __VA_ARGS__)
// Sources of integer conversions.
#define INTEGER_SOURCES(X, ...) X(u8, "", "u8", __VA_ARGS__) X(s8, "", "s8", __VA_ARGS__) INTEGERS(X, __VA_ARGS__)
#define F16(X, ...) X(f16, "", "f16", __VA_ARGS__)
#define BF16(X, ...) X(bf16, "", "bf16", __VA_ARGS__)
// Floating point numbers as bits.
#define FLOAT_PATTERNS(X, ...) X(u32, "", "f32", __VA_ARGS__) X(u64, "", "f64", __VA_ARGS__)
// For rows that name their types themselves.
#define UNNAMED_32(X, ...) X(u32, "", "", __VA_ARGS__)
#define U64_UNNAMED(X, ...) X(u64, "", "", __VA_ARGS__)
#define UNNAMED_F32(X, ...) X(f32, "", "", __VA_ARGS__)
#define U32(X, ...) X(u32, "", "u32", __VA_ARGS__)
#define S32(X, ...) X(s32, "", "s32", __VA_ARGS__)
#define U64(X, ...) X(u64, "", "u64", __VA_ARGS__)
#define B32(X, ...) X(u32, "", "b32", __VA_ARGS__)
#define BITS_16(X, ...) X(u16, "", "b16", __VA_ARGS__) BITS_3264(X, __VA_ARGS__)
#define BITS_3264(X, ...) X(u32, "", "b32", __VA_ARGS__) X(u64, "", "b64", __VA_ARGS__)
#define PAIRS(X, ...) X(u16x2, "", "(u16x2|s16x2)", __VA_ARGS__)
#define PAIRS_UNSIGNED(X, ...) X(u16x2, "", "u16x2", __VA_ARGS__)
#define PAIRS_SIGNED(X, ...) X(s16x2, "", "s16x2", __VA_ARGS__)
// Everything that is only copied.
#define ANYTHING(X, ...)                                                                                               \
    X(u16, "", "(b16|u16|s16)", __VA_ARGS__)                                                                           \
    X(u32, "", "(b32|u32|s32|f32)", __VA_ARGS__) X(u64, "", "(b64|u64|s64|f64)", __VA_ARGS__)
#define EQUALITY(X, ...)                                                                                               \
    X(u16, "", "(b16|u16|s16)", __VA_ARGS__)                                                                           \
    X(u32, "", "(b32|u32|s32)", __VA_ARGS__) X(u64, "", "(b64|u64|s64)", __VA_ARGS__)

#define F32(X, ...) X(f32, "", "f32", __VA_ARGS__) X(f32_ftz, ".ftz", "f32", __VA_ARGS__)
#define F32_SAT(X, ...)                                                                                                \
    F32(X, __VA_ARGS__) X(f32_sat, ".sat", "f32", __VA_ARGS__) X(f32_ftz_sat, ".ftz.sat", "f32", __VA_ARGS__)
#define F32_MODIFIED(X, ...)                                                                                           \
    X(f32_ftz, ".ftz", "f32", __VA_ARGS__)                                                                             \
    X(f32_sat, ".sat", "f32", __VA_ARGS__) X(f32_ftz_sat, ".ftz.sat", "f32", __VA_ARGS__)
#define F64(X, ...) X(f64, "", "f64", __VA_ARGS__)
#define FLOATS(X, ...) F32(X, __VA_ARGS__) F64(X, __VA_ARGS__)
#define FLOATS_SAT(X, ...) F32_SAT(X, __VA_ARGS__) F64(X, __VA_ARGS__)
#define F32_EXACT(X, ...) X(f32, "", "f32", __VA_ARGS__)
#define FLOATS_EXACT(X, ...) F32_EXACT(X, __VA_ARGS__) F64(X, __VA_ARGS__)
#define FLOATS_COMPARED(X, ...)                                                                                        \
    FLOATS(X, __VA_ARGS__)                                                                                             \
    X(f16, "(.ftz|)", "f16", __VA_ARGS__)                                                                              \
    X(bf16, "", "bf16", __VA_ARGS__) X(f16x2, "(.ftz|)", "f16x2", __VA_ARGS__) X(bf16x2, "", "bf16x2", __VA_ARGS__)

#endif
