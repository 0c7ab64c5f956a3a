// convert.c - cvt: the CONVERT rows of alu/arithmetic.def, vectorised, and every other combination lane by lane.
//
// A conversion is read, round, clamp, write. Conversions to a smaller floating format round once, from an exact
// double; 64-bit integers that a double cannot hold are first rounded to odd (half.h), which cannot show.
// Registers may be wider than the source type: then their low bits count.
#define HANDLER_LINKAGE static
#include "../base/invariant.h"
#include "../numbers/formats.h"
#include "lanes.h"
#include "small_floats.h"

#include <math.h>
#include <stdio.h>

// Clamped to the type's range. NaN becomes zero, except that conversions from f64 and to 64 bits make it the
// integer with only the top bit set, as was measured on an H200.
INLINED int32_t to_s32(double value, int32_t nan) {
    double bounded = value > -0x1p31 ? value < 0x1.fffffffcp30 ? value : 0x1.fffffffcp30 : -0x1p31;
    return value == value ? (int32_t)bounded : nan;
}
INLINED uint32_t to_u32(double value, uint32_t nan) {
    double bounded = value > 0 ? value < 0x1.fffffffep31 ? value : 0x1.fffffffep31 : 0;
    return value == value ? (uint32_t)bounded : nan;
}
INLINED int64_t to_s64(double value) {
    int64_t inside = (int64_t)(value >= -0x1p63 && value < 0x1p63 ? value : -0x1p63);
    return value >= 0x1p63 ? INT64_MAX : inside;
}
INLINED uint64_t to_u64(double value) {
    uint64_t inside = (uint64_t)(value > 0 && value < 0x1p64 ? value : 0);
    uint64_t positive = value >= 0x1p64 ? UINT64_MAX : inside;
    return value == value ? positive : 1ull << 63;
}
#define WIDE_NAN(a, top_bit) _Generic((a), float : 0, double : (top_bit))
#define TO_S32(a) to_s32(a, WIDE_NAN(a, INT32_MIN))
#define TO_U32(a) to_u32(a, WIDE_NAN(a, 1u << 31))
#define TO_S64(a) to_s64(a)
#define TO_U64(a) to_u64(a)
#define ROUND(function, a) _Generic((a), float : __builtin_##function##f, double : __builtin_##function)(a)

static bool is_long(Operand operand) { return operand.bank == BANK_LONG || operand.bank == BANK_LITERAL_LONG; }

// Runs a handler for a source of 32-bit lanes, though the register may be 64 bits wide.
static inline void run_on_words(Handler handler, Warp *warp, const Instruction *instruction) {
    if (!is_long(instruction->a)) {
        handler(warp, instruction);
        return;
    }
    const uint64_t *lanes = operand_lanes(warp, instruction->a);
    uint32_t *words = (uint32_t *)(void *)warp->bank[BANK_SINK];
    for (unsigned l = 0; l < WARP_LANES; l++) words[l] = (uint32_t)lanes[l];
    Instruction narrow = *instruction;
    narrow.a = (Operand){.bank = BANK_SINK};
    handler(warp, &narrow);
}

