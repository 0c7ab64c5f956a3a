// sunk_operations.c - code sinking: floating point operations that the assembler moves past a branch, where fewer lanes
// need them.
//
// Where a block ends with a branch to the function's end, what only the block after it uses is computed there: the
// last sum of a reduction, if one lane stores the result. Not so if that block is nothing but stores, which ptxas
// puts under a predicate, and not operations on __constant__ memory, whose values are in registers of the whole warp.
// Read off the machine code of 30 small kernels.
#include "sunk_operations.h"
#include <string.h>

typedef struct {
    const PtxFunction *function;
    const Blocks *blocks;
    const Decoder *decoder;
    Fusion *fusions;
    uint32_t *entries;  // by block: how many blocks lead to it
    uint32_t *behind;   // by register: reads by what comes after the branch
    uint32_t *constant; // by register: loads of it from __constant__ memory
    uint32_t *changed;  // by register: assignments between the instruction and the branch
} Scan;

// ---- where -----------------------------------------------------------------------------------------------------

static bool ends(const PtxInstruction *in) { return in->guard < 0 && facts_of(in)->flow == ENDS; }

static bool is_end(const Scan *scan, uint32_t block) {
    uint32_t first = scan->blocks->first[block];
    return first == scan->function->instruction_count || ends(&scan->function->instructions[first]);
}

// Something is computed, if only an address: of a parameter it is loaded first.
static bool computes(const Scan *scan, uint32_t block) {
    for (uint32_t n = scan->blocks->first[block]; n < scan->blocks->first[block + 1]; n++)
        if (!(facts_of(&scan->function->instructions[n])->marks & NO_COMPUTATION)) return true;
    return false;
}

static bool branches_to_end(const Scan *scan, uint32_t block) {
    uint32_t behind = scan->blocks->first[block + 1];
    if (behind == scan->blocks->first[block]) return false;
    const PtxInstruction *last = &scan->function->instructions[behind - 1];
    if (last->opcode != OPCODE_BRA || last->guard < 0 || scan->entries[block + 1] != 1) return false;
    return is_end(scan, (uint32_t)scan->blocks->edges[block].next[1]) && computes(scan, block + 1);
}

static void count_entries(Scan *scan) {
    for (uint32_t block = 0; block < scan->blocks->count; block++) {
        const BlockEdges *edges = &scan->blocks->edges[block];
        for (unsigned n = 0; n < 2; n++)
            if (edges->next[n] >= 0) scan->entries[edges->next[n]]++;
        for (uint32_t n = 0; n < edges->more_count; n++) scan->entries[edges->more[n]]++;
    }
}

// ---- what ------------------------------------------------------------------------------------------------------

static bool is_arithmetic(const PtxInstruction *in) {
    return facts_of(in)->marks & SINKS && (ptx_has(in, "f32") || ptx_has(in, "f64"));
}

static void find_constants(Scan *scan) {
    for (uint32_t n = 0; n < scan->function->instruction_count; n++) {
        const PtxInstruction *in = &scan->function->instructions[n];
        if (in->opcode == OPCODE_LD && ptx_space(in) == SPACE_CONST) count_assigned(in, scan->constant);
    }
}

// What is decoded for the instruction reads the same before and after the branch.
static bool sources_stay(const Scan *scan, uint32_t n) {
    FusedInstruction room;
    const PtxInstruction *in = fusion_apply(scan->decoder, n, &room);
    for (uint32_t o = 1; o < in->operand_count; o++)
        if (in->operands[o].kind == OPERAND_REGISTER &&
            (scan->changed[in->operands[o].index] || scan->constant[in->operands[o].index]))
            return false;
    return true;
}

static bool sinks(const Scan *scan, uint32_t n) {
    const PtxInstruction *in = &scan->function->instructions[n];
    if (!is_arithmetic(in) || in->guard >= 0 || in->operand_count < 2 || in->operands[0].kind != OPERAND_REGISTER)
        return false;
    uint32_t result = in->operands[0].index, behind = scan->behind[result]; // 1 of the reads is the assignment
    return behind && scan->decoder->reads[result] == behind + 1 && sources_stay(scan, n);
}

static void sink_block(Scan *scan, uint32_t block) {
    uint32_t first = scan->blocks->first[block], behind = scan->blocks->first[block + 1];
    uint32_t registers = scan->function->register_count + 1;
    memset(scan->behind, 0, registers * sizeof *scan->behind);
    memset(scan->changed, 0, registers * sizeof *scan->changed);
    for (uint32_t n = behind; n < scan->blocks->first[block + 2]; n++)
        count_named(operands_all(&scan->function->instructions[n]), scan->behind);
    for (uint32_t n = behind - 1; n-- > first;) {
        const PtxInstruction *in = &scan->function->instructions[n];
        scan->fusions[n].sunk = sinks(scan, n);
        if (scan->fusions[n].sunk) count_named(operands_read(in), scan->behind);
        count_assigned(in, scan->changed);
    }
}

void sunk_operations_find(const Decoder *decoder, const Blocks *blocks, Fusion *fusions) {
    Scan scan = {.function = decoder->function, .blocks = blocks, .decoder = decoder, .fusions = fusions};
    scan.entries = arena_array(decoder->scratch, blocks->count, sizeof *scan.entries);
    scan.behind = arena_array(decoder->scratch, decoder->function->register_count + 1, sizeof *scan.behind);
    scan.changed = arena_array(decoder->scratch, decoder->function->register_count + 1, sizeof *scan.changed);
    scan.constant = arena_array(decoder->scratch, decoder->function->register_count + 1, sizeof *scan.constant);
    count_entries(&scan);
    find_constants(&scan);
    for (uint32_t block = 0; block + 2 < blocks->count; block++)
        if (branches_to_end(&scan, block)) sink_block(&scan, block);
}
