// rules.c - how each instruction of a function passes on undefined values. (rules.h)
#include "rules.h"
#include "follow.h"
#include "maybe_undefined.h"
#include <stdlib.h>
#include <string.h>

enum { OPERANDS_MOST = 96 }; // of an instruction; a matrix product has fewer

typedef struct {
    Operand operands[OPERANDS_MOST];
    uint32_t count;
} Registers;

static void add(Registers *registers, Operand operand) {
    if (operand.bank > BANK_PREDICATE || registers->count == OPERANDS_MOST) return;
    registers->operands[registers->count++] = operand;
}

static void add_named(const Decoder *decoder, Registers *registers, const PtxOperand *operand) {
    for (OperandWalk walk = operands_within(operand, 1); (operand = operand_next(&walk));)
        if (operand_names_register(operand)) add(registers, decoder->registers[operand->index]);
}

static void add_list(Registers *registers, const Instruction *i) {
    for (uint32_t n = 0; i->list && n < i->list_count; n++) add(registers, i->list[n]);
}

// ---- which rule ------------------------------------------------------------------------------------------------

static bool is_integer(PtxType type) {
    return (type >= TYPE_U8 && type <= TYPE_S64) || (type >= TYPE_B8 && type <= TYPE_B64);
}

static bool converts_integers(const PtxInstruction *in) {
    unsigned types = 0;
    for (uint32_t n = 0; n < in->modifier_count; n++) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type == TYPE_NONE) continue;
        if (!is_integer(type)) return false;
        types++;
    }
    return types == 2 && !ptx_has(in, "sat");
}

static RuleKind kind_of_move(const PtxInstruction *in) {
    if (in->operands[0].kind == OPERAND_VECTOR) return RULE_UNPACK;
    return in->operand_count > 1 && in->operands[1].kind == OPERAND_VECTOR ? RULE_PACK : RULE_COPY;
}

