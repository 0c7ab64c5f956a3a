// lanes.h - handlers made from expressions: how a lane of each type is read and written, and the loops.
//
// A row of arithmetic.def names a shape, a list of types and an expression over a, b, c, e. DEFINE_HANDLER turns one
// such row and type into a lane function and a handler with two loops over 32 lanes that the compiler vectorises:
// one without conditions for a full mask, one that keeps the old value of lanes outside the mask.
//
// A shape has a letter per operand, the destination first: T the row's type, W twice as wide, U u32, S s32,
// F f32, P predicate. In expressions T and W are C types, BITS is the width of T. Narrow integers are computed in
// 32 bits and truncated when written; a lane's upper bits are never trusted when read.
//
// Modifiers that only change how values are read and written are types of their own: f32_ftz_sat reads and writes
// subnormals as zero and clamps results to [0, 1]. Single precision NaN results are the hardware's 0x7fffffff.
//
// A destination may be one of the sources, lane for lane, and never overlaps otherwise: hence ivdep.
#ifndef LANES_H
#define LANES_H

#include "../decode/operation.h"
#include "../numbers/extremes.h"

typedef float LaneFloat __attribute__((may_alias));
typedef double LaneDouble __attribute__((may_alias));

typedef uint32_t value_u8, value_u16, value_u32, value_u16x2, value_pred;
typedef int32_t value_s8, value_s16, value_s32, value_s16x2, value_s8_extended, value_s16_extended;
typedef uint64_t value_u64;
typedef int64_t value_s64;
__extension__ typedef unsigned __int128 value_u128;
__extension__ typedef __int128 value_s128;
typedef float value_f32, value_f32_kept, value_f32_ftz, value_f32_sat, value_f32_ftz_sat;
typedef double value_f64, value_f16, value_bf16, value_f16_high, value_bf16_high;

#define WIDE_u8 u16
#define WIDE_s8 s16
#define WIDE_u16 u32
#define WIDE_s16 s32
#define WIDE_u32 u64
#define WIDE_s32 s64
#define WIDE_u64 u128
#define WIDE_s64 s128
#define WIDE_u16x2 u64
#define WIDE_s16x2 s64
#define WIDE_f32 f64
#define WIDE_f32_ftz f64
#define WIDE_f32_sat f64
#define WIDE_f32_ftz_sat f64
#define WIDE_f64 f64
#define WIDE_f16 f64
#define WIDE_bf16 f64

#define BITS_u8 8
#define BITS_s8 8
#define BITS_u16 16
#define BITS_s16 16
#define BITS_u32 32
#define BITS_s32 32
#define BITS_u64 64
#define BITS_s64 64
#define BITS_u16x2 32
#define BITS_s16x2 32
#define BITS_f32 32
#define BITS_f32_ftz 32
#define BITS_f32_sat 32
#define BITS_f32_ftz_sat 32
#define BITS_f64 64
#define BITS_f16 16
#define BITS_bf16 16

// ---- reading: SOURCE opens operand x of the instruction, READ is its value in lane l ------------------------------
#define SOURCE_WORDS(x) const uint32_t *x##_lanes = operand_lanes(warp, instruction->x);
#define SOURCE_u8 SOURCE_WORDS
#define SOURCE_s8 SOURCE_WORDS
#define SOURCE_u16 SOURCE_WORDS
#define SOURCE_s16 SOURCE_WORDS
#define SOURCE_u32 SOURCE_WORDS
#define SOURCE_s32 SOURCE_WORDS
#define SOURCE_u16x2 SOURCE_WORDS
#define SOURCE_s16x2 SOURCE_WORDS
#define SOURCE_u64(x) const uint64_t *x##_lanes = operand_lanes(warp, instruction->x);
#define SOURCE_s64 SOURCE_u64
#define SOURCE_f32(x) const LaneFloat *x##_lanes = operand_lanes(warp, instruction->x);
#define SOURCE_f32_ftz SOURCE_f32
#define SOURCE_f32_sat SOURCE_f32
#define SOURCE_f32_ftz_sat SOURCE_f32
#define SOURCE_f64(x) const LaneDouble *x##_lanes = operand_lanes(warp, instruction->x);
#define SOURCE_pred(x) const uint32_t x##_bits = operand_predicate(warp, instruction->x);
#define SOURCE_f16(x)                                                                                                  \
    SOURCE_WORDS(x)                                                                                                    \
    const double x##_limit = instruction->extra & FLAG(ftz) ? F16_NORMAL : 0;
