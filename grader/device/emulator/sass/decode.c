// decode.c - the 128 bits of an instruction taken apart.
#include "decode.h"
#include "../../system/grow.h"
#include "execute.h"
#include <assert.h>
#include <stdlib.h>

typedef enum { PLAIN, UPLAIN, ALU, UALU, LOAD, STORE, REDUCE, ATOMIC, SWAP, COPY, OBJECT } Layout;

typedef struct {
    uint16_t opcode;
    const char *name;
    uint8_t unit, layout;
    SassRun run;
} Row;

#define sass_run_NULL sass_run_nothing
#define SASS(opcode, name, unit, layout, function) void sass_run_##function(SassWarp *, const Sass *, uint32_t);
#include "sass.def"
#undef SASS

static const Row rows[] = {
#define SASS(opcode, name, unit, layout, function) {opcode, #name, UNIT_##unit, layout, sass_run_##function},
#include "sass.def"
#undef SASS
};

void sass_run_nothing(SassWarp *warp, const Sass *in, uint32_t mask) { (void)warp, (void)in, (void)mask; }

static const Row *row_of(unsigned opcode) {
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++)
        if (rows[n].opcode == opcode) return &rows[n];
    return NULL;
}

// A register that is written: RZ goes to rows that nobody reads.
static uint16_t result_row(const SassCode *code, unsigned number, bool uniform) {
    if (uniform) return (uint16_t)(number < SASS_UNIFORM_REGISTERS - 1 ? code->uniform_row + number : code->dump_row);
    return (uint16_t)(number < code->registers ? number : code->dump_row);
}

static SassOperand register_operand(const SassCode *code, unsigned number, bool uniform) {
    unsigned row = uniform ? uniform_register_row(code, number & 63) : register_row(code, number);
    return (SassOperand){.row = (uint16_t)row};
}

// Two rows of literals: a word, and the one that is the upper half of a pair.
static bool literal_add(SassCode *code, uint32_t low, uint32_t high, SassOperand *out) {
    assert(code->literal_count % 2 == 0); // an array that has room for one row more has room for two
    if (code->literal_count + 2 > UINT16_MAX) return false;
    if (!ARRAY_GROW(code->literals, code->literal_count)) return false;
    *out = (SassOperand){.row = (uint16_t)code->literal_count, .literal = true};
    EACH_LANE code->literals[code->literal_count][l] = low, code->literals[code->literal_count + 1][l] = high;
    code->literal_count += 2;
    return true;
}

static bool constant_add(SassCode *code, const Sass *in, SassOperand *out) {
    if (!literal_add(code, 0, 0, out)) return false;
    if (!ARRAY_GROW(code->constants, code->constant_count)) return false;
    code->constants[code->constant_count++] = (SassConstant){
        .literal = out->row, .bank = (uint16_t)sass_bits(in, 54, 5), .offset = (uint16_t)sass_bits(in, 38, 16)};
    return true;
}

static bool is_double(unsigned unit) { return unit == UNIT_DOUBLE; }

// The operand in bits 32 to 63, by form: register, immediate, constant or uniform register.
static bool wide_operand(SassCode *code, const Sass *in, SassOperand *out) {
    uint32_t word = sass_bits(in, 32, 32);
    switch (in->form) {
    case 2:
    case 4: return is_double(in->unit) ? literal_add(code, 0, word, out) : literal_add(code, word, 0, out);
    case 3:
    case 5:
        if (sass_bit(in, 91) || !constant_add(code, in, out)) return false; // a bank that a register names
        break;
    case 6:
    case 7: *out = register_operand(code, sass_bits(in, 32, 6), true); break;
    default: *out = register_operand(code, sass_bits(in, 32, 8), in->uniform);
    }
    out->negated = sass_bit(in, 63);
    out->absolute = sass_bit(in, 62);
    return true;
}

static bool decode_alu(SassCode *code, Sass *in) {
    in->result = result_row(code, sass_bits(in, 16, 8), in->uniform);
    in->a = register_operand(code, sass_bits(in, 24, 8), in->uniform);
    in->a.negated = sass_bit(in, 72);
    in->a.absolute = sass_bit(in, 73);
    SassOperand wide, narrow = register_operand(code, sass_bits(in, 64, 8), in->uniform);
    if (!wide_operand(code, in, &wide)) return false;
    narrow.negated = sass_bit(in, 75);
    narrow.absolute = sass_bit(in, 74);
    bool wide_is_c = in->form == 2 || in->form == 3 || in->form == 7;
    in->b = wide_is_c ? narrow : wide;
    in->c = wide_is_c ? wide : narrow;
    return true;
}

static const uint8_t SIZES[] = {1, 1, 2, 2, 4, 8, 16, 0};

static int32_t signed_field(const Sass *in, unsigned first, unsigned count) {
    return (int32_t)(sass_bits(in, first, count) << (32 - count)) >> (32 - count);
}

