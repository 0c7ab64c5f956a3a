// mov.c - mov between vectors and scalars, and from special registers that change while a warp runs.
//
// mov.b32 d, {a, b} packs with a in the low bits, mov.b32 {a, b}, d unpacks; plain moves are a row of
// alu/arithmetic.def.
#include "../machine/execute.h"
#include "lanes.h"

#include <stdio.h>

static uint64_t element_read(const Warp *warp, Operand element, unsigned lane) {
    const void *lanes = operand_lanes(warp, element);
    bool wide = element.bank == BANK_LONG || element.bank == BANK_LITERAL_LONG;
    return wide ? ((const uint64_t *)lanes)[lane] : ((const uint32_t *)lanes)[lane];
}
static void element_write(const Warp *warp, Operand element, unsigned lane, uint64_t value) {
    void *lanes = operand_lanes(warp, element);
    if (element.bank == BANK_LONG) ((uint64_t *)lanes)[lane] = value;
    else ((uint32_t *)lanes)[lane] = (uint32_t)value;
}
static uint64_t low_bits(unsigned bits) { return bits < 64 ? (1ull << bits) - 1 : ~0ull; }

// extra: bits of an element.
static void mov_pack(Warp *warp, const Instruction *instruction) {
    const unsigned bits = (unsigned)instruction->extra;
    for (unsigned l = 0; l < WARP_LANES; l++) {
        if (!(warp->mask >> l & 1)) continue;
        uint64_t value = 0;
        for (unsigned n = 0; n < instruction->list_count; n++)
            value |= (element_read(warp, instruction->list[n], l) & low_bits(bits)) << bits * n;
        element_write(warp, instruction->d, l, value);
    }
}
static void mov_unpack(Warp *warp, const Instruction *instruction) {
    const unsigned bits = (unsigned)instruction->extra;
    for (unsigned l = 0; l < WARP_LANES; l++) {
        if (!(warp->mask >> l & 1)) continue;
        const uint64_t value = element_read(warp, instruction->a, l);
        for (unsigned n = 0; n < instruction->list_count; n++)
            element_write(warp, instruction->list[n], l, value >> bits * n & low_bits(bits));
    }
}

// The common case, halves of a 64-bit register.
static void write_words(const Warp *warp, Operand operand, const uint64_t *values, unsigned shift) {
    uint32_t *lanes = operand_lanes(warp, operand);
    const uint32_t mask = warp->mask;
    EACH_LANE lanes[l] = mask >> l & 1 ? (uint32_t)(values[l] >> shift) : lanes[l];
}
static void mov_unpack_words(Warp *warp, const Instruction *instruction) {
    const uint64_t *values = operand_lanes(warp, instruction->a);
    write_words(warp, instruction->list[0], values, 0);
    write_words(warp, instruction->list[1], values, 32);
}
static void mov_pack_words(Warp *warp, const Instruction *instruction) {
    const uint32_t *low = operand_lanes(warp, instruction->list[0]), *high = operand_lanes(warp, instruction->list[1]);
    LANE_LOOP(u64, (uint64_t)high[l] << 32 | low[l])
}

// Registers of 128 bits.
static void copy_long(Warp *warp, Operand to, Operand from) {
    const uint64_t *values = operand_lanes(warp, from);
    uint64_t *lanes = operand_lanes(warp, to);
    const uint32_t mask = warp->mask;
    EACH_LANE lanes[l] = mask >> l & 1 ? values[l] : lanes[l];
}
static void mov_pack_longs(Warp *warp, const Instruction *instruction) {
    copy_long(warp, instruction->d, instruction->list[0]);
    copy_long(warp, operand_upper(instruction->d), instruction->list[1]);
}
static void mov_unpack_longs(Warp *warp, const Instruction *instruction) {
    copy_long(warp, instruction->list[0], instruction->a);
    copy_long(warp, instruction->list[1], operand_upper(instruction->a));
}
static void mov_longs(Warp *warp, const Instruction *instruction) {
    copy_long(warp, instruction->d, instruction->a);
    copy_long(warp, operand_upper(instruction->d), operand_upper(instruction->a));
}