#define SOURCE_f16_high SOURCE_f16
#define SOURCE_bf16(x) SOURCE_WORDS(x)
#define SOURCE_bf16_high SOURCE_WORDS

#define READ_u8(x) ((uint8_t)x##_lanes[l])
#define READ_s8(x) ((int8_t)x##_lanes[l])
#define READ_u16(x) ((uint16_t)x##_lanes[l])
#define READ_s16(x) ((int16_t)x##_lanes[l])
#define READ_u32(x) (x##_lanes[l])
#define READ_s32(x) ((int32_t)x##_lanes[l])
#define READ_u16x2 READ_u32
#define READ_s16x2 READ_s32
#define READ_u64(x) (x##_lanes[l])
#define READ_s64(x) ((int64_t)x##_lanes[l])
#define READ_f32(x) (x##_lanes[l])
#define READ_f32_sat READ_f32
#define READ_f32_ftz(x) f32_flush(x##_lanes[l])
#define READ_f32_ftz_sat READ_f32_ftz
#define READ_f64(x) (x##_lanes[l])
#define READ_pred(x) (x##_bits >> l & 1)
#define READ_f16(x) half_flush(f16_value((uint16_t)x##_lanes[l]), x##_limit)
#define READ_f16_high(x) half_flush(f16_value(x##_lanes[l] >> 16), x##_limit)
#define READ_bf16(x) bf16_value((uint16_t)x##_lanes[l])
#define READ_bf16_high(x) bf16_value(x##_lanes[l] >> 16)

// ---- writing: LANE is the type stored, WRITE the stored form of a value ---------------------------------------------
#define LANE_u8 uint32_t
#define LANE_s8 uint32_t
#define LANE_u16 uint32_t
#define LANE_s16 uint32_t
#define LANE_u32 uint32_t
#define LANE_s32 uint32_t
#define LANE_u16x2 uint32_t
#define LANE_s16x2 uint32_t
#define LANE_u64 uint64_t
#define LANE_s64 uint64_t
#define LANE_f32 LaneFloat
#define LANE_f32_kept LaneFloat
#define LANE_f32_ftz LaneFloat
#define LANE_f32_sat LaneFloat
#define LANE_f32_ftz_sat LaneFloat
#define LANE_f64 LaneDouble
#define LANE_f16 uint32_t
#define LANE_bf16 uint32_t
#define LANE_s8_extended uint32_t
#define LANE_s16_extended uint32_t

#define WRITE_u8(r) ((uint8_t)(r))
#define WRITE_s8(r) ((uint8_t)(r))
#define WRITE_u16(r) ((uint16_t)(r))
#define WRITE_s16(r) ((uint16_t)(r))
#define WRITE_u32(r) ((uint32_t)(r))
#define WRITE_s32(r) ((uint32_t)(r))
#define WRITE_u16x2(r) ((uint32_t)(r))
#define WRITE_s16x2(r) ((uint32_t)(r))
#define WRITE_u64(r) ((uint64_t)(r))
#define WRITE_s64(r) ((uint64_t)(r))
#define WRITE_f32(r) f32_canonical(r)
#define WRITE_f32_kept(r) (r) // a NaN keeps its payload
#define WRITE_f32_ftz(r) f32_canonical(f32_flush(r))
#define WRITE_f32_sat(r) f32_saturate(r)
#define WRITE_f32_ftz_sat(r) f32_saturate(f32_flush(r))
#define WRITE_f64(r) (r)
// In registers wider than the type, cvt extends the sign.
#define WRITE_s8_extended(r) ((uint32_t)(int8_t)(r))
#define WRITE_s16_extended(r) ((uint32_t)(int16_t)(r))

INLINED float f32_canonical(float value) { return value == value ? value : __builtin_nanf("0x3fffff"); }
INLINED float f32_flush(float value) {
    return __builtin_fabsf(value) < 0x1p-126f ? __builtin_copysignf(0.0f, value) : value;
}
// NaN and -0 become +0.
INLINED float f32_saturate(float value) { return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f; }

// ---- loops ----------------------------------------------------------------------------------------------------------
#define PASTE_(x, y) x##y
#define PASTE(x, y) PASTE_(x, y)

#ifdef __clang__
#define NO_OVERLAP _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_OVERLAP _Pragma("GCC ivdep")
#endif
#define EACH_LANE NO_OVERLAP for (unsigned l = 0; l < WARP_LANES; l++)