// Of a lane. Atomics have a field for their type: 2 and 3 are integers of 64 bits. Floating types have opcodes and
// numbers of their own.
static uint8_t access_bytes(const Sass *in, Layout layout) {
    unsigned type = sass_bits(in, 73, 4);
    static const uint8_t FLOATS[16] = {4, 8, 16, 4, 8, 16, 0, 0, 0, 4, 8, 16, 4, 8, 16, 8};
    if (in->is_float) return FLOATS[type];
    if (layout == REDUCE || layout == ATOMIC || layout == SWAP) return type == 2 || type == 3 ? 8 : 4;
    if ((in->low & 0x1ff) == 0x03b) return (uint8_t)(4u << sass_bits(in, 72, 2)); // of matrices: a word of each
    return SIZES[type & 7];
}

// An address is a register, a uniform register (a descriptor if the register is a pair) and an offset.
static bool decode_access(SassCode *code, Sass *in, Layout layout) {
    unsigned uniform_at = layout == LOAD ? 32 : 64;
    in->result = result_row(code, sass_bits(in, 16, 8), false);
    in->a = register_operand(code, sass_bits(in, 24, 8), false);
    in->b = register_operand(code, sass_bits(in, 32, 8), false);
    in->c = layout == SWAP ? register_operand(code, sass_bits(in, 64, 8), false)
                           : register_operand(code, sass_bit(in, 91) ? sass_bits(in, uniform_at, 6) : 63, true);
    in->offset = layout == COPY ? signed_field(in, 32, 12) : signed_field(in, 40, 24);
    in->is_float = (in->low & 0x1ff) == 0x1a6 || (in->low & 0x1ff) == 0x1a3 || (in->low & 0x1ff) == 0x1a2;
    in->bytes = access_bytes(in, layout);
    static const uint8_t KINDS[] = {[LOAD] = SASS_LOAD,     [STORE] = SASS_STORE, [REDUCE] = SASS_REDUCTION,
                                    [ATOMIC] = SASS_ATOMIC, [SWAP] = SASS_ATOMIC, [COPY] = SASS_COPY};
    in->access = KINDS[layout];
    in->swaps = layout == SWAP;
    in->tells = in->swaps && sass_bits(in, 87, 2) == 3;
    bool adds = !in->is_float || sass_bits(in, 87, 3) == 0; // least and most of halves are not executed
    return in->bytes && adds;
}

// What SYNCS and ARRIVES do to an object. An object is a word of 64 bits.
static void decode_object(SassCode *code, Sass *in) {
    in->result = result_row(code, sass_bits(in, 16, 8), false);
    in->a = register_operand(code, sass_bits(in, 24, 8), false);
    in->b = register_operand(code, sass_bits(in, 32, 8), false);
    in->c = register_operand(code, sass_bits(in, 64, 6), true);
    in->offset = signed_field(in, 40, 24);
    in->bytes = 8;
    bool copies = (in->low & 0x1ff) == 0x1b0, checks = !copies && sass_bit(in, 70);
    in->access = copies ? SASS_ARRIVE_COPIES : !checks ? SASS_ARRIVE : sass_bit(in, 72) ? SASS_AWAIT : SASS_TEST;
}

// Bytes from the next instruction to a branch's target: in units of 4 in two fields on sm_90, in one before.
static int64_t branch_bytes(const Sass *in, int target) {
    uint64_t upper = in->low >> 34 | (in->high & 0x3ffff) << 30; // 48 bits
    int64_t distance = (int64_t)(upper << 16) >> 16;
    return target >= 90 ? 4 * (distance * 256 + (int64_t)sass_bits(in, 16, 8)) : 4 * distance;
}

// Where an instruction of form 1 has the numbers of the registers that it reads.
static const unsigned SOURCES[] = {24, 32, 64};

// Whether a buffer holds the source because the instruction before kept it ("reuse"): the same register in the same
// field.
static bool is_kept(const Sass *before, const Sass *in, unsigned source) {
    bool keeps = before && before->form == 1 && sass_bits(before, 122, 4) >> source & 1;
    return keeps && sass_bits(before, SOURCES[source], 8) == sass_bits(in, SOURCES[source], 8);
}

// Two registers are read in a clock. An instruction that reads three takes two clocks, and three if all lie in one
// bank, by the lowest bit of their numbers: banks.abc_001 and abc_000. With one kept, keep_a_2, it takes one.
static uint8_t bank_conflict(const Sass *before, const Sass *in) {
    unsigned odd = 0, seen[3], n = 0;
    if (in->form != 1 || in->uniform) return 0;
    for (unsigned source = 0; source < 3; source++) {
        unsigned number = sass_bits(in, SOURCES[source], 8);
        bool again = false;
        for (unsigned i = 0; i < n; i++) again |= seen[i] == number;
        if (number == 255 || again || is_kept(before, in, source)) continue;
        seen[n++] = number;
        odd += number & 1;
    }
    if (n < 3) return 0;
    return odd == 0 || odd == 3 ? 2 : 1;
}

