// half.c - f16 and bf16 and pairs of them: the HALF rows of alu/arithmetic.def.
//
// Sums, products and fused products of halves are computed in double precision, exactly or rounded where it cannot
// show (half.h), and rounded once. The modifiers .ftz, .sat and .relu are bounds that the loops always apply.
#include "../numbers/approximate.h"
#include "../numbers/extremes.h"
#include "lanes.h"

typedef struct {
    double limit;     // magnitudes below are flushed to zero
    double low, high; // results are clamped to these
    double nan;       // what becomes of NaN
} HalfModes;

static HalfModes half_modes(const Instruction *instruction, double least_normal) {
    bool saturate = instruction->extra & FLAG(sat), relu = instruction->extra & FLAG(relu);
    return (HalfModes){.limit = instruction->extra & FLAG(ftz) ? least_normal : 0,
                       .low = saturate || relu ? 0 : -INFINITE,
                       .high = saturate ? 1 : INFINITE,
                       .nan = saturate ? 0 : __builtin_nan("")};
}
INLINED double half_finish(double value, const HalfModes *modes) {
    double flushed = half_flush(value, modes->limit);
    double at_most = flushed < modes->high ? flushed : modes->high;
    double bounded = at_most > modes->low ? at_most : modes->low;
    return value == value ? bounded : modes->nan;
}

#define LEAST_f16 F16_NORMAL
#define LEAST_bf16 BF16_NORMAL
#define HALF_MODES(format) const HalfModes modes = half_modes(instruction, LEAST_##format);
#define HALF_READ(x, format, shift) half_flush(format##_value(x##_lanes[l] >> (shift)&0xffff), modes.limit)
#define HALF_WRITE(value, format) format##_bits(half_finish(format##_nearest(value), &modes))

#define HALF_READ_1(format, shift) HALF_READ(a, format, shift)
#define HALF_READ_2(format, shift) HALF_READ(a, format, shift), HALF_READ(b, format, shift)
#define HALF_READ_3(format, shift) HALF_READ_2(format, shift), HALF_READ(c, format, shift)
#define HALF_SOURCES_1 SOURCE_u32(a)
#define HALF_SOURCES_2 SOURCE_u32(a) SOURCE_u32(b)
#define HALF_SOURCES_3 SOURCE_u32(a) SOURCE_u32(b) SOURCE_u32(c)
typedef enum { FORMAT_f16, FORMAT_bf16 } HalfFormat;
#define HALF_FORMAT HalfFormat format __attribute__((unused))
#define HALF_PARAMETERS_1 HALF_FORMAT, double a
#define HALF_PARAMETERS_2 HALF_FORMAT, double a, double b
#define HALF_PARAMETERS_3 HALF_FORMAT, double a, double b, double c

// Approximations are those of single precision without the bits that the format does not have.
INLINED double cut_off(float value, HalfFormat format) {
    double size = __builtin_fabs((double)value), least = 0x1p-24; // the unit of subnormal halves
    if (format == FORMAT_f16 && size < F16_NORMAL)
        return __builtin_copysign(__builtin_trunc(size / least) * least, (double)value);
    uint32_t kept = value != value ? ~0u : format == FORMAT_f16 ? 0xffffe000 : 0xffff0000;
    return float_of_bits(float_bits(value) & kept);
}

#define HALF_HANDLERS(name, sources, format)                                                                           \
    void alu_##name##_##format(Warp *warp, const Instruction *instruction) {                                           \
        HALF_SOURCES_##sources HALF_MODES(format)                                                                      \
            LANE_LOOP(u32, HALF_WRITE(half_##name(FORMAT_##format, HALF_READ_##sources(format, 0)), format))           \
    }                                                                                                                  \
    void alu_##name##_##format##x2(Warp *warp, const Instruction *instruction) {                                       \
        HALF_SOURCES_##sources HALF_MODES(format) LANE_LOOP(                                                           \
            u32, HALF_WRITE(half_##name(FORMAT_##format, HALF_READ_##sources(format, 0)), format) |                    \
                     HALF_WRITE(half_##name(FORMAT_##format, HALF_READ_##sources(format, 16)), format) << 16)          \
    }
#define HALF(name, words, modes, sources, expression)                                                                  \
    INLINED double half_##name(HALF_PARAMETERS_##sources) { return expression; }                                       \
    HALF_HANDLERS(name, sources, f16)                                                                                  \
    HALF_HANDLERS(name, sources, bf16)
#include "arithmetic.def"

// ---- fma.oob ----------------------------------------------------------------------------------------------------

INLINED uint32_t bounds_mask(uint32_t a, uint32_t b) {
    const uint32_t low = 0x7fff, high = low << 16;
    bool out_low = (a & low) == OUT_OF_BOUNDS || (b & low) == OUT_OF_BOUNDS;
    bool out_high = (a & high) == OUT_OF_BOUNDS << 16 || (b & high) == OUT_OF_BOUNDS << 16;
    return (out_high ? 0 : 0xffff0000) | (out_low ? 0 : 0xffff);
}

#define BOUNDED(format)                                                                                                \
    void alu_fma_oob_##format(Warp *warp, const Instruction *instruction) {                                            \
        SOURCE_u32(a) SOURCE_u32(b) uint32_t kept[WARP_LANES];                                                         \
        EACH_LANE kept[l] = bounds_mask(a_lanes[l], b_lanes[l]);                                                       \
        alu_fma_##format(warp, instruction);                                                                           \
        const uint32_t *fused = operand_lanes(warp, instruction->d);                                                   \
        LANE_LOOP(u32, fused[l] & kept[l])                                                                             \
    }
BOUNDED(f16)
BOUNDED(f16x2)
BOUNDED(bf16)
BOUNDED(bf16x2)
