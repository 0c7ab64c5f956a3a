// alignment.c - what is known of addresses before the program runs: how many low bits are zero, and constant distances.
//
// The assembler merges neighbouring accesses to shared memory if it can prove that they are aligned. It follows low
// zero bits through the arithmetic, over all assignments of a register; what else may be known of an address (that it
// is odd, say) it does not use. A distance is known between addresses that add constants to the same register.
#include "alignment.h"
#include <string.h>

enum { ALL_ZERO = 64, DYNAMIC_ZEROS = 4 }; // dynamic shared memory is declared with an alignment of 16

struct Alignment {
    const Decoder *decoder;
    uint8_t *zeros;                    // by register: low bits that are zero in every value it gets
    const PtxInstruction **assignment; // by register: the only one, or NULL
    uint8_t *assignments;              // by register: 0, 1 or 2 for more
};

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }
static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }
static unsigned zeros_of_bits(uint64_t bits) { return bits ? (unsigned)__builtin_ctzll(bits) : ALL_ZERO; }

static unsigned zeros_of(const Alignment *alignment, const PtxOperand *operand) {
    if (operand->kind == OPERAND_REGISTER) return alignment->zeros[operand->index];
    if (operand->kind == OPERAND_IMMEDIATE) return zeros_of_bits(operand->bits);
    if (operand->kind != OPERAND_VARIABLE) return 0;
    const PtxVariable *variable = &alignment->decoder->module->variables[operand->index];
    if (variable->space != SPACE_SHARED) return 0;
    uint64_t offset = alignment->decoder->shared_offset[operand->index];
    unsigned base = variable->is_extern ? DYNAMIC_ZEROS : zeros_of_bits(offset);
    return smaller(base, zeros_of_bits((uint64_t)operand->offset));
}

// An instruction that is refused when it is executed may lack sources.
static unsigned zeros_of_source(const Alignment *alignment, const PtxInstruction *in, unsigned n) {
    return in->operand_count > n ? zeros_of(alignment, &in->operands[n]) : 0;
}

// Low zero bits of the result, from those of the sources.
static unsigned zeros_of_result(const Alignment *alignment, const PtxInstruction *in) {
    unsigned a = zeros_of_source(alignment, in, 1), b = zeros_of_source(alignment, in, 2);
    const PtxOperand *amount = in->operand_count > 2 ? &in->operands[2] : NULL;
    bool constant = amount && amount->kind == OPERAND_IMMEDIATE;
    PtxType type = ptx_type(in);
    if (type >= TYPE_F16) return 0;
    bool low = !ptx_has(in, "hi");
    switch (in->opcode) {
    case OPCODE_MOV: return a;
    case OPCODE_CVT:
    case OPCODE_NEG: return ptx_has(in, "f32") || ptx_has(in, "f64") ? 0 : a;
    case OPCODE_ADD:
    case OPCODE_SUB:
    case OPCODE_OR:
    case OPCODE_XOR:
    case OPCODE_MIN:
    case OPCODE_MAX:
    case OPCODE_SELP: return smaller(a, b);
    case OPCODE_AND: return larger(a, b);
    case OPCODE_SHL: return smaller(ALL_ZERO, a + (constant ? (unsigned)amount->bits % ALL_ZERO : 0));
    case OPCODE_SHR: return constant && a > amount->bits ? a - (unsigned)amount->bits : 0;
    case OPCODE_MUL: return low ? smaller(ALL_ZERO, a + b) : 0;
    case OPCODE_MAD: return low ? smaller(smaller(ALL_ZERO, a + b), zeros_of_source(alignment, in, 3)) : 0;
    default: return 0;
    }
}

static void note_assignments(Alignment *alignment, const PtxInstruction *in) {
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));) {
        if (result->kind != OPERAND_REGISTER) continue;
        uint8_t *count = &alignment->assignments[result->index];
        alignment->assignment[result->index] = *count == 0 && in->guard < 0 ? in : NULL;
        *count += *count < 2;
    }
}

static bool lower(uint8_t *zeros, unsigned to) {
    bool changed = to < *zeros;
    if (changed) *zeros = (uint8_t)to;
    return changed;
}

