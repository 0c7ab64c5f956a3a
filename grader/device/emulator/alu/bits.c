// bits.c - moves, logic, shifts, bit fields and permutations: the BITS_ROW rows of alu/arithmetic.def, and lop3.
#include "lanes.h"

#include <stdio.h>

INLINED uint64_t pair_of_words(uint32_t low, uint32_t high) { return (uint64_t)high << 32 | low; }

INLINED uint32_t population(uint64_t bits) { return (uint32_t)__builtin_popcountll(bits); }

// Position of the highest bit set, from 1; 0 if there is none.
INLINED uint32_t bit_length(uint64_t bits) { return bits == 0 ? 0 : 64 - (uint32_t)__builtin_clzll(bits); }

// How far a value can be shifted left before its highest bit is the top one; all ones if no bit is set.
INLINED uint32_t shift_amount(uint64_t bits, unsigned width) {
    return bits == 0 ? UINT32_MAX : width - bit_length(bits);
}

INLINED uint64_t reverse(uint64_t bits) {
    bits = (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(bits);
}

// Positions and lengths of fields: 32-bit instructions take the low byte, 64-bit ones the whole word.
#define SMALL(x) (BITS == 32 ? (x)&255 : (x))

INLINED uint64_t low_bits(uint32_t length) { return length < 64 ? ((uint64_t)1 << (length & 63)) - 1 : ~0ull; }

INLINED uint64_t field_unsigned(uint64_t bits, uint32_t position, uint32_t length) {
    return position < 64 ? bits >> (position & 63) & low_bits(length) : 0;
}

// A field that reaches past the top is filled with the sign.
INLINED int64_t field_signed(int64_t bits, uint32_t position, uint32_t length, uint32_t width) {
    position = position < width ? position : width - 1;
    uint32_t room = width - position, kept = length < room ? length : room, drop = 64 - (kept ? kept : 1);
    int64_t field = (int64_t)((uint64_t)(bits >> position) << drop) >> drop;
    return length ? field : 0;
}

INLINED uint64_t field_insert(uint64_t field, uint64_t into, uint32_t position, uint32_t length) {
    uint64_t mask = position < 64 ? low_bits(length) << (position & 63) : 0;
    return (into & ~mask) | (field << (position & 63) & mask);
}

// The position of the set bit `offset` steps from base: positive upwards, negative downwards, 0: base itself.
INLINED uint32_t nth_set(uint32_t bits, uint32_t base, int32_t offset) {
    if (offset == 0) return base < 32 && bits >> base & 1 ? base : UINT32_MAX;
    if (offset == INT32_MIN) return 0; // a count that the machine code takes for negative, and never misses
    int step = offset > 0 ? 1 : -1;
    int64_t left = offset > 0 ? offset : -(int64_t)offset;
    for (int64_t position = base; position >= 0 && position < 32; position += step)
        if (bits >> position & 1 && --left == 0) return (uint32_t)position;
    return UINT32_MAX;
}

// Four bytes of the eight of a and b, chosen by the selector's nibbles; a nibble's top bit asks for the byte's sign.
INLINED uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t bytes = pair_of_words(a, b);
    uint32_t result = 0;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t nibble = selector >> 4 * n;
        uint32_t byte = bytes >> 8 * (nibble & 7) & 0xff;
        result |= (nibble & 8 ? (byte & 0x80 ? 0xffu : 0) : byte) << 8 * n;
    }
    return result;
}
// Selectors of prmt's edge clamping modes.
INLINED uint32_t edge_left(uint32_t edge) {
    return edge == 0 ? 0x3210 : edge == 1 ? 0x3211 : edge == 2 ? 0x3222 : 0x3333;
}
INLINED uint32_t edge_right(uint32_t edge) {
    return edge == 0 ? 0x0000 : edge == 1 ? 0x1110 : edge == 2 ? 0x2210 : 0x3210;
}

