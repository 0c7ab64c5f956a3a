// small_floats.c - cvt between pairs of 8-bit floats and wider ones, and cvt.pack.
//
// e5m2 is a half without its low byte. e4m3 has no infinities: all ones is its only NaN, and 448 its largest number.
// Conversions to them always saturate, and make 0x7f of NaN.
#include "small_floats.h"
#include "../numbers/formats.h"
#include "../numbers/half.h"

#include <math.h>
#include <stdlib.h>

#define BYTE_NAN 0x7fu

double e4m3_value(uint32_t bits) {
    uint32_t exponent = bits >> 3 & 15, fraction = bits & 7;
    double magnitude = exponent ? ldexp(8 + fraction, (int)exponent - 10) : ldexp(fraction, -9);
    if ((bits & 0x7f) == 0x7f) return __builtin_nan("");
    return bits & 0x80 ? -magnitude : magnitude;
}

double e5m2_value(uint32_t bits) { return f16_value((bits & 0xff) << 8); }

// The byte of a number that is rounded to the format.
static uint32_t byte_of(double value, PtxType format) {
    uint32_t sign = signbit(value) ? 0x80 : 0;
    if (format == TYPE_E5M2) return f16_bits(value) >> 8;
    double magnitude = fabs(value);
    if (magnitude < 0x1p-6) return sign | (uint32_t)(magnitude * 0x1p9);
    int exponent = ilogb(magnitude);
    return sign | (uint32_t)(exponent + 7) << 3 | ((uint32_t)ldexp(magnitude, 3 - exponent) & 7);
}

static uint32_t to_byte(double value, PtxType format, bool relu) {
    Format limits = format_of(format);
    if (isnan(value)) return BYTE_NAN;
    double rounded = round_to_format(value, limits, ROUND_NEAREST);
    if (fabs(rounded) > limits.largest) rounded = copysign(limits.largest, rounded);
    return byte_of(relu && rounded <= 0 ? 0 : rounded, format);
}

static uint32_t to_half(uint32_t byte, PtxType format, bool relu) {
    double value = format == TYPE_E4M3 ? e4m3_value(byte) : e5m2_value(byte);
    return f16_bits(relu && value <= 0 ? 0 : value);
}

typedef enum { FROM_SINGLES, FROM_HALVES, TO_HALVES } BytesKind;

// extra: the kind, the format of the bytes, and whether negative results become 0.
static uint64_t bytes_extra(BytesKind kind, PtxType format, bool relu) {
    return (uint64_t)kind | (uint64_t)format << 8 | (uint64_t)relu << 16;
}

static uint32_t convert_lane(BytesKind kind, PtxType format, bool relu, uint32_t a, uint32_t b) {
    switch (kind) {
    case FROM_SINGLES: return to_byte(float_of_bits(a), format, relu) << 8 | to_byte(float_of_bits(b), format, relu);
    case FROM_HALVES:
        return to_byte(f16_value(a >> 16), format, relu) << 8 | to_byte(f16_value(a & 0xffff), format, relu);
    default: return to_half(a >> 8, format, relu) << 16 | to_half(a, format, relu);
    }
}

static void convert_bytes(Warp *warp, const Instruction *instruction) {
    BytesKind kind = (BytesKind)(instruction->extra & 0xff);
    PtxType format = (PtxType)(instruction->extra >> 8 & 0xff);
    const uint32_t *a = operand_lanes(warp, instruction->a), *b = operand_lanes(warp, instruction->b);
    uint32_t *d = operand_lanes(warp, instruction->d);
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        d[lane] = convert_lane(kind, format, instruction->extra >> 16 & 1, a[lane], b[lane]);
    }
}

static PtxType bytes_format(const char *word) {
    return !strcmp(word, "e4m3x2") ? TYPE_E4M3 : !strcmp(word, "e5m2x2") ? TYPE_E5M2 : TYPE_NONE;
}

// cvt.rn.satfinite{.relu}.(e4m3x2|e5m2x2).(f32|f16x2), cvt.rn{.relu}.f16x2.(e4m3x2|e5m2x2)
bool cvt_bytes_find(const PtxInstruction *instruction, Operation *operation) {
    const char *const *words = instruction->modifiers;
    uint32_t count = instruction->modifier_count;
    if (count < 3 || strcmp(words[0], "rn")) return false;
    PtxType to = bytes_format(words[count - 2]), from = bytes_format(words[count - 1]);
    bool narrows = to != TYPE_NONE, relu = ptx_has(instruction, "relu"), singles = !strcmp(words[count - 1], "f32");
    if (narrows == (from != TYPE_NONE) || ptx_has(instruction, "satfinite") != narrows) return false;
    if (strcmp(words[narrows ? count - 1 : count - 2], "f16x2") && !(narrows && singles)) return false;
    if (count != 3u + narrows + relu || instruction->operand_count != 2u + (narrows && singles)) return false;
    BytesKind kind = !narrows ? TO_HALVES : singles ? FROM_SINGLES : FROM_HALVES;
    *operation = (Operation){.run = convert_bytes,
                             .has_destination = true,
                             .type = {narrows ? TYPE_B16 : TYPE_B32,
                                      !narrows  ? TYPE_B16
                                      : singles ? TYPE_F32
                                                : TYPE_B32,
                                      TYPE_F32},
                             .extra = bytes_extra(kind, narrows ? to : from, relu)};
    return true;
}

// ---- cvt.pack ----------------------------------------------------------------------------------------------------

// cvt.pack.sat.TO.s32 d, a, b: both clamped, a above b; with .b32 and c, both below c shifted up. extra: bits, signed
static void convert_pack(Warp *warp, const Instruction *instruction) {
    const unsigned bits = instruction->extra & 0xff, is_signed = instruction->extra >> 8 & 1;
    const int32_t most = (int32_t)((1u << (bits - is_signed)) - 1), least = is_signed ? -most - 1 : 0;
    const uint32_t low = (1u << bits) - 1;
    const int32_t *a = operand_lanes(warp, instruction->a), *b = operand_lanes(warp, instruction->b);
    const uint32_t *c = operand_lanes(warp, instruction->c);
    uint32_t *d = operand_lanes(warp, instruction->d);
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint32_t above = bits < 16 ? c[lane] << 2 * bits : 0;
        uint32_t high = (uint32_t)(a[lane] > most ? most : a[lane] < least ? least : a[lane]) & low;
        uint32_t below = (uint32_t)(b[lane] > most ? most : b[lane] < least ? least : b[lane]) & low;
        d[lane] = above | high << bits | below;
    }
}

bool cvt_pack_find(const PtxInstruction *instruction, Operation *operation) {
    const char *const *words = instruction->modifiers;
    uint32_t count = instruction->modifier_count;
    if (count < 4 || strcmp(words[0], "pack") || strcmp(words[1], "sat") || strcmp(words[3], "s32")) return false;
    unsigned bits = (unsigned)atoi(words[2] + 1);
    bool is_signed = words[2][0] == 's', third = bits < 16;
    if ((!is_signed && words[2][0] != 'u') || (bits != 2 && bits != 4 && bits != 8 && bits != 16)) return false;
    if (count != 4u + third || (third && strcmp(words[4], "b32")) || instruction->operand_count != 3u + third)
        return false;
    *operation = (Operation){.run = convert_pack,
                             .has_destination = true,
                             .type = {TYPE_B32, TYPE_S32, TYPE_S32, TYPE_B32},
                             .extra = bits | (uint64_t)is_signed << 8};
    return true;
}