static bool meets(const Sass *in, const Row *row) {
    static const uint16_t OPCODES[] = {0x141, 0x148, 0x006, 0x086, 0x1a1, 0x1c4}; // BSYNC, WARPSYNC, votes, REDUX
    for (size_t n = 0; n < sizeof OPCODES / sizeof *OPCODES; n++)
        if ((in->low & 0x1ff) == OPCODES[n]) return true;
    return row->unit == UNIT_BARRIER || row->unit == UNIT_SHUFFLE || row->unit == UNIT_TENSOR;
}

// What a bulk copy does: bits 73 and 74 are where it comes from and goes to. Others copy to several blocks or from one
// to another.
static bool is_bulk(const Sass *in, unsigned direction) {
    bool plain = !sass_bits(in, 70, 3) && !sass_bits(in, 75, 16) && sass_bits(in, 91, 14) == 1;
    return (in->low & 0x1ff) == 0x1ba && plain && sass_bits(in, 73, 2) == direction;
}

static bool loads_bulk(const Sass *in) { return is_bulk(in, 1); }
static bool stores_bulk(const Sass *in) { return is_bulk(in, 2); }

// Instructions that have a name here and are not executed, and such forms of others: a call through a pointer, whose
// value is the emulated GPU's and not that of an instruction; a maximum that also says in a predicate which operand it
// is; an arrival that tells lanes of one warp apart.
static bool is_other_form(const Sass *in) {
    unsigned opcode = (unsigned)(in->low & 0x1ff);
    switch (opcode) {
    case 0x048: return sass_bits(in, 81, 3) != SASS_TRUE;
    case 0x144: return in->form == 1;
    case 0x1a7: return sass_bit(in, 73);
    case 0x1ba: return !loads_bulk(in) && !stores_bulk(in);
    default: return opcode >= 0x1bb && opcode <= 0x1be;
    }
}

// LDGDEPBAR ends a group of asynchronous copies, UTMACMDFLUSH one of bulk copies, and its scoreboard counts groups.
// DEPBAR.LE waits for the groups of the scoreboard that it names, all but the last `groups_left`.
static void decode_groups(Sass *in) {
    in->ends_group = (in->low & 0x1ff) == 0x1af || (in->low & 0x1ff) == 0x1b7;
    in->awaits_groups = (in->low & 0x1ff) == 0x11a;
    in->groups_left = (uint8_t)sass_bits(in, 38, 6);
    in->awaited = (uint8_t)sass_bits(in, 44, 3);
}

bool sass_decode(SassCode *code, uint32_t index, uint64_t low, uint64_t high, int target) {
    assert(index < code->count);
    Sass *in = &code->instructions[index];
    *in = (Sass){.low = low, .high = high};
    const Row *row = row_of((unsigned)(low & 0x1ff));
    in->form = (uint8_t)sass_bits(in, 9, 3);
    in->guard = (uint8_t)sass_bits(in, 12, 3);
    in->guard_not = sass_bit(in, 15);
    in->stall = (uint8_t)sass_bits(in, 105, 4);
    in->write_barrier = (uint8_t)sass_bits(in, 110, 3);
    in->read_barrier = (uint8_t)sass_bits(in, 113, 3);
    in->wait = (uint8_t)sass_bits(in, 116, 6);
    if (!row) return true;
    in->name = row->name;
    if (is_other_form(in)) return true;
    in->unit = row->unit;
    in->uniform = row->layout == UALU || row->layout == UPLAIN;
    if (in->uniform) in->guard = (uint8_t)(in->guard + SASS_UNIFORM);
    in->conflict = row->layout == ALU ? bank_conflict(index ? in - 1 : NULL, in) : 0;
    in->reduces = row->run == sass_run_reduce_uniform;
    in->matches = row->run == sass_run_match;
    in->meets = meets(in, row);
    code->has_objects |= row->unit == UNIT_OBJECT;
    decode_groups(in);
    in->branches = row->unit == UNIT_BRANCH && row->run != sass_run_nothing;
    in->target = (uint32_t)((int64_t)index + 1 + branch_bytes(in, target) / 16);
    bool good = true;
    if (row->layout == ALU || row->layout == UALU) good = decode_alu(code, in);
    else if (row->layout == OBJECT) decode_object(code, in);
    else if (row->layout >= LOAD) good = decode_access(code, in, row->layout);
    else in->result = result_row(code, sass_bits(in, 16, 8), in->uniform);
    if (row->run == sass_run_init_object) in->access = SASS_INIT;
    if (row->run == sass_run_copy_bulk) in->access = loads_bulk(in) ? SASS_LOAD_BULK : SASS_STORE_BULK;
    if (good) in->run = row->run;
    return true;
}

static void run_skip(SassWarp *warp, const Sass *in, uint32_t mask) { (void)warp, (void)in, (void)mask; }

void sass_skip_unknown(SassCode *code, bool skips) {
    code->skips = skips;
    for (uint32_t n = 0; n < code->count; n++) {
        Sass *in = &code->instructions[n];
        if (skips && !in->run) in->run = run_skip;
        else if (!skips && in->run == run_skip) in->run = NULL;
    }
}
