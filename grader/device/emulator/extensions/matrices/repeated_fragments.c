// repeated_fragments.c - fragments that the assembler does not load, because an earlier instruction of the block loaded
// the same.
//
// nvcc's first pass keeps every wmma.load. The assembler makes plain loads of it and leaves out those that repeat
// others (redundant_loads.c has the rule for plain loads), so a matrix and the same one turned are loaded once. Nothing
// between them may write global memory or wait for other threads. That was read off the machine code of small kernels.
#include "repeated_fragments.h"
#include "../../assembled/fused_multiply_add.h"
#include "fragment.h"
#include <string.h>

enum { LOADS_MOST = 64 }; // that are remembered

typedef struct {
    const PtxInstruction *in;
    const Instruction *out;
    uint32_t versions[2]; // of the registers of its address and stride
} Load;

typedef struct {
    uint32_t *versions; // by register: assignments seen
    Load loads[LOADS_MOST];
    uint32_t count;
} Scan;

static bool is_fragment_load(const PtxInstruction *in) {
    return in->opcode == OPCODE_WMMA && ptx_has(in, "load") && ptx_space(in) == SPACE_GLOBAL && in->guard < 0;
}

// Global memory may have changed after it.
static bool separates(const PtxInstruction *in) {
    PtxSpace space = ptx_space(in);
    bool here = space == SPACE_GLOBAL || space == SPACE_GENERIC;
    switch (facts_of(in)->order) {
    case FENCE:
    case FENCE_OF_FRAGMENTS: return true;
    case WRITES:
    case WRITES_SURFACES: return here;
    case WRITES_IF_STORE: return here && ptx_has(in, "store");
    default: return here && in->opcode == OPCODE_LD && ptx_is_ordered(in);
    }
}

static uint32_t version_of(const Scan *scan, const PtxInstruction *in, unsigned n) {
    if (in->operand_count <= n) return 0;
    const PtxOperand *operand = &in->operands[n];
    return operand_names_register(operand) ? scan->versions[operand->index] : 0;
}

static bool same_operand(const PtxInstruction *a, const PtxInstruction *b, unsigned n) {
    if (a->operand_count <= n || b->operand_count <= n) return a->operand_count == b->operand_count;
    const PtxOperand *x = &a->operands[n], *y = &b->operands[n];
    return x->kind == y->kind && x->base == y->base && x->index == y->index && x->offset == y->offset &&
           x->bits == y->bits;
}

static bool same_load(const Load *a, const Load *b) {
    return !memcmp(a->versions, b->versions, sizeof a->versions) && same_operand(a->in, b->in, 1) &&
           same_operand(a->in, b->in, 2) && wmma_moves_as(a->out, b->out);
}

static void scan_load(Scan *scan, const PtxInstruction *in, Instruction *out) {
    Load load = {in, out, {version_of(scan, in, 1), version_of(scan, in, 2)}};
    for (uint32_t n = 0; n < scan->count; n++)
        if (same_load(&scan->loads[n], &load)) out->fate = FATE_REDUNDANT;
    if (out->fate == FATE_ISSUED && scan->count < LOADS_MOST) scan->loads[scan->count++] = load;
}

static bool loads_fragments(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++)
        if (is_fragment_load(&function->instructions[n])) return true;
    return false;
}

void repeated_fragments_find(const Decoder *decoder, const Blocks *blocks) {
    const PtxFunction *function = decoder->function;
    if (!loads_fragments(function)) return;
    Scan scan = {.versions = arena_array(decoder->scratch, function->register_count + 1, sizeof *scan.versions)};
    for (uint32_t block = 0; block < blocks->count; block++, scan.count = 0) {
        if (blocks->place[block] == UINT32_MAX) continue;
        Instruction *out = &decoder->code->instructions[blocks->place[block]];
        uint32_t count = decode_order(decoder, blocks, block);
        for (uint32_t k = 0; k < count; k++) {
            const PtxInstruction *in = &function->instructions[decoder->order[k]];
            if (separates(in)) scan.count = 0;
            if (is_fragment_load(in)) scan_load(&scan, in, &out[k]);
            count_assigned(in, scan.versions);
        }
    }
}