#define BITS_ROW(name, words, shape, types, expression) types(DEFINE_ROW, name, shape, expression)
#include "arithmetic.def"

// ---- lop3 -----------------------------------------------------------------------------------------------------------

// Bit 4a + 2b + c of the table is the result: a tree of selections, first by c, then b, then a.
typedef struct {
    uint32_t base[4], flip[4];
} LogicTable;

static LogicTable logic_table(uint32_t table) {
    LogicTable result;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t without = 0u - (table >> 2 * n & 1), with = 0u - (table >> (2 * n + 1) & 1);
        result.base[n] = without;
        result.flip[n] = without ^ with;
    }
    return result;
}
INLINED uint32_t select_bits(uint32_t by, uint32_t with, uint32_t without) { return without ^ ((without ^ with) & by); }
INLINED uint32_t logic(const LogicTable *t, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t none = t->base[0] ^ (t->flip[0] & c), only_b = t->base[1] ^ (t->flip[1] & c);
    uint32_t only_a = t->base[2] ^ (t->flip[2] & c), both = t->base[3] ^ (t->flip[3] & c);
    return select_bits(a, select_bits(b, both, only_a), select_bits(b, only_b, none));
}

#define LOGIC_TABLE_SHIFT 32 // of the table in extra, above the flags

static void lop3(Warp *warp, const Instruction *instruction) {
    const LogicTable table = logic_table((uint32_t)(instruction->extra >> LOGIC_TABLE_SHIFT));
    SOURCE_u32(a) SOURCE_u32(b) SOURCE_u32(c) LANE_LOOP(u32, logic(&table, a_lanes[l], b_lanes[l], c_lanes[l]))
}

// lop3.or.b32 d|p, a, b, c, table, q: p is whether d is not zero, combined with q.
static void lop3_predicate(Warp *warp, const Instruction *instruction) {
    const LogicTable table = logic_table((uint32_t)(instruction->extra >> LOGIC_TABLE_SHIFT));
    SOURCE_u32(a) SOURCE_u32(b) SOURCE_u32(c) const uint32_t other = operand_predicate(warp, instruction->e);
    uint32_t bits = 0;
    for (unsigned l = 0; l < WARP_LANES; l++)
        bits |= (uint32_t)(logic(&table, a_lanes[l], b_lanes[l], c_lanes[l]) != 0) << l;
    lop3(warp, instruction);
    bits = instruction->extra & FLAG(or) ? bits | other : instruction->extra & FLAG(and) ? bits & other : bits ^ other;
    predicate_write(warp, instruction->pair, bits);
}

bool lop3_find(const PtxInstruction *instruction, Operation *operation, char reason[160]) {
    bool combined = instruction->modifier_count == 2;
    const char *combine = combined ? instruction->modifiers[0] : "";
    bool is_and = !strcmp(combine, "and"), is_or = !strcmp(combine, "or"), is_xor = !strcmp(combine, "xor");
    if (instruction->modifier_count < 1 || instruction->modifier_count > 2 || !ptx_has(instruction, "b32") ||
        (combined && !is_and && !is_or && !is_xor)) {
        snprintf(reason, 160, "lop3: only .b32, .and.b32, .or.b32 and .xor.b32 are supported");
        return false;
    }
    if (instruction->operand_count != 5u + combined || instruction->operands[4].kind != OPERAND_IMMEDIATE) {
        snprintf(reason, 160, "lop3: the table must be a number, and the operands as many as the form takes");
        return false;
    }
    uint64_t flags = is_and ? FLAG(and) : is_or ? FLAG(or) : is_xor ? FLAG(xor) : 0;
    *operation = (Operation){.run = combined ? lop3_predicate : lop3,
                             .has_destination = true,
                             .type = {TYPE_B32, TYPE_B32, TYPE_B32, TYPE_B32, TYPE_NONE, TYPE_PRED},
                             .extra = flags | (instruction->operands[4].bits & 0xff) << LOGIC_TABLE_SHIFT};
    return true;
}
