// integers.c - integer arithmetic, logic, comparisons and predicates of machine code.
#include "execute.h"

#define RUN(name)                                                                                                      \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask);                                               \
    void sass_run_##name(SassWarp *warp, const Sass *in, uint32_t mask)

// bits: a mask of lanes; the value of lane l.
#define LANE(bits) ((bits) >> l & 1)

typedef enum { COMBINE_AND, COMBINE_OR, COMBINE_XOR } Combine;

static uint32_t combine(unsigned how, uint32_t lanes, uint32_t other) {
    return how == COMBINE_AND ? lanes & other : how == COMBINE_OR ? lanes | other : lanes ^ other;
}

// Both predicates of a comparison: the result and its opposite, each combined with a third one.
static void write_comparison(SassWarp *warp, const Sass *in, uint32_t lanes, uint32_t mask) {
    unsigned how = sass_bits(in, 74, 2);
    uint32_t other = predicate_read(warp, in, 87, 90);
    predicate_write(warp, in, 81, combine(how, lanes, other), mask);
    predicate_write(warp, in, 84, combine(how, ~lanes, other), mask);
}

// A term of a sum with carries: negation adds one, or is the complement where a carry comes in (.X).
static inline uint64_t term(uint32_t word, bool negated, bool extended) {
    return negated ? (uint64_t)(uint32_t)~word + !extended : word;
}

RUN(add) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    bool extended = sass_bit(in, 74);
    uint32_t first = extended ? predicate_read(warp, in, 87, 90) : 0;
    uint32_t second = extended ? predicate_read(warp, in, 77, 80) : 0;
    uint32_t out[SASS_LANES], carry = 0, again = 0;
    EACH_LANE {
        uint64_t sum = term(a[l], in->a.negated, extended) + term(b[l], in->b.negated && in->form != 4, extended) +
                       term(c[l], in->c.negated, extended) + LANE(first) + LANE(second);
        out[l] = (uint32_t)sum;
        carry |= (uint32_t)(sum >> 32 != 0) << l;
        again |= (uint32_t)(sum >> 33 != 0) << l;
    }
    row_write(warp, in->result, out, mask);
    predicate_write(warp, in, 81, carry, mask);
    predicate_write(warp, in, 84, again, mask);
}

static inline uint32_t signed_word(uint32_t word, bool negated) { return negated ? 0u - word : word; }

// An operand with its sign; an immediate has none.
static inline uint32_t term_b(const Sass *in, uint32_t word) {
    return signed_word(word, in->b.negated && in->form != 4);
}

// Of words, or of both halves of words.
static uint32_t sum_of(const Sass *in, uint32_t a, uint32_t b) {
    if (!sass_bit(in, 73)) return a + b;
    return ((a & 0xffff0000u) + (b & 0xffff0000u)) | ((a + b) & 0xffff);
}

RUN(add_two) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    bool minus = in->b.negated && in->form != 4, halves = sass_bit(in, 73);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t second = minus && halves ? sum_of(in, ~b[l], 0x10001) : term_b(in, b[l]);
        out[l] = sum_of(in, signed_word(a[l], in->a.negated), second);
    }
    row_write(warp, in->result, out, mask);
}

RUN(multiply) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    bool extended = sass_bit(in, 74), inverted = extended && sass_bit(in, 75);
    bool minus_a = in->a.negated, minus_c = !extended && in->c.negated && in->form != 2;
    uint32_t carry = extended ? predicate_read(warp, in, 87, 90) : 0, out[SASS_LANES];
    EACH_LANE {
        uint32_t addend = inverted ? ~c[l] : signed_word(c[l], minus_c);
        out[l] = signed_word(a[l], minus_a) * term_b(in, b[l]) + addend + LANE(carry);
    }
    row_write(warp, in->result, out, mask);
}

static inline uint64_t product(uint32_t a, uint32_t b, bool is_signed) {
    return is_signed ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
}