#define LANE_LOOP(D, value)                                                                                            \
    LANE_##D *d_lanes = operand_lanes(warp, instruction->d);                                                           \
    const uint32_t mask = warp->mask;                                                                                  \
    if (mask == FULL_MASK) {                                                                                           \
        EACH_LANE d_lanes[l] = WRITE_##D(value);                                                                       \
    } else {                                                                                                           \
        EACH_LANE {                                                                                                    \
            const LANE_##D result = WRITE_##D(value);                                                                  \
            d_lanes[l] = mask >> l & 1 ? result : d_lanes[l];                                                          \
        }                                                                                                              \
    }

// Handlers are public unless the including file makes them parts of its own.
#ifndef HANDLER_LINKAGE
#define HANDLER_LINKAGE
#endif

#define LANE_TYPES(type)                                                                                               \
    typedef PASTE(value_, type) T __attribute__((unused));                                                             \
    typedef PASTE(value_, WIDE_##type) W __attribute__((unused));                                                      \
    enum { BITS = BITS_##type };

#define HANDLER_1(name, type, expression, D, A)                                                                        \
    INLINED value_##D lane_##name(value_##A a) {                                                                       \
        LANE_TYPES(type)                                                                                               \
        return (value_##D)(expression);                                                                                \
    }                                                                                                                  \
    HANDLER_LINKAGE void alu_##name(Warp *warp, const Instruction *instruction) {                                      \
        SOURCE_##A(a) LANE_LOOP(D, lane_##name(READ_##A(a)))                                                           \
    }
#define HANDLER_2(name, type, expression, D, A, B)                                                                     \
    INLINED value_##D lane_##name(value_##A a, value_##B b) {                                                          \
        LANE_TYPES(type)                                                                                               \
        return (value_##D)(expression);                                                                                \
    }                                                                                                                  \
    HANDLER_LINKAGE void alu_##name(Warp *warp, const Instruction *instruction) {                                      \
        SOURCE_##A(a) SOURCE_##B(b) LANE_LOOP(D, lane_##name(READ_##A(a), READ_##B(b)))                                \
    }
#define HANDLER_3(name, type, expression, D, A, B, C)                                                                  \
    INLINED value_##D lane_##name(value_##A a, value_##B b, value_##C c) {                                             \
        LANE_TYPES(type)                                                                                               \
        return (value_##D)(expression);                                                                                \
    }                                                                                                                  \
    HANDLER_LINKAGE void alu_##name(Warp *warp, const Instruction *instruction) {                                      \
        SOURCE_##A(a) SOURCE_##B(b) SOURCE_##C(c) LANE_LOOP(D, lane_##name(READ_##A(a), READ_##B(b), READ_##C(c)))     \
    }
#define HANDLER_4(name, type, expression, D, A, B, C, E)                                                               \
    INLINED value_##D lane_##name(value_##A a, value_##B b, value_##C c, value_##E e) {                                \
        LANE_TYPES(type)                                                                                               \
        return (value_##D)(expression);                                                                                \
    }                                                                                                                  \
    HANDLER_LINKAGE void alu_##name(Warp *warp, const Instruction *instruction) {                                      \
        SOURCE_##A(a) SOURCE_##B(b) SOURCE_##C(c) SOURCE_##E(e)                                                        \
            LANE_LOOP(D, lane_##name(READ_##A(a), READ_##B(b), READ_##C(c), READ_##E(e)))                              \
    }

// DEFINE_HANDLER(name, type, expression, SHAPE_...(type)): a shape expands to the number of sources, the type of the
// destination, and the type of each source.
// The second macro is needed because the shape must be expanded before its first item is pasted to HANDLER_.
#define DEFINE_HANDLER_(name, type, expression, sources, ...) HANDLER_##sources(name, type, expression, __VA_ARGS__)
#define DEFINE_HANDLER(name, type, expression, ...) DEFINE_HANDLER_(name, type, expression, __VA_ARGS__)
// The macro that a row of the table hands to its list of types, which applies it to every type in the list.
#define DEFINE_ROW(type, modifiers, words, name, shape, expression)                                                    \
    DEFINE_HANDLER(name##_##type, type, expression, SHAPE_##shape(type))

// ---- predicates -----------------------------------------------------------------------------------------------------
static inline void predicate_write(const Warp *warp, Operand operand, uint32_t bits) {
    uint32_t *predicate = operand_lanes(warp, operand);
    *predicate = (*predicate & ~warp->mask) | (bits & warp->mask);
}

#endif