// extra: a PtxSpecial. The upper half is that of the lower one that was read before.
static uint64_t special_value(Warp *warp, uint64_t special) {
    const Launch *launch = warp->block->launch;
    bool upper = special == SPECIAL_CLOCK_HI || special == SPECIAL_GLOBALTIMER_HI;
    uint64_t clock = upper && warp->clock_reads ? warp->clock : warp_clock(warp);
    if (special >= SPECIAL_GLOBALTIMER)
        clock = (uint64_t)(launch->start_nanoseconds + (double)clock * launch->nanoseconds_a_clock);
    return upper ? clock >> 32 : clock;
}
static void mov_clock(Warp *warp, const Instruction *instruction) {
    const uint64_t clock = special_value(warp, instruction->extra);
    LANE_LOOP(u32, clock)
}
static void mov_clock64(Warp *warp, const Instruction *instruction) {
    const uint64_t clock = special_value(warp, instruction->extra);
    LANE_LOOP(u64, clock)
}

static void mov_widen(Warp *warp, const Instruction *instruction) { SOURCE_u32(a) LANE_LOOP(u64, a_lanes[l]) }

static bool find_special(const PtxInstruction *instruction, unsigned bytes, Operation *operation) {
    const PtxOperand *source = &instruction->operands[1];
    bool dynamic = source->index >= SPECIAL_STATIC_COUNT, wide = bytes == 8;
    operation->type[0] = wide ? TYPE_U64 : TYPE_U32;
    operation->type[1] = dynamic && wide ? TYPE_U64 : TYPE_U32;
    operation->extra = source->index;
    operation->run = dynamic ? (wide ? mov_clock64 : mov_clock) : mov_widen;
    return bytes >= 4 && (dynamic || wide) && source->index <= SPECIAL_GLOBALTIMER_HI;
}

static bool find_vector(const PtxInstruction *instruction, unsigned bytes, Operation *operation) {
    static const PtxType ELEMENTS[] = {[1] = TYPE_B8, [2] = TYPE_B16, [4] = TYPE_B32, [8] = TYPE_B64};
    static const PtxType WHOLES[] = {[2] = TYPE_B16, [4] = TYPE_B32, [8] = TYPE_B64, [16] = TYPE_B128};
    bool unpack = instruction->operands[0].kind == OPERAND_VECTOR;
    unsigned count = instruction->operands[unpack ? 0 : 1].count;
    if ((count != 2 && count != 4) || bytes < count || (bytes == 16 && count != 2)) return false;
    unsigned element = bytes / count;
    operation->type[unpack ? 0 : 1] = ELEMENTS[element];
    operation->type[unpack ? 1 : 0] = WHOLES[bytes];
    operation->extra = 8 * element;
    if (element == 8) operation->run = unpack ? mov_unpack_longs : mov_pack_longs;
    else if (element == 4) operation->run = unpack ? mov_unpack_words : mov_pack_words;
    else operation->run = unpack ? mov_unpack : mov_pack;
    return true;
}

static bool find_longs(Operation *operation) {
    operation->type[0] = operation->type[1] = TYPE_B128;
    operation->run = mov_longs;
    return true;
}

bool mov_find(const PtxInstruction *instruction, Operation *operation, char reason[160]) {
    const PtxOperand *operands = instruction->operands;
    PtxType type = instruction->modifier_count == 1 ? ptx_type_named(instruction->modifiers[0]) : TYPE_NONE;
    unsigned bytes = ptx_type_bytes(type);
    bool found = false;
    *operation = (Operation){.has_destination = true};
    if (bytes && instruction->operand_count == 2) {
        bool from_vector = operands[1].kind == OPERAND_VECTOR, to_vector = operands[0].kind == OPERAND_VECTOR;
        if (operands[1].kind == OPERAND_SPECIAL) found = find_special(instruction, bytes, operation);
        else if (from_vector != to_vector) found = find_vector(instruction, bytes, operation);
        else if (bytes == 16) found = find_longs(operation);
    }
    if (!found) snprintf(reason, 160, "mov: not with this type and these operands");
    return found;
}
