// compare.c - predicates: the COMPARE (setp, set), TEST and LOGIC rows of alu/arithmetic.def.
//
// A comparison is a loop that packs 32 answers into bits. setp combines them with a predicate and writes p and q; set
// writes a number per lane. extra holds the combination's flag and, in its upper half, what set writes for true.
#include "../machine/code.h"
#include "lanes.h"

static uint32_t combine(const Warp *warp, const Instruction *instruction, uint32_t bits) {
    if (instruction->extra & FLAG(and)) return bits & operand_predicate(warp, instruction->c);
    if (instruction->extra & FLAG(or)) return bits | operand_predicate(warp, instruction->c);
    if (instruction->extra & FLAG(xor)) return bits ^ operand_predicate(warp, instruction->c);
    return bits;
}

static void set_predicates(Warp *warp, const Instruction *instruction, uint32_t p, uint32_t q) {
    const uint32_t first = combine(warp, instruction, p), second = combine(warp, instruction, q);
    predicate_write(warp, instruction->d, first);
    predicate_write(warp, instruction->pair, second);
}

static void set_lanes(Warp *warp, const Instruction *instruction, uint32_t low, uint32_t high) {
    const uint32_t yes = (uint32_t)(instruction->extra >> 32), low_yes = yes & 0xffff, high_yes = yes & 0xffff0000;
    const uint32_t lows = combine(warp, instruction, low), highs = combine(warp, instruction, high);
    LANE_LOOP(u32, (lows >> l & 1 ? low_yes : 0) | (highs >> l & 1 ? high_yes : 0))
}

#define PACK_BITS(condition)                                                                                           \
    uint32_t bits = 0;                                                                                                 \
    for (unsigned l = 0; l < WARP_LANES; l++) bits |= (condition) ? 1u << l : 0;

#define DEFINE_SETTERS(type, name, low, high, q)                                                                       \
    void alu_setp_##name##_##type(Warp *warp, const Instruction *instruction) {                                        \
        const uint32_t bits = low, other = q;                                                                          \
        set_predicates(warp, instruction, bits, other);                                                                \
    }                                                                                                                  \
    void alu_set_##name##_##type(Warp *warp, const Instruction *instruction) {                                         \
        const uint32_t bits = low;                                                                                     \
        set_lanes(warp, instruction, bits, high);                                                                      \
    }

#define DEFINE_COMPARISON(type, name, expression)                                                                      \
    INLINED bool compare_lane_##name##_##type(value_##type a, value_##type b) { return expression; }                   \
    static uint32_t compare_##name##_##type(const Warp *warp, const Instruction *instruction) {                        \
        SOURCE_##type(a) SOURCE_##type(b)                                                                              \
            PACK_BITS(compare_lane_##name##_##type(READ_##type(a), READ_##type(b))) return bits;                       \
    }

// One comparison a lane: q is its opposite.
#define DEFINE_COMPARE_SINGLE(type, name, expression)                                                                  \
    DEFINE_COMPARISON(type, name, expression)                                                                          \
    DEFINE_SETTERS(type, name, compare_##name##_##type(warp, instruction), bits, ~bits)
// A pair: p is the lower half's, q the upper half's. The comparisons of halves are defined with f16 and bf16.
#define DEFINE_COMPARE_PAIR(type, name, low)                                                                           \
    DEFINE_SETTERS(type, name, compare_##name##_##low(warp, instruction),                                              \
                   compare_##name##_##low##_high(warp, instruction), compare_##name##_##low##_high(warp, instruction))
#define DEFINE_COMPARE_HALF(type, name, expression)                                                                    \
    DEFINE_COMPARE_SINGLE(type, name, expression)                                                                      \
    DEFINE_COMPARISON(type##_high, name, expression)

#define DEFINE_COMPARE_u16 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_s16 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_u32 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_s32 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_u64 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_s64 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_f32 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_f32_ftz DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_f64 DEFINE_COMPARE_SINGLE
#define DEFINE_COMPARE_f16 DEFINE_COMPARE_HALF
#define DEFINE_COMPARE_bf16 DEFINE_COMPARE_HALF
#define DEFINE_COMPARE_f16x2(type, name, expression) DEFINE_COMPARE_PAIR(type, name, f16)
#define DEFINE_COMPARE_bf16x2(type, name, expression) DEFINE_COMPARE_PAIR(type, name, bf16)
#define DEFINE_COMPARE(type, modifiers, words, name, expression) DEFINE_COMPARE_##type(type, name, expression)
#define COMPARE(name, words, types, expression) types(DEFINE_COMPARE, name, expression)

#define DEFINE_TEST(type, modifiers, words, name, expression)                                                          \
    INLINED bool test_lane_##name##_##type(value_##type a) { return expression; }                                      \
    void alu_test_##name##_##type(Warp *warp, const Instruction *instruction) {                                        \
        SOURCE_##type(a) PACK_BITS(test_lane_##name##_##type(READ_##type(a)))                                          \
            predicate_write(warp, instruction->d, bits);                                                               \
    }
#define TEST(name, words, types, expression) types(DEFINE_TEST, name, expression)

#define LOGIC_SOURCES_1 const uint32_t a = operand_predicate(warp, instruction->a);
#define LOGIC_SOURCES_2 LOGIC_SOURCES_1 const uint32_t b = operand_predicate(warp, instruction->b);
#define LOGIC(name, words, sources, expression)                                                                        \
    void alu_##name(Warp *warp, const Instruction *instruction) {                                                      \
        LOGIC_SOURCES_##sources predicate_write(warp, instruction->d, expression);                                     \
    }
#include "arithmetic.def"