#define DEFINE_CONVERT(from, modifiers, words, name, to, expression)                                                   \
    DEFINE_HANDLER(convert_##name##_##from, from, expression, 1, to, from)                                             \
    void alu_cvt_##name##_##from(Warp *warp, const Instruction *instruction) {                                         \
        if (sizeof(LANE_##from) == 4) run_on_words(alu_convert_##name##_##from, warp, instruction);                    \
        else alu_convert_##name##_##from(warp, instruction);                                                           \
    }
#define CONVERT(name, words, to, types, expression) types(DEFINE_CONVERT, name, to, expression)
#include "arithmetic.def"

// ---- every other combination ----------------------------------------------------------------------------------------

// .sat: integers to the type's range, floats to [0, 1]; .satfinite: what is beyond the largest number becomes it.
enum { SATURATE_NONE, SATURATE, SATURATE_FINITE };

// What the modifiers say, as kept in Instruction.extra. integral: to an integer value (.rni and kin).
typedef struct {
    uint8_t to, from, rounding, saturation;
    bool integral, ftz, relu, pair;
} Conversion;
_Static_assert(sizeof(Conversion) == sizeof(uint64_t), "a Conversion is kept in extra");

static bool is_float(PtxType type) { return format_of(type).precision != 0; }
static bool is_signed(PtxType type) { return type >= TYPE_S8 && type <= TYPE_S64; }
static bool is_integer(PtxType type) { return type >= TYPE_U8 && type <= TYPE_S64; }

// An integer's magnitude and sign as a double, rounded where it has more than 53 bits.
static double integer_to_double(uint64_t magnitude, bool negative, Rounding rounding) {
    int shift = magnitude >> 53 ? 11 - __builtin_clzll(magnitude) : 0;
    uint64_t top = magnitude >> shift, rest = magnitude & ((1ull << shift) - 1), half = shift ? 1ull << (shift - 1) : 1;
    switch (rounding) {
    case ROUND_ODD: top |= rest != 0; break;
    case ROUND_UP: top += rest && !negative; break;
    case ROUND_DOWN: top += rest && negative; break;
    case ROUND_NEAREST: top += rest > half || (rest == half && top & 1); break;
    default: break;
    }
    double value = ldexp((double)top, shift);
    return negative ? -value : value;
}

static uint64_t integer_limit(PtxType type) { // the largest value
    invariant(is_integer(type));
    unsigned bits = 8 * ptx_type_bytes(type) - is_signed(type);
    return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
}

// An integer given as magnitude and sign, clamped to a type's range.
static uint64_t clamp_integer(uint64_t magnitude, bool negative, PtxType type) {
    uint64_t limit = integer_limit(type);
    if (!negative) return magnitude > limit ? limit : magnitude;
    if (!is_signed(type)) return 0;
    return 0 - (magnitude > limit + 1 ? limit + 1 : magnitude);
}

static uint64_t double_to_integer(double value, const Conversion *conversion) {
    bool wide = conversion->from == TYPE_F64 || ptx_type_bytes(conversion->to) == 8;
    if (isnan(value)) return wide ? 1ull << (8 * ptx_type_bytes(conversion->to) - 1) : 0;
    double rounded = round_to_integer(value, conversion->rounding), magnitude = fabs(rounded);
    return clamp_integer(magnitude >= 0x1p64 ? UINT64_MAX : (uint64_t)magnitude, rounded < 0, conversion->to);
}

static uint64_t encode(double value, PtxType type) {
    switch (type) {
    case TYPE_F16:
    case TYPE_F16X2: return f16_bits(value);
    case TYPE_BF16:
    case TYPE_BF16X2: return bf16_bits(value);
    case TYPE_F64: return double_bits(value);
    default: return float_bits(f32_canonical((float)value));
    }
}

static double decode(uint64_t bits, PtxType type) {
    switch (type) {
    case TYPE_F16: return f16_value(bits & 0xffff);
    case TYPE_BF16: return bf16_value(bits & 0xffff);
    case TYPE_F64: return double_of_bits(bits);
    default: return float_of_bits((uint32_t)bits);
    }
}

// The last steps towards a floating format; value is exact, or rounded to odd.
static uint64_t finish_float(double value, const Conversion *conversion) {
    // Flushed is what would be too small in a format of that precision without subnormals.
    static const Format UNBOUNDED = {24, -1022, 0x1.fffffep127};
    bool flush = conversion->ftz && conversion->to == TYPE_F32;
    if (flush && fabs(round_to_format(value, UNBOUNDED, conversion->rounding)) < 0x1p-126) value = copysign(0, value);
    double result = round_to_format(value, format_of(conversion->to), conversion->rounding);
    double largest = format_of(conversion->to).largest;
    if (conversion->saturation == SATURATE) result = result > 0 ? fmin(result, 1) : 0;
    if (conversion->saturation == SATURATE_FINITE) result = fmax(fmin(result, largest), -largest);
    if (conversion->relu && result <= 0) result = 0;
    return encode(result, conversion->to);
}

// What becomes of NaN, as measured on an H200: some conversions keep the payload's upper part, others do not.
static uint64_t convert_nan(uint64_t bits, double value, const Conversion *conversion) {
    PtxType to = conversion->to, from = conversion->from;
    if (conversion->saturation == SATURATE) return 0;
    if (to == TYPE_TF32 && conversion->rounding != ROUND_AWAY) return 0x7fffe000;
    // .satfinite turns infinity into the largest finite number by subtracting one from its last kept place (bit 13).
    // The hardware does so whenever the exponent is all ones, and therefore to a NaN, too.
    if (to == TYPE_TF32) return (bits & 0xffffe000) - (conversion->saturation == SATURATE_FINITE ? 0x2000 : 0);
    if (to == TYPE_F32 && from == TYPE_BF16) return conversion->ftz ? 0x7fffffff : bits << 16;
    if (to == TYPE_F32 && from == TYPE_F64) return float_bits((float)value);
    if (to == TYPE_F64 && conversion->ftz) return double_bits(f32_canonical((float)value));
    if (to == TYPE_BF16 && from == TYPE_F64) return float_bits((float)value) >> 16;
    if (to == TYPE_F16 && from == TYPE_F64) return (bits >> 48 & 0x8000) | 0x7e00 | (bits >> 42 & 0x3ff);
    return encode(value, to);
}

static uint64_t convert_float(uint64_t bits, const Conversion *conversion) {
    double value = decode(bits, conversion->from);
    bool flush = conversion->ftz && conversion->from == TYPE_F32 && conversion->to != TYPE_F16;
    if (flush) value = half_flush(value, 0x1p-126);
    if (is_integer(conversion->to)) return double_to_integer(value, conversion);
    if (isnan(value)) return convert_nan(bits, value, conversion);
    if (conversion->integral) value = round_to_integer(value, conversion->rounding);
    return finish_float(value, conversion);
}

static uint64_t convert_integer(uint64_t bits, const Conversion *conversion) {
    unsigned unused = 64 - 8 * ptx_type_bytes(conversion->from);
    bool negative = is_signed(conversion->from) && (int64_t)(bits << unused) < 0;
    invariant(unused < 64);
    uint64_t value = negative ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits << unused >> unused;
    uint64_t magnitude = negative ? 0 - value : value;
    if (is_integer(conversion->to))
        return conversion->saturation ? clamp_integer(magnitude, negative, conversion->to) : value;
    Rounding first = conversion->to == TYPE_F64 ? conversion->rounding : ROUND_ODD;
    return finish_float(integer_to_double(magnitude, negative, first), conversion);
}

// An integer result as it stands in a register, which may be wider: extended by the type's sign.
static uint64_t extend_result(uint64_t value, PtxType type) {
    unsigned unused = 64 - 8 * ptx_type_bytes(type);
    invariant(unused < 64);
    if (is_signed(type)) return (uint64_t)((int64_t)(value << unused) >> unused);
    return value << unused >> unused;
}

static uint64_t lane_read(const Warp *warp, Operand operand, unsigned lane) {
    const void *lanes = operand_lanes(warp, operand);
    return is_long(operand) ? ((const uint64_t *)lanes)[lane] : ((const uint32_t *)lanes)[lane];
}
static void lane_write(const Warp *warp, Operand operand, unsigned lane, uint64_t value) {
    void *lanes = operand_lanes(warp, operand);
    if (is_long(operand)) ((uint64_t *)lanes)[lane] = value;
    else ((uint32_t *)lanes)[lane] = (uint32_t)value;
}

static void convert(Warp *warp, const Instruction *instruction) {
    Conversion conversion;
    memcpy(&conversion, &instruction->extra, sizeof conversion);
    for (uint32_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctz(rest);
        uint64_t bits = lane_read(warp, instruction->a, lane), value;
        value = is_integer(conversion.from) ? convert_integer(bits, &conversion) : convert_float(bits, &conversion);
        if (is_integer(conversion.to)) value = extend_result(value, conversion.to);
        if (conversion.pair) value = value << 16 | convert_float(lane_read(warp, instruction->b, lane), &conversion);
        lane_write(warp, instruction->d, lane, value);
    }
}

// ---- reading the modifiers ------------------------------------------------------------------------------------------

static bool read_rounding(const char *word, Conversion *conversion) {
    static const struct {
        const char *word;
        uint8_t rounding;
        bool integral;
    } WORDS[] = {{"rn", ROUND_NEAREST, false}, {"rz", ROUND_ZERO, false},  {"rm", ROUND_DOWN, false},
                 {"rp", ROUND_UP, false},      {"rna", ROUND_AWAY, false}, {"rni", ROUND_NEAREST, true},
                 {"rzi", ROUND_ZERO, true},    {"rmi", ROUND_DOWN, true},  {"rpi", ROUND_UP, true}};
    for (size_t n = 0; n < sizeof WORDS / sizeof *WORDS; n++)
        if (!strcmp(word, WORDS[n].word)) {
            conversion->rounding = WORDS[n].rounding;
            conversion->integral = WORDS[n].integral;
            return true;
        }
    return false;
}

// Whether the rounding is one that the pair of types takes (PTX ISA, cvt).
static bool rounding_fits(const Conversion *c) {
    bool to_integer = is_integer(c->to), from_integer = is_integer(c->from);
    int to = format_of(c->to).precision, from = format_of(c->from).precision;
    if (to_integer && from_integer) return c->rounding == ROUND_NONE;
    if (to_integer) return c->integral;
    if (c->integral) return c->to == c->from;
    if (from == format_of(TYPE_F16).precision && to == format_of(TYPE_BF16).precision) return true;
    if (c->rounding == ROUND_AWAY) return c->to == TYPE_TF32 && c->from == TYPE_F32;
    if (c->to == TYPE_TF32) return c->from == TYPE_F32 && c->rounding != ROUND_NONE;
    if (from_integer || to < from) return c->rounding != ROUND_NONE;
    return c->rounding == ROUND_NONE || c->to != c->from;
}

// .satfinite goes with conversions from f32 to the formats whose numbers may be out of their range.
static bool finite_exists(const Conversion *c) {
    bool half = c->to == TYPE_F16 || c->to == TYPE_F16X2 || c->to == TYPE_BF16 || c->to == TYPE_BF16X2;
    return c->from == TYPE_F32 && !c->integral && (half || (c->to == TYPE_TF32 && c->rounding == ROUND_AWAY));
}

static bool read_conversion(const PtxInstruction *instruction, Conversion *conversion) {
    uint32_t count = instruction->modifier_count;
    if (count < 2) return false;
    conversion->to = ptx_type_named(instruction->modifiers[count - 2]);
    conversion->from = ptx_type_named(instruction->modifiers[count - 1]);
    conversion->pair = conversion->to == TYPE_F16X2 || conversion->to == TYPE_BF16X2;
    for (uint32_t n = 0; n + 2 < count; n++) {
        const char *word = instruction->modifiers[n];
        if (n == 0 && read_rounding(word, conversion)) continue;
        if (!strcmp(word, "ftz")) conversion->ftz = true;
        else if (!strcmp(word, "sat")) conversion->saturation = SATURATE;
        else if (!strcmp(word, "satfinite")) conversion->saturation = SATURATE_FINITE;
        else if (!strcmp(word, "relu")) conversion->relu = true;
        else return false;
    }
    bool types = (is_integer(conversion->to) || is_float(conversion->to)) &&
                 (is_integer(conversion->from) || (is_float(conversion->from) && conversion->from != TYPE_TF32));
    if (conversion->pair || conversion->relu) types = types && conversion->from == TYPE_F32;
    if (conversion->from == TYPE_F16X2 || conversion->from == TYPE_BF16X2) return false;
    if (conversion->saturation == SATURATE_FINITE) types = types && finite_exists(conversion);
    return types && rounding_fits(conversion);
}

bool cvt_find(const PtxInstruction *instruction, Operation *operation, char reason[160]) {
    Conversion conversion = {0};
    if (cvt_pack_find(instruction, operation) || cvt_bytes_find(instruction, operation)) return true;
    if (!read_conversion(instruction, &conversion) || instruction->operand_count != 2u + conversion.pair) {
        snprintf(reason, 160, "cvt: this combination of rounding and types is not supported");
        return false;
    }
    *operation = (Operation){.run = convert,
                             .has_destination = true,
                             .wide_sources = true,
                             .type = {conversion.to, conversion.from, conversion.from}};
    if (conversion.to == TYPE_TF32) operation->type[0] = TYPE_B32;
    memcpy(&operation->extra, &conversion, sizeof conversion);
    return true;
}