RUN(multiply_wide) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    bool is_signed = sass_bit(in, 73), extended = sass_bit(in, 74), minus = sass_bit(in, 75) && in->form == 1;
    uint32_t carry = extended ? predicate_read(warp, in, 87, 90) : 0, over = 0;
    uint64_t out[SASS_LANES];
    EACH_LANE {
        uint64_t addend = (uint64_t)c[SASS_LANES + l] << 32 | c[l], times = product(a[l], b[l], is_signed);
        out[l] = times + (minus ? -addend : addend) + LANE(carry);
        over |= (uint32_t)(out[l] < times) << l;
    }
    row_write_pair(warp, in->result, out, mask);
    predicate_write(warp, in, 81, over, mask);
}

RUN(multiply_high) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    bool is_signed = sass_bit(in, 73);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint64_t addend = (uint64_t)c[SASS_LANES + l] << 32 | c[l];
        out[l] = (uint32_t)((product(a[l], b[l], is_signed) + addend) >> 32);
    }
    row_write(warp, in->result, out, mask);
}

// (a << shift) + b, or the upper word of the pair c, a so shifted.
RUN(scale) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    unsigned shift = sass_bits(in, 75, 5);
    bool upper = sass_bit(in, 80), extended = sass_bit(in, 74), sign = sass_bit(in, 73), minus = in->a.negated;
    uint32_t carry_in = extended ? predicate_read(warp, in, 87, 90) : 0, carry = 0, out[SASS_LANES];
    EACH_LANE {
        uint32_t high = sign ? (uint32_t)((int32_t)a[l] >> 31) : c[l];
        uint64_t shifted = ((uint64_t)high << 32 | a[l]) << shift;
        uint32_t part = upper ? (uint32_t)(shifted >> 32) : (uint32_t)shifted;
        uint64_t sum =
            term(part, minus, extended) + term(b[l], in->b.negated && in->form != 4, extended) + LANE(carry_in);
        out[l] = (uint32_t)sum;
        carry |= (uint32_t)(sum >> 32 != 0) << l;
    }
    row_write(warp, in->result, out, mask);
    predicate_write(warp, in, 81, carry, mask);
}

static uint32_t table_of_three(unsigned table, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t out = 0;
    for (unsigned n = 0; n < 8; n++)
        if (table >> n & 1) out |= (n & 4 ? a : ~a) & (n & 2 ? b : ~b) & (n & 1 ? c : ~c);
    return out;
}

static void logic_lanes(unsigned table, const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *out) {
    switch (table) { // the usual ones; the others take a product for each row of the table
    case 0xc0: EACH_LANE out[l] = a[l] & b[l]; break;
    case 0xfc: EACH_LANE out[l] = a[l] | b[l]; break;
    case 0x3c: EACH_LANE out[l] = a[l] ^ b[l]; break;
    case 0x96: EACH_LANE out[l] = a[l] ^ b[l] ^ c[l]; break;
    case 0xf8: EACH_LANE out[l] = a[l] | (b[l] & c[l]); break;
    case 0xfe: EACH_LANE out[l] = a[l] | b[l] | c[l]; break;
    default: EACH_LANE out[l] = table_of_three(table, a[l], b[l], c[l]);
    }
}

RUN(logic) {
    uint32_t out[SASS_LANES], set = 0;
    logic_lanes(sass_bits(in, 72, 8), operand_words(warp, &in->a), operand_words(warp, &in->b),
                operand_words(warp, &in->c), out);
    row_write(warp, in->result, out, mask);
    if (sass_bits(in, 81, 3) == SASS_TRUE) return;
    EACH_LANE set |= (uint32_t)(out[l] != 0) << l;
    uint32_t other = predicate_read(warp, in, 87, 90);
    predicate_write(warp, in, 81, sass_bit(in, 80) ? set & other : set | other, mask);
}

