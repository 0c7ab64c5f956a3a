// execute.h - what the functions that execute instructions share: operands, results, predicates.
#ifndef SASS_EXECUTE_H
#define SASS_EXECUTE_H

#include "../numbers/half.h"
#include "../numbers/rounded.h"
#include "sass.h"
#include <math.h>
#include <string.h>

#define EACH_LANE for (unsigned l = 0; l < SASS_LANES; l++)

// Bits of the 128 of an instruction; none lie on both sides of bit 64.
static inline uint32_t sass_bits(const Sass *in, unsigned first, unsigned count) {
    uint64_t word = first < 64 ? in->low >> first : in->high >> (first - 64);
    return (uint32_t)(word & ((1ull << count) - 1));
}

static inline bool sass_bit(const Sass *in, unsigned bit) { return sass_bits(in, bit, 1); }

// The words of an operand without its sign. Those of the upper half of a pair follow.
static inline const uint32_t *operand_words(const SassWarp *warp, const SassOperand *operand) {
    return operand->literal ? warp->launch->code->literals[operand->row] : warp->rows[operand->row];
}

// The operand as 32 floats, with its sign.
static inline void operand_floats(const SassWarp *warp, const SassOperand *operand, float out[SASS_LANES]) {
    const uint32_t *words = operand_words(warp, operand);
    uint32_t clear = operand->absolute ? 0x7fffffffu : 0xffffffffu, flip = operand->negated ? 0x80000000u : 0;
    EACH_LANE out[l] = float_of_bits((words[l] & clear) ^ flip);
}
static inline void operand_doubles(const SassWarp *warp, const SassOperand *operand, double out[SASS_LANES]) {
    const uint32_t *words = operand_words(warp, operand);
    uint32_t clear = operand->absolute ? 0x7fffffffu : 0xffffffffu, flip = operand->negated ? 0x80000000u : 0;
    EACH_LANE out[l] = double_of_bits((uint64_t)((words[SASS_LANES + l] & clear) ^ flip) << 32 | words[l]);
}

// The second operand of a sum is in the place of the third, if it is no register.
static inline const SassOperand *addend(const Sass *in) { return in->form == 1 ? &in->b : &in->c; }

// The operand in bits 32 to 63 as floats; an immediate has its sign in its bits.
static inline void wide_floats(const SassWarp *warp, const SassOperand *operand, bool immediate,
                               float out[SASS_LANES]) {
    SassOperand plain = *operand;
    if (immediate) plain.negated = plain.absolute = false;
    operand_floats(warp, &plain, out);
}

// Writes the lanes of mask into a row.
static inline void row_write(SassWarp *warp, unsigned row, const uint32_t words[SASS_LANES], uint32_t mask) {
    uint32_t *to = warp->rows[row];
    if (mask == SASS_ALL_LANES) memcpy(to, words, SASS_LANES * sizeof *to);
    else EACH_LANE to[l] = mask >> l & 1 ? words[l] : to[l];
}
static inline void row_write_floats(SassWarp *warp, unsigned row, const float values[SASS_LANES], uint32_t mask) {
    uint32_t words[SASS_LANES];
    memcpy(words, values, sizeof words);
    row_write(warp, row, words, mask);
}
static inline void row_write_pair(SassWarp *warp, unsigned row, const uint64_t values[SASS_LANES], uint32_t mask) {
    uint32_t low[SASS_LANES], high[SASS_LANES];
    EACH_LANE low[l] = (uint32_t)values[l], high[l] = (uint32_t)(values[l] >> 32);
    row_write(warp, row, low, mask);
    row_write(warp, row + 1, high, mask);
}

static inline void row_write_doubles(SassWarp *warp, unsigned row, const double values[SASS_LANES], uint32_t mask) {
    uint64_t bits[SASS_LANES];
    memcpy(bits, values, sizeof bits);
    row_write_pair(warp, row, bits, mask);
}

// The direction in which an instruction rounds.
static inline Rounding rounding_of(const Sass *in) {
    static const Rounding MODES[] = {ROUND_NEAREST, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO};
    return MODES[sass_bits(in, 78, 2)];
}

// The field of a comparison: bits for less, equal, greater and unordered; 7 is "both are numbers", 8 "one is none".
static inline bool float_holds(unsigned which, double a, double b) {
    return (which & 1 && a < b) || (which & 2 && a == b) || (which & 4 && a > b) || (which & 8 && !(a == a && b == b));
}

// A predicate by the number in an instruction's field.
static inline uint32_t predicate_read(const SassWarp *warp, const Sass *in, unsigned first, unsigned not_bit) {
    uint32_t lanes = warp->predicates[sass_bits(in, first, 3) + (in->uniform ? SASS_UNIFORM : 0)];
    return sass_bit(in, not_bit) ? ~lanes : lanes;
}
static inline void predicate_write(SassWarp *warp, const Sass *in, unsigned first, uint32_t lanes, uint32_t mask) {
    unsigned number = sass_bits(in, first, 3);
    if (number == SASS_TRUE) return;
    uint32_t *to = &warp->predicates[number + (in->uniform ? SASS_UNIFORM : 0)];
    *to = (*to & ~mask) | (lanes & mask);
}

// Bytes of shared memory; NULL: they are not all there.
uint8_t *sass_shared_at(const SassWarp *warp, uint64_t address, unsigned size);
// Leaves the addresses of an access to shared memory in the warp.
void sass_shared_addresses(SassWarp *warp, const Sass *in);

// The row of a register that an instruction names in a field.
static inline unsigned register_row(const SassCode *code, unsigned number) {
    return number < code->registers ? number : code->zero_row;
}
static inline unsigned uniform_register_row(const SassCode *code, unsigned number) {
    return number < SASS_UNIFORM_REGISTERS - 1 ? code->uniform_row + number : code->zero_row;
}

#endif