static bool visit(Alignment *alignment, const PtxInstruction *in) {
    const PtxOperand *result;
    bool changed = false, alone = ptx_has_result(in) && in->operands[0].kind == OPERAND_REGISTER;
    unsigned zeros = alone ? zeros_of_result(alignment, in) : 0;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));)
        if (result->kind == OPERAND_REGISTER) changed |= lower(&alignment->zeros[result->index], zeros);
    return changed;
}

Alignment *alignment_find(const Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    Alignment *alignment = arena_array(decoder->scratch, 1, sizeof *alignment);
    alignment->decoder = decoder;
    alignment->zeros = arena_array(decoder->scratch, function->register_count + 1, 1);
    alignment->assignment = arena_array(decoder->scratch, function->register_count + 1, sizeof *alignment->assignment);
    alignment->assignments = arena_array(decoder->scratch, function->register_count + 1, 1);
    memset(alignment->zeros, ALL_ZERO, function->register_count + 1);
    for (uint32_t n = 0; n < function->instruction_count; n++) note_assignments(alignment, &function->instructions[n]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < function->instruction_count; n++)
            changed |= visit(alignment, &function->instructions[n]);
    }
    return alignment;
}

static bool assigned_once(const Alignment *alignment, uint32_t index) { return alignment->assignments[index] == 1; }

// The only assignment of a register, if it is `add register, register assigned once, constant`.
static const PtxInstruction *constant_addition(const Alignment *alignment, uint32_t index) {
    const PtxInstruction *in = alignment->assignment[index];
    if (!in || in->opcode != OPCODE_ADD || in->operand_count != 3 || ptx_type(in) >= TYPE_F16) return NULL;
    bool fits = in->operands[1].kind == OPERAND_REGISTER && in->operands[2].kind == OPERAND_IMMEDIATE;
    return fits && assigned_once(alignment, in->operands[1].index) ? in : NULL;
}

static bool is_wide_product(const Alignment *alignment, const PtxOperand *operand) {
    if (operand->kind != OPERAND_REGISTER) return false;
    const PtxInstruction *in = alignment->assignment[operand->index];
    return in && in->opcode == OPCODE_MUL && ptx_has(in, "wide") && ptx_has(in, "u32");
}

bool alignment_is_product(const Alignment *alignment, uint32_t index) {
    const PtxInstruction *in = alignment->assignment[index];
    if (!in || in->opcode != OPCODE_ADD || in->operand_count != 3) return false;
    return is_wide_product(alignment, &in->operands[1]) || is_wide_product(alignment, &in->operands[2]);
}

static bool is_shared(const Alignment *alignment, uint32_t variable) {
    return alignment->decoder->module->variables[variable].space == SPACE_SHARED;
}

static SharedAddress variable_address(const Alignment *alignment, uint32_t index, int64_t offset) {
    const PtxVariable *variable = &alignment->decoder->module->variables[index];
    if (variable->is_extern) return (SharedAddress){-2, offset, DYNAMIC_ZEROS};
    return (SharedAddress){-1, offset + alignment->decoder->shared_offset[index], ALL_ZERO};
}

SharedAddress alignment_address(const Alignment *alignment, const PtxOperand *address) {
    int64_t offset = address->offset;
    if (address->base == BASE_NONE) return (SharedAddress){-1, offset, ALL_ZERO};
    if (address->base == BASE_VARIABLE && !is_shared(alignment, address->index)) return (SharedAddress){-1, offset, 0};
    if (address->base == BASE_VARIABLE) return variable_address(alignment, address->index, offset);
    uint32_t root = address->index;
    for (const PtxInstruction *in; (in = constant_addition(alignment, root)) != NULL; root = in->operands[1].index)
        offset += (int32_t)in->operands[2].bits;
    const PtxInstruction *in = alignment->assignment[root];
    bool names = in && in->opcode == OPCODE_MOV && in->operand_count == 2 && in->operands[1].kind == OPERAND_VARIABLE;
    if (names && is_shared(alignment, in->operands[1].index))
        return variable_address(alignment, in->operands[1].index, offset + in->operands[1].offset);
    return (SharedAddress){(int32_t)root, offset, alignment->zeros[root]};
}