// A funnel shift of the pair c, a; amounts beyond the width are the width, or wrap around (.W).
static uint32_t funnel(const Sass *in, uint32_t low, uint32_t amount, uint32_t high) {
    enum { S64, U64, S32, U32 } type = sass_bits(in, 73, 2);
    bool right = sass_bit(in, 76), upper = sass_bit(in, 80), is_signed = type == S64 || type == S32;
    unsigned width = type == S64 || type == U64 ? 64 : 32;
    unsigned by = sass_bit(in, 75) ? amount & (width - 1) : amount < width ? amount : width;
    if (!right) {
        uint64_t pair = (uint64_t)high << 32 | low, shifted = by < 64 ? pair << by : 0;
        return upper ? (uint32_t)(shifted >> 32) : (uint32_t)shifted;
    }
    uint64_t fill = is_signed && (int32_t)high < 0 ? ~0ull : 0;
    if (upper) {
        if (by >= 32) return (uint32_t)fill;
        return is_signed ? (uint32_t)((int32_t)high >> by) : high >> by;
    }
    uint64_t pair = (uint64_t)high << 32 | low;
    if (by >= 64) return (uint32_t)fill;
    return is_signed ? (uint32_t)((int64_t)pair >> by) : (uint32_t)(pair >> by);
}

RUN(shift) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    uint32_t out[SASS_LANES];
    EACH_LANE out[l] = funnel(in, a[l], b[l], c[l]);
    row_write(warp, in->result, out, mask);
}

RUN(move) { row_write(warp, in->result, operand_words(warp, &in->b), mask); }

RUN(choose) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    uint32_t first = predicate_read(warp, in, 87, 90), out[SASS_LANES];
    EACH_LANE out[l] = LANE(first) ? a[l] : b[l];
    row_write(warp, in->result, out, mask);
}

// The places of the four bytes that a mode takes from eight, by its selector: of a word that begins there, forwards or
// backwards, one byte, clamped from the left or the right, or one half.
static unsigned permuted_place(unsigned mode, unsigned selector, unsigned n) {
    enum { FORWARDS = 1, BACKWARDS, ONE, LEFT, RIGHT };
    switch (mode) {
    case FORWARDS: return selector + n;
    case BACKWARDS: return selector - n;
    case ONE: return selector;
    case LEFT: return n > selector ? n : selector;
    case RIGHT: return n < selector ? n : selector;
    default: return 2 * (selector & 1) + (n & 1);
    }
}

RUN(permute) {
    const uint32_t *a = operand_words(warp, &in->a), *s = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    unsigned mode = sass_bits(in, 72, 3);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint64_t pair = (uint64_t)c[l] << 32 | a[l];
        out[l] = 0;
        for (unsigned n = 0; n < 4; n++) {
            unsigned nibble = mode ? permuted_place(mode, s[l] & 3, n) & 7 : s[l] >> 4 * n & 15;
            uint32_t byte = (uint32_t)(pair >> 8 * (nibble & 7)) & 0xff;
            if (nibble & 8) byte = byte & 0x80 ? 0xff : 0;
            out[l] |= byte << 8 * n;
        }
    }
    row_write(warp, in->result, out, mask);
}

enum { BELOW = 1, EQUAL = 2, ABOVE = 4 }; // bits of a comparison's field

RUN(compare) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    unsigned which = sass_bits(in, 76, 3);
    uint32_t flip = sass_bit(in, 73) ? 0x80000000u : 0, below = 0, above = 0, equal;
    EACH_LANE {
        below |= (uint32_t)((a[l] ^ flip) < (b[l] ^ flip)) << l;
        above |= (uint32_t)((a[l] ^ flip) > (b[l] ^ flip)) << l;
    }
    equal = ~(below | above);
    uint32_t lanes = (which & BELOW ? below : 0) | (which & ABOVE ? above : 0);
    // The upper words of a pair: where they are equal, the lower ones decide.
    if (sass_bit(in, 72)) lanes |= equal & predicate_read(warp, in, 68, 71);
    else lanes |= which & EQUAL ? equal : 0;
    write_comparison(warp, in, lanes, mask);
}

RUN(absolute) {
    const uint32_t *b = operand_words(warp, &in->b);
    uint32_t out[SASS_LANES];
    EACH_LANE out[l] = (int32_t)b[l] < 0 ? 0u - b[l] : b[l];
    row_write(warp, in->result, out, mask);
}

static inline uint32_t extreme(uint32_t a, uint32_t b, uint32_t flip, bool least) {
    return ((a ^ flip) < (b ^ flip)) == least ? a : b;
}

