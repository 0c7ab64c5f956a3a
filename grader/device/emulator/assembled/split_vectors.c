// split_vectors.c - finds the vector loads that the assembler splits because not all of their elements are used.
//
// Of four elements of 4 bytes, two that are used and are no aligned half of the vector (x and z, x and w, y and z, y
// and w) are loaded by two instructions of 4 bytes. Any other choice is one load: this is what the machine code of
// ptxas 13.0 has for all 15 choices, in global and in shared memory. An element is not used if nothing reads its
// register.
#include "split_vectors.h"

static bool *registers_read(const Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    bool *read = arena_array(decoder->scratch, function->register_count + 1, sizeof *read);
    const PtxOperand *operand;
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        for (OperandWalk walk = operands_read(in); (operand = operand_next(&walk));)
            if (operand->kind == OPERAND_REGISTER) read[operand->index] = true;
        if (in->guard >= 0) read[in->guard] = true;
    }
    return read;
}

static bool is_wide_load(const PtxInstruction *in) {
    PtxSpace space = ptx_space(in);
    return in->opcode == OPCODE_LD && ptx_has(in, "v4") && ptx_type_bytes(ptx_type(in)) == 4 && !ptx_is_ordered(in) &&
           (space == SPACE_SHARED || space == SPACE_GLOBAL) && in->operands[0].kind == OPERAND_VECTOR;
}

static uint8_t elements_read(const PtxOperand *vector, const bool *read) {
    uint8_t used = 0;
    for (uint32_t n = 0; n < vector->count; n++) {
        const PtxOperand *element = &vector->elements[n];
        if (element->kind == OPERAND_REGISTER && read[element->index]) used |= (uint8_t)(1u << n);
    }
    return used;
}

static bool is_split(uint8_t used) { return __builtin_popcount(used) == 2 && used != 0x3 && used != 0xc; }

void split_vectors_find(const Decoder *decoder, const Blocks *blocks) {
    const PtxFunction *function = decoder->function;
    const bool *read = NULL;
    (void)blocks;
    for (uint32_t k = 0; k < decoder->code->count; k++) {
        Instruction *out = &decoder->code->instructions[k];
        const PtxInstruction *in =
            out->source < function->instruction_count ? &function->instructions[out->source] : NULL;
        if (!in || out->class != CLASS_LOAD || out->fate != FATE_ISSUED || !is_wide_load(in)) continue;
        if (!read) read = registers_read(decoder);
        uint8_t used = elements_read(&in->operands[0], read);
        if (is_split(used)) out->used_elements = used;
    }
}
