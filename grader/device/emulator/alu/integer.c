// integer.c - integer arithmetic: the INTEGER and CARRY rows of alu/arithmetic.def.
//
// Signed overflow wraps as on hardware, and nothing traps: a division by zero gives what the GPU's division
// routine leaves, and lanes outside the mask may hold any values.
#include "lanes.h"

INLINED int32_t saturate_s32(int64_t value) {
    return (int32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}
INLINED int minimum(int a, int b) { return a < b ? a : b; }
INLINED int maximum(int a, int b) { return a > b ? a : b; }
INLINED int relu(int a) { return a < 0 ? 0 : a; }
// Two 16-bit results in one lane.
INLINED uint32_t pair_join(uint32_t low, uint32_t high) { return (low & 0xffff) | high << 16; }

// The low 24 bits of a lane as a T, in a W.
#define low_24(x) ((W)((T)((uint32_t)(x) << 8) >> 8))

// 32-bit quotients in double are exact (53 bits keep a quotient below the integer that it is below), and vectorise.
// Quotients beyond int32_t are converted 2^32 lower, which is the same word.
INLINED int32_t divide_narrow(double a, double b) {
    double quotient = a / (b == 0 ? 1 : b);
    return (int32_t)(quotient >= 0x1p31 ? quotient - 0x1p32 : quotient);
}
INLINED uint64_t divide_unsigned(uint64_t a, uint64_t b, int bits) {
    if (bits <= 32) return b == 0 ? ~0ull : (uint32_t)divide_narrow((double)(int64_t)a, (double)(int64_t)b);
    return b == 0 ? ~0ull : a / b;
}
INLINED uint64_t magnitude(int64_t a) { return a < 0 ? 0 - (uint64_t)a : (uint64_t)a; }
INLINED int64_t divide_signed(int64_t a, int64_t b, int bits) {
    if (bits <= 32) return b == 0 ? -1 : divide_narrow((double)a, (double)b);
    if (b == 0) return -1;
    uint64_t quotient = magnitude(a) / magnitude(b);
    return (int64_t)((a < 0) != (b < 0) ? 0 - quotient : quotient);
}

// Dot products of a's parts with b's bytes.
INLINED int unsigned_byte(uint32_t word, int n) { return (uint8_t)(word >> 8 * n); }
INLINED int signed_byte(uint32_t word, int n) { return (int8_t)(word >> 8 * n); }
INLINED int unsigned_word(uint32_t word, int n) { return (uint16_t)(word >> 16 * n); }
INLINED int signed_word(uint32_t word, int n) { return (int16_t)(word >> 16 * n); }
#define dot_bytes(of_a, of_b, a, b)                                                                                    \
    (uint32_t)(of_a(a, 0) * of_b(b, 0) + of_a(a, 1) * of_b(b, 1) + of_a(a, 2) * of_b(b, 2) + of_a(a, 3) * of_b(b, 3))
#define dot_words(of_a, of_b, a, b, first) (uint32_t)(of_a(a, 0) * of_b(b, first) + of_a(a, 1) * of_b(b, first + 1))

#define INTEGER(name, words, shape, types, expression) types(DEFINE_ROW, name, shape, expression)
#include "arithmetic.def"

// ---- carries --------------------------------------------------------------------------------------------------------
#define UNSIGNED_u32 u32
#define UNSIGNED_s32 u32
#define UNSIGNED_u64 u64
#define UNSIGNED_s64 u64

// A handler over one lane function: *out is the carry, in the carry that came in. Scalar: multi-word arithmetic is
// rare, and its cost is in the multiplications.
#define CARRY_HANDLER(name, t, expression, parameters, sources, arguments)                                             \
    INLINED value_##t lane_##name(parameters, uint32_t in, uint32_t *out) {                                            \
        LANE_TYPES(t)                                                                                                  \
        typedef PASTE(value_, UNSIGNED_##t) UT __attribute__((unused));                                                \
        typedef PASTE(value_, PASTE(WIDE_, UNSIGNED_##t)) UW;                                                          \
        const UW wide = (UW)(expression);                                                                              \
        (void)in;                                                                                                      \
        *out = (uint32_t)(wide >> BITS) & 1;                                                                           \
        return (value_##t)wide;                                                                                        \
    }                                                                                                                  \
    void alu_##name(Warp *warp, const Instruction *instruction) {                                                      \
        sources LANE_##t *d_lanes = operand_lanes(warp, instruction->d);                                               \
        const uint32_t carries = warp->carry;                                                                          \
        uint32_t result = carries, out;                                                                                \
        for (unsigned l = 0; l < WARP_LANES; l++) {                                                                    \
            if (!(warp->mask >> l & 1)) continue;                                                                      \
            d_lanes[l] = WRITE_##t(lane_##name(arguments, carries >> l & 1, &out));                                    \
            result = (result & ~(1u << l)) | out << l;                                                                 \
        }                                                                                                              \
        if (instruction->extra & FLAG(cc)) warp->carry = result;                                                       \
    }
#define COMMA ,
#define CARRY_2(name, t, expression)                                                                                   \
    CARRY_HANDLER(name, t, expression, value_##t a COMMA value_##t b, SOURCE_##t(a) SOURCE_##t(b),                     \
                  READ_##t(a) COMMA READ_##t(b))
#define CARRY_3(name, t, expression)                                                                                   \
    CARRY_HANDLER(name, t, expression, value_##t a COMMA value_##t b COMMA value_##t c,                                \
                  SOURCE_##t(a) SOURCE_##t(b) SOURCE_##t(c), READ_##t(a) COMMA READ_##t(b) COMMA READ_##t(c))
#define CARRY_TTT CARRY_2
#define CARRY_TTTT CARRY_3
#define DEFINE_CARRY(t, modifiers, words, name, shape, expression) CARRY_##shape(name##_##t, t, expression)
#define CARRY(name, words, shape, types, expression) types(DEFINE_CARRY, name, shape, expression)
#include "arithmetic.def"