// The same of words or of both halves of words, signed or not, and at least zero (.RELU): bits 72, 73, 76.
static uint32_t chosen(const Sass *in, uint32_t a, uint32_t b, bool least) {
    bool is_signed = sass_bit(in, 72), halves = sass_bit(in, 73), positive = sass_bit(in, 76);
    unsigned shift = halves ? 16 : 0;
    uint32_t flip = is_signed ? 0x80000000u : 0;
    uint32_t upper = extreme(a & ~0u << shift, b & ~0u << shift, flip, least);
    if (positive && (int32_t)upper < 0) upper = 0;
    if (!halves) return upper;
    uint32_t lower = extreme(a << 16, b << 16, flip, least);
    return upper | (positive && (int32_t)lower < 0 ? 0 : lower >> 16);
}

RUN(least_or_most) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    uint32_t least = predicate_read(warp, in, 87, 90), out[SASS_LANES];
    EACH_LANE out[l] = chosen(in, a[l], b[l], LANE(least));
    row_write(warp, in->result, out, mask);
}

// Of the architectures before sm_90.
RUN(least_or_most_of_words) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    uint32_t least = predicate_read(warp, in, 87, 90), flip = sass_bit(in, 73) ? 0x80000000u : 0, out[SASS_LANES];
    EACH_LANE out[l] = extreme(a[l], b[l], flip, LANE(least));
    row_write(warp, in->result, out, mask);
}

RUN(add_least_or_most) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    uint32_t least = predicate_read(warp, in, 87, 90), out[SASS_LANES];
    EACH_LANE out[l] = chosen(in, sum_of(in, a[l], term_b(in, b[l])), c[l], LANE(least));
    row_write(warp, in->result, out, mask);
}

RUN(least_or_most_of_three) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    uint32_t least = predicate_read(warp, in, 87, 90), out[SASS_LANES];
    EACH_LANE out[l] = chosen(in, chosen(in, a[l], b[l], LANE(least)), c[l], LANE(least));
    row_write(warp, in->result, out, mask);
}

RUN(extend_sign) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    bool is_signed = sass_bit(in, 73), wraps = sass_bit(in, 75);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t width = wraps ? b[l] & 31 : b[l];
        if (width == 0 || width >= 32) out[l] = width ? a[l] : 0;
        else if (is_signed) out[l] = (uint32_t)((int32_t)(a[l] << (32 - width)) >> (32 - width));
        else out[l] = a[l] & ((1u << width) - 1);
    }
    row_write(warp, in->result, out, mask);
}

RUN(make_mask) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    bool wraps = sass_bit(in, 75);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t from = wraps ? a[l] & 31 : a[l], width = wraps ? b[l] & 31 : b[l];
        uint64_t ones = width >= 32 ? 0xffffffffu : (1ull << width) - 1;
        out[l] = from < 32 ? (uint32_t)(ones << from) : 0;
    }
    row_write(warp, in->result, out, mask);
}

static int32_t byte_of(uint32_t word, unsigned n, bool is_signed) {
    uint32_t byte = word >> 8 * n & 0xff;
    return is_signed ? (int8_t)byte : (int32_t)byte;
}

static int32_t half_word_of(uint32_t word, unsigned n, bool is_signed) {
    uint32_t half = word >> 16 * n & 0xffff;
    return is_signed ? (int16_t)half : (int32_t)half;
}

// Four products of bytes, or two of the halves of a with the lower or upper bytes of b.
RUN(dot_product) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    bool two = sass_bit(in, 76), a_signed = sass_bit(in, 73), b_signed = sass_bit(in, 74);
    unsigned first = sass_bit(in, 77) ? 2 : 0;
    uint32_t out[SASS_LANES];
    EACH_LANE {
        out[l] = signed_word(c[l], in->c.negated && in->form == 1);
        for (unsigned n = 0; n < (two ? 2 : 4); n++) {
            int32_t left = two ? half_word_of(a[l], n, a_signed) : byte_of(a[l], n, a_signed);
            out[l] += (uint32_t)left * (uint32_t)byte_of(b[l], two ? first + n : n, b_signed);
        }
    }
    row_write(warp, in->result, out, mask);
}

