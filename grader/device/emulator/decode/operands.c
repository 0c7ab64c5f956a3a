// operands.c - what instructions are bound to: registers, literals and addresses, and sites to count at.
//
// operands.h says what each function does.
#include "operands.h"
#include "../ptx/instruction_facts.h"
#include "literal_pool.h"
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Operand decode_literal(Decoder *decoder, PtxType type, uint64_t bits) {
    unsigned bytes = ptx_type_bytes(type);
    if (type == TYPE_PRED) // two slots at the pool's start: all false, all true
        return (Operand){.bank = BANK_LITERAL_PREDICATE, .offset = bits ? 4 : 0};
    assert(bytes <= 8);
    if (bytes < 8) bits &= (1ull << 8 * bytes) - 1;
    return literal_operand(decoder->literals, bits, bytes == 8, false);
}

void *decode_keep(Decoder *decoder, size_t bytes) { return arena_array(decoder->program->arena, 1, bytes); }

// ---- errors --------------------------------------------------------------------------------------------------

bool decode_fail(Decoder *decoder, const PtxInstruction *in, const char *format, ...) {
    char text[160], reason[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    ptx_print(decoder->module, decoder->function, in, text, sizeof text);
    snprintf(decoder->error->message, sizeof decoder->error->message, "%s: %s", text, reason);
    decoder->error->location = decoder->location;
    return false;
}

// ---- operands ------------------------------------------------------------------------------------------------

static const Operand SINK = {.bank = BANK_SINK};
static const Operand UNBOUND = {.bank = BANK_COUNT};

bool operand_is_bound(Operand operand) { return operand.bank != BANK_COUNT; }

Bank decode_bank(PtxType type) {
    return type == TYPE_PRED ? BANK_PREDICATE : ptx_type_bytes(type) >= 8 ? BANK_LONG : BANK_WORD;
}

static Operand fail_operand(Decoder *decoder, const PtxInstruction *in, const char *reason) {
    decode_fail(decoder, in, "%s", reason);
    return UNBOUND;
}

static Operand bind_register(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type) {
    Operand slot = decoder->registers[operand->index];
    assert(operand->index < decoder->function->register_count);
    bool is_double = decoder->function->registers[operand->index].type == TYPE_B128; // two slots, not one
    if (slot.bank != decode_bank(type) || (type == TYPE_B128 && !is_double))
        return fail_operand(decoder, in, "register's width does not fit the instruction");
    if (operand->bits || (operand->negated && slot.bank != BANK_PREDICATE))
        return fail_operand(decoder, in, "parts of registers and their negatives are for video instructions only");
    slot.negated = operand->negated;
    return slot;
}

static Operand bind_immediate(Decoder *decoder, const PtxOperand *operand, PtxType type) {
    double wide;
    float narrow;
    uint64_t bits = operand->bits;
    memcpy(&wide, &bits, sizeof wide);
    if (type == TYPE_F32 && operand->literal == LITERAL_F64) {
        narrow = (float)wide;
        bits = 0;
        memcpy(&bits, &narrow, sizeof narrow);
    } else if (type == TYPE_F64 && operand->literal == LITERAL_F32) {
        memcpy(&narrow, &bits, sizeof narrow);
        wide = narrow;
        memcpy(&bits, &wide, sizeof wide);
    }
    return decode_literal(decoder, type, bits);
}

// A local variable's address depends on the frame: a hidden register is set to it when the frame is entered.
static Operand bind_local_address(Decoder *decoder, uint32_t offset) {
    Code *code = decoder->code;
    for (uint32_t n = 0; n < code->local_address_count; n++)
        if (code->local_addresses[n].offset == offset)
            return (Operand){.bank = BANK_LONG, .offset = code->local_addresses[n].slot};
    if (code->long_bytes >= OPERAND_OFFSETS) arena_exhausted(decoder->program->arena);
    if (code->local_address_count == code->local_address_room)
        code->local_addresses = arena_grow(decoder->program->arena, code->local_addresses, &code->local_address_room,
                                           sizeof *code->local_addresses);
    code->local_addresses[code->local_address_count++] = (struct LocalAddress){code->long_bytes, offset};
    code->long_bytes += LONG_SLOT;
    return (Operand){.bank = BANK_LONG, .offset = code->long_bytes - LONG_SLOT};
}

static Operand bind_variable(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type) {
    const PtxVariable *variable = &decoder->module->variables[operand->index];
    uint32_t local = decoder->local_offset[operand->index];
    uint64_t offset = (uint64_t)operand->offset;
    switch (variable->space) {
    case SPACE_SHARED:
        return literal_operand(decoder->literals, SHARED_BASE + decoder->shared_offset[operand->index] + offset,
                               ptx_type_bytes(type) == 8, true);
    case SPACE_GLOBAL:
    case SPACE_CONST: return decode_literal(decoder, type, variable->offset + offset);
    case SPACE_PARAM:
        if (decoder->function->is_entry && local == UINT32_MAX)
            return decode_literal(decoder, type, PARAMETER_OFFSET + variable->offset + offset);
        break;
    default: break;
    }
    if (local == UINT32_MAX || ptx_type_bytes(type) != 8) return fail_operand(decoder, in, "address of this variable");
    return bind_local_address(decoder, local + (uint32_t)offset);
}

Operand decode_operand(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type) {
    if (type == TYPE_B128 && operand->kind != OPERAND_REGISTER && operand->kind != OPERAND_SINK)
        return fail_operand(decoder, in, "only a register has 128 bits");
    switch (operand->kind) {
    case OPERAND_REGISTER: return bind_register(decoder, in, operand, type);
    case OPERAND_IMMEDIATE: return bind_immediate(decoder, operand, type);
    case OPERAND_VARIABLE: return bind_variable(decoder, in, operand, type);
    case OPERAND_FUNCTION: return decode_literal(decoder, type, FUNCTION_WINDOW + 16ull * operand->index);
    case OPERAND_SINK: return SINK;
    case OPERAND_SPECIAL:
        if (operand->index >= SPECIAL_STATIC_COUNT) return SINK; // the operation reads it itself
        if (ptx_type_bytes(type) == 8) return fail_operand(decoder, in, "special register is not 64 bits wide");
        return (Operand){.bank = BANK_SPECIAL, .offset = operand->index * WORD_SLOT};
    default: return fail_operand(decoder, in, "operand is not supported here");
    }
}

bool decode_address(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, Instruction *out) {
    if (operand->kind != OPERAND_ADDRESS) return decode_fail(decoder, in, "expected an address in brackets");
    PtxOperand base = *operand;
    out->extra = (uint64_t)operand->offset;
    switch (operand->base) {
    case BASE_REGISTER:
        out->a = decoder->registers[operand->index];
        if (out->a.bank == BANK_PREDICATE) return decode_fail(decoder, in, "address is a predicate");
        return true;
    case BASE_VARIABLE:
        base.kind = OPERAND_VARIABLE;
        base.offset = 0;
        out->a = decode_operand(decoder, in, &base, TYPE_U64);
        return operand_is_bound(out->a);
    default: out->a = decode_literal(decoder, TYPE_U64, 0); return true;
    }
}

bool decode_list(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, PtxType type,
                 Instruction *out) {
    bool vector = operand->kind == OPERAND_VECTOR;
    uint32_t count = vector ? operand->count : 1;
    if (count > 8) return decode_fail(decoder, in, "more than eight elements");
    Operand *list = decode_keep(decoder, count * sizeof *list);
    out->list = list;
    out->list_count = (uint8_t)count;
    for (uint32_t n = 0; n < count; n++) {
        list[n] = decode_operand(decoder, in, vector ? &operand->elements[n] : operand, type);
        if (!operand_is_bound(list[n])) return false;
    }
    return true;
}

static uint32_t add_site(Decoder *decoder, InstructionClass class, unsigned space) {
    assert(class < CLASS_COUNT && space < SITE_SPACES);
    Program *program = decoder->program;
    if (program->site_count == program->site_room)
        program->sites = arena_grow(program->arena, program->sites, &program->site_room, sizeof *program->sites);
    program->sites[program->site_count] = (Site){(uint8_t) class, (uint8_t)space, decoder->location};
    return program->site_count++;
}

uint32_t decode_site(Decoder *decoder, InstructionClass class) { return add_site(decoder, class, SITE_GLOBAL); }

uint32_t decode_space_site(Decoder *decoder, InstructionClass class, PtxSpace space) {
    return add_site(decoder, class,
                    space == SPACE_SHARED  ? SITE_SHARED
                    : space == SPACE_LOCAL ? SITE_LOCAL
                                           : SITE_GLOBAL);
}

_Static_assert(SITE_GLOBAL == 0 && SITE_SHARED == 1 && SITE_LOCAL == 2 && SITE_SPACES == 3,
               "decode_memory_sites() makes the sites of a generic access in this order");
void decode_memory_sites(Decoder *decoder, InstructionClass class, PtxSpace space, Instruction *out) {
    out->site = decode_space_site(decoder, class, space == SPACE_GENERIC ? SPACE_GLOBAL : space);
    if (space != SPACE_GENERIC) return;
    decode_space_site(decoder, class, SPACE_SHARED);
    decode_space_site(decoder, class, SPACE_LOCAL);
    out->fate = FATE_SORTED;
}

// ---- instructions without operands -------------------------------------------------------------------------------

bool decode_finish(Decoder *decoder, Instruction *out, Handler run, InstructionClass class) {
    out->run = run;
    out->class = (uint8_t) class;
    out->site = decode_site(decoder, class);
    return true;
}

static void run_nothing(Warp *warp, const Instruction *i) { (void)warp, (void)i; }

bool decode_nothing(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    (void)in;
    return decode_finish(decoder, out, run_nothing, CLASS_OTHER);
}
