// instruction_facts.c - the facts of each mnemonic, and what follows from an instruction's modifiers.
#include "instruction_facts.h"
#include <assert.h>
#include <string.h>

const InstructionFacts INSTRUCTION_FACTS[OPCODE_COUNT] = {
    [OPCODE_OTHER] = {"", HAS_RESULT, GOES_ON, CHANGES_NOTHING, FREE, LIKE_SOURCES, 1, COMPUTES},
#define INSTRUCTION(name, mnemonic, decoder, result, flow, changes, order, lanes, cost, marks, rule)                   \
    [OPCODE_##name] = {mnemonic, result, flow, changes, order, lanes, cost, marks},
#include "../instructions/instructions.def"
};

PtxOpcode opcode_named(const char *mnemonic) {
    for (unsigned opcode = OPCODE_OTHER + 1; opcode < OPCODE_COUNT; opcode++)
        if (!strcmp(INSTRUCTION_FACTS[opcode].mnemonic, mnemonic)) return (PtxOpcode)opcode;
    return OPCODE_OTHER;
}

PtxSpace ptx_space(const PtxInstruction *in) {
    static const struct {
        const char *name;
        PtxSpace space;
    } SPACES[] = {{"global", SPACE_GLOBAL},      {"shared", SPACE_SHARED},     {"shared::cta", SPACE_SHARED},
                  {"local", SPACE_LOCAL},        {"const", SPACE_CONST},       {"param", SPACE_PARAM},
                  {"param::entry", SPACE_PARAM}, {"param::func", SPACE_PARAM}, {"shared::cluster", SPACE_SHARED}};
    for (size_t n = 0; n < sizeof SPACES / sizeof *SPACES; n++)
        if (ptx_has(in, SPACES[n].name)) return SPACES[n].space;
    return SPACE_GENERIC;
}

PtxType ptx_type(const PtxInstruction *in) {
    for (uint32_t n = in->modifier_count; n-- > 0;) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type != TYPE_NONE) return type;
    }
    return TYPE_NONE;
}

bool ptx_is_ordered(const PtxInstruction *in) {
    return ptx_has(in, "volatile") || ptx_has(in, "relaxed") || ptx_has(in, "acquire") || ptx_has(in, "release") ||
           ptx_has(in, "mmio");
}

bool ptx_is_subroutine(const PtxInstruction *in) {
    bool divides = in->opcode == OPCODE_DIV;
    bool others = in->opcode == OPCODE_RCP || in->opcode == OPCODE_SQRT;
    PtxType type = ptx_type(in);
    if (type == TYPE_F32 || type == TYPE_F64)
        return (divides || others) && !ptx_has(in, "approx") && !ptx_has(in, "full");
    return (divides || in->opcode == OPCODE_REM) && (type == TYPE_S64 || type == TYPE_U64);
}

bool ptx_has_result(const PtxInstruction *in) {
    uint8_t result = facts_of(in)->result;
    return in->operand_count > 0 && (result == HAS_RESULT || (result == RESULT_OF_REDUCTION && ptx_has(in, "red")));
}

int ptx_cost(const PtxInstruction *in) {
    static const struct {
        PtxOpcode opcode;
        const char *modifier;
        int cost;
    } COSTS[] = {
#define COST(name, modifier, cost) {OPCODE_##name, modifier, cost},
#include "../instructions/costs.def"
#undef COST
    };
    if (ptx_is_subroutine(in)) return NEVER;
    for (size_t n = 0; n < sizeof COSTS / sizeof *COSTS; n++)
        if (in->opcode == COSTS[n].opcode && ptx_has(in, COSTS[n].modifier)) return COSTS[n].cost;
    return facts_of(in)->cost;
}

// ---- operands -----------------------------------------------------------------------------------------------------

OperandWalk operands_within(const PtxOperand *operands, uint32_t count) {
    OperandWalk walk = {.depth = 1};
    walk.next[0] = operands;
    walk.end[0] = operands + count;
    return walk;
}

OperandWalk operands_all(const PtxInstruction *in) { return operands_within(in->operands, in->operand_count); }

OperandWalk operands_assigned(const PtxInstruction *in) { return operands_within(in->operands, ptx_has_result(in)); }

OperandWalk operands_read(const PtxInstruction *in) {
    bool result = ptx_has_result(in) && in->operands[0].kind != OPERAND_ADDRESS;
    return operands_within(in->operands + result, in->operand_count - result);
}

const PtxOperand *operand_next(OperandWalk *walk) {
    while (walk->depth && walk->next[walk->depth - 1] == walk->end[walk->depth - 1]) walk->depth--;
    if (!walk->depth) return NULL;
    const PtxOperand *operand = walk->next[walk->depth - 1]++;
    if (operand->elements) {
        assert(walk->depth < OPERANDS_NESTED);
        walk->next[walk->depth] = operand->elements;
        walk->end[walk->depth] = operand->elements + operand->count;
        walk->depth++;
    }
    return operand;
}

void count_assigned(const PtxInstruction *in, uint32_t *counts) {
    const PtxOperand *operand;
    for (OperandWalk walk = operands_assigned(in); (operand = operand_next(&walk));)
        if (operand->kind == OPERAND_REGISTER) counts[operand->index]++;
}

void count_named(OperandWalk walk, uint32_t *counts) {
    const PtxOperand *operand;
    while ((operand = operand_next(&walk)))
        if (operand_names_register(operand)) counts[operand->index]++;
}