// Differences of four bytes without their signs: in the bytes of a word, or summed (.ACC).
RUN(byte_differences) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    bool is_signed = sass_bit(in, 73), sums = sass_bit(in, 75);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        out[l] = c[l];
        for (unsigned n = 0; n < 4; n++) {
            int32_t apart = byte_of(a[l], n, is_signed) - byte_of(b[l], n, is_signed);
            uint32_t size = (uint32_t)(apart < 0 ? -apart : apart);
            out[l] += sums ? size : size << 8 * n;
        }
    }
    row_write(warp, in->result, out, mask);
}

RUN(difference) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b), *c = operand_words(warp, &in->c);
    uint32_t flip = sass_bit(in, 73) ? 0x80000000u : 0, out[SASS_LANES];
    EACH_LANE out[l] = ((a[l] ^ flip) > (b[l] ^ flip) ? a[l] - b[l] : b[l] - a[l]) + c[l];
    row_write(warp, in->result, out, mask);
}

RUN(find_leading) {
    const uint32_t *b = operand_words(warp, &in->b);
    bool from_above = sass_bit(in, 74), is_signed = sass_bit(in, 73), inverted = in->b.negated;
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t word = inverted ? ~b[l] : b[l];
        if (is_signed && (int32_t)word < 0) word = ~word;
        uint32_t place = word ? 31u - (uint32_t)__builtin_clz(word) : UINT32_MAX;
        out[l] = from_above && word ? 31 - place : place;
    }
    row_write(warp, in->result, out, mask);
}

RUN(reverse) {
    const uint32_t *b = operand_words(warp, &in->b);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t w = __builtin_bswap32(b[l]);
        w = (w & 0x0f0f0f0f) << 4 | (w & 0xf0f0f0f0) >> 4;
        w = (w & 0x33333333) << 2 | (w & 0xcccccccc) >> 2;
        out[l] = (w & 0x55555555) << 1 | (w & 0xaaaaaaaa) >> 1;
    }
    row_write(warp, in->result, out, mask);
}

RUN(population) {
    const uint32_t *b = operand_words(warp, &in->b);
    uint32_t out[SASS_LANES];
    EACH_LANE out[l] = (uint32_t)__builtin_popcount(in->b.negated ? ~b[l] : b[l]);
    row_write(warp, in->result, out, mask);
}

RUN(predicate_logic) {
    uint32_t a = predicate_read(warp, in, 87, 90), b = predicate_read(warp, in, 77, 80),
             c = predicate_read(warp, in, 68, 71);
    if (sass_bit(in, 67)) { // of the uniform datapath
        c = warp->predicates[SASS_UNIFORM + sass_bits(in, 68, 3)];
        if (sass_bit(in, 71)) c = ~c;
    }
    unsigned first = sass_bits(in, 72, 5) << 3 | sass_bits(in, 64, 3), second = sass_bits(in, 16, 8);
    predicate_write(warp, in, 81, table_of_three(first, a, b, c), mask);
    predicate_write(warp, in, 84, table_of_three(second, a, b, c), mask);
}

RUN(predicates_to_register) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    uint32_t out[SASS_LANES];
    EACH_LANE {
        uint32_t bits = 0;
        for (unsigned n = 0; n < SASS_TRUE; n++) bits |= LANE(warp->predicates[n]) << n;
        out[l] = (a[l] & ~b[l]) | (bits & b[l]);
    }
    row_write(warp, in->result, out, mask);
}

RUN(register_to_predicates) {
    const uint32_t *a = operand_words(warp, &in->a), *b = operand_words(warp, &in->b);
    for (unsigned n = 0; n < SASS_TRUE; n++) {
        uint32_t chosen = 0, bits = 0;
        EACH_LANE chosen |= (b[l] >> n & 1) << l, bits |= (a[l] >> n & 1) << l;
        chosen &= mask;
        warp->predicates[n] = (warp->predicates[n] & ~chosen) | (bits & chosen);
    }
}