static const uint8_t KINDS[OPCODE_COUNT] = {
    [OPCODE_OTHER] = RULE_ANY,
#define INSTRUCTION(name, mnemonic, decoder, result, flow, changes, order, lanes, cost, marks, rule)                   \
    [OPCODE_##name] = rule,
#include "../instructions/instructions.def"
};

static RuleKind kind_by_modifier(const PtxInstruction *in) {
    return ptx_has(in, "load") ? RULE_LOAD : ptx_has(in, "store") ? RULE_ATOMIC : RULE_WARP;
}

static RuleKind kind_of(const PtxInstruction *in) {
    switch (in->opcode) {
    case OPCODE_MOV: return kind_of_move(in);
    case OPCODE_CVT: return converts_integers(in) ? RULE_CONVERT : RULE_ANY;
    case OPCODE_PRMT: return in->modifier_count > 1 ? RULE_ANY : RULE_PERMUTE;
    case OPCODE_BAR:
    case OPCODE_BARRIER: return ptx_has(in, "red") ? RULE_WARP : RULE_NONE;
    default: return KINDS[in->opcode] == RULE_BY_MODIFIER ? kind_by_modifier(in) : (RuleKind)KINDS[in->opcode];
    }
}

// ---- rules of a function ---------------------------------------------------------------------------------------

static bool has_result(const PtxInstruction *in) { return ptx_has_result(in) && !ptx_has(in, "store"); }

// Parameters of functions lie on the stack, a kernel's own do not.
static RulePlace place_of(const Decoder *decoder, const PtxInstruction *in) {
    PtxSpace space = ptx_space(in);
    if (in->opcode != OPCODE_LD && in->opcode != OPCODE_ST) return PLACE_ELSEWHERE;
    if (space == SPACE_LOCAL) return PLACE_LOCAL;
    if (space == SPACE_SHARED) return PLACE_SHARED;
    if (space == SPACE_GENERIC) return PLACE_GENERIC;
    for (uint32_t n = 0; space == SPACE_PARAM && n < in->operand_count; n++) {
        const PtxOperand *address = &in->operands[n];
        if (address->kind != OPERAND_ADDRESS) continue;
        bool on_stack = address->base == BASE_VARIABLE ? decoder->local_offset[address->index] != UINT32_MAX
                                                       : !decoder->function->is_entry;
        return on_stack ? PLACE_LOCAL : PLACE_ELSEWHERE;
    }
    return PLACE_ELSEWHERE;
}

// Stores and reductions to surfaces: the object and coordinates are one operand, the first.
static bool has_coordinates(const PtxInstruction *in) {
    return facts_of(in)->order == WRITES_SURFACES && in->operand_count == 2 && in->operands[0].kind == OPERAND_VECTOR &&
           in->operands[0].count == 2;
}

// Of instructions that do more than compute: their values, without addresses and without a stride.
static void add_sources(const Decoder *decoder, Registers *registers, const PtxInstruction *in) {
    uint32_t end = KINDS[in->opcode] == RULE_BY_MODIFIER && ptx_has(in, "store") ? 2 : in->operand_count;
    for (uint32_t n = has_result(in) || has_coordinates(in) ? 1 : 0; n < end; n++)
        if (in->operands[n].kind != OPERAND_ADDRESS) add_named(decoder, registers, &in->operands[n]);
}

// A structure is copied in the largest pieces that its alignment allows, and its padding is less than that. So 4 bytes
// alone that are padding and nothing else are not loaded, unless the compiler was not to optimise (nvcc -G).
static bool loads_number(const Decoder *decoder, const PtxInstruction *in) {
    PtxType type = ptx_type(in);
    if (type == TYPE_F32 || type == TYPE_F64) return true;
    bool alone = in->operand_count && in->operands[0].kind != OPERAND_VECTOR;
    return alone && ptx_type_bytes(type) >= 4 && !decoder->module->is_debug;
}

static ValueRule rule_of(Decoder *decoder, const Instruction *i, const PtxInstruction *in) {
    Registers registers = {.count = 0};
    bool computes = facts_of(in)->marks & COMPUTES;
    ValueRule rule = {.kind = (uint8_t)kind_of(in)};
    if (rule.kind == RULE_NONE) return rule;
    rule.place = (uint8_t)place_of(decoder, in);
    rule.is_number = loads_number(decoder, in);
    bool unpacks = rule.kind == RULE_UNPACK;
    if (computes) {
        add(&registers, i->d);
        add(&registers, i->pair);
        if (unpacks) add_list(&registers, i);
    } else if (has_result(in) && in->operand_count) {
        add_named(decoder, &registers, &in->operands[0]);
    }
    rule.result_count = (uint8_t)registers.count;
    const Operand sources[] = {i->a, i->b, i->c, i->e};
    for (unsigned n = 0; computes && n < 4; n++) add(&registers, sources[n]);
    if (computes && !unpacks) add_list(&registers, i);
    if (!computes) add_sources(decoder, &registers, in);
    rule.source_count = (uint8_t)(registers.count - rule.result_count);
    if (has_coordinates(in)) add_named(decoder, &registers, &in->operands[0].elements[1]);
    rule.coordinate_count = (uint8_t)(registers.count - rule.result_count - rule.source_count);
    Operand *kept = decode_keep(decoder, (registers.count + 1) * sizeof *kept);
    memcpy(kept, registers.operands, registers.count * sizeof *kept);
    rule.operands = kept;
    return rule;
}

// Instructions that the decoder has added to the function's own have no operands.
static bool is_own(const Instruction *i) {
    const Operand operands[] = {i->d, i->a, i->b, i->c, i->e, i->guard};
    for (size_t n = 0; n < sizeof operands / sizeof *operands; n++)
        if (operands[n].bank != BANK_SINK) return true;
    return i->list != NULL;
}

static void make_rules(Decoder *decoder) {
    Code *code = decoder->code;
    ValueRule *rules = decode_keep(decoder, (code->count + 1) * sizeof *rules);
    for (uint32_t n = 0; n < code->count; n++) {
        const Instruction *i = &code->instructions[n];
        if (is_own(i)) rules[n] = rule_of(decoder, i, &decoder->function->instructions[i->source]);
    }
    code->rules = rules;
}

static void note_undefined(Decoder *decoder, const uint8_t *undefined) {
    uint32_t count = 0, registers = decoder->function->register_count;
    for (uint32_t n = 0; n < registers; n++) count += undefined[n];
    Operand *operands = decode_keep(decoder, (count + 1) * sizeof *operands);
    for (uint32_t n = 0; n < registers; n++)
        if (undefined[n]) operands[decoder->code->undefined_count++] = decoder->registers[n];
    decoder->code->undefined = operands;
}

static void note_arrays(Decoder *decoder) {
    Code *code = decoder->code;
    const PtxModule *module = decoder->module;
    int32_t function = (int32_t)(decoder->function - module->functions);
    code->arrays = decode_keep(decoder, (module->variable_count + 1) * sizeof *code->arrays);
    for (uint32_t n = 0; n < module->variable_count && code->array_bytes; n++) {
        const PtxVariable *variable = &module->variables[n];
        if (variable->function == function && variable->space == SPACE_LOCAL)
            code->arrays[code->array_count++] = (struct LocalArray){decoder->local_offset[n], (uint32_t)variable->size};
    }
}

static bool shuffles(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++)
        if (KINDS[function->instructions[n].opcode] == RULE_SHUFFLE) return true;
    return false;
}

static bool reads_arrays(const Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    if (!decoder->code->array_bytes) return false;
    for (uint32_t n = 0; n < function->instruction_count; n++)
        if (function->instructions[n].opcode == OPCODE_LD && (ptx_space(&function->instructions[n]) == SPACE_LOCAL ||
                                                              ptx_space(&function->instructions[n]) == SPACE_GENERIC))
            return true;
    return false;
}

void rules_find(Decoder *decoder, const Blocks *blocks) {
    uint8_t *undefined = maybe_undefined_find(decoder->function, blocks, decoder->scratch);
    if (undefined) note_undefined(decoder, undefined);
    bool follows = undefined || reads_arrays(decoder) || shuffles(decoder->function);
    if (follows) decoder->program->values = &value_watch;
    note_arrays(decoder);
    make_rules(decoder);
}
