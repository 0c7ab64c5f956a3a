// uniformity.c - which registers have one value in all lanes of a warp that are active together.
//
// The assembler merges a warp's atomics on one address into one lane's if it can prove that there is one address.
// What it proves is what the classic divergence analysis proves (Coutinho et al., "Divergence analysis and
// optimizations", PACT 2011), as was seen on some 1100 small kernels: a value varies if it is computed from one that
// does, or if it is assigned in several places some of which only part of the warp may reach. Whatever is loaded
// from one address is one value.
#include "uniformity.h"
#include <string.h>

enum { MOST_BLOCKS = 4096 }; // of a function that is analysed: the sets below are that many bits by that many

typedef struct {
    const Decoder *decoder;
    const Blocks *blocks;
    uint8_t *varies;       // by register
    uint32_t *assignments; // by register: how many
    uint8_t *partial;      // by block: a part of a warp may reach it without the rest
    uint8_t *divergent;    // by block: lanes may disagree on the branch at its end; what that makes partial is marked
    uint64_t *post_dominators; // by block: a set of blocks, `words` long
    size_t words;
    bool changed;
} Analysis;

// ---- blocks that a divergent branch splits the warp over -------------------------------------------------------

static uint64_t *set_of(const Analysis *analysis, uint32_t block) {
    return analysis->post_dominators + block * analysis->words;
}

// The set becomes the block and what all its successors have in common; true if that changed it.
static bool intersect_successors(Analysis *analysis, uint32_t block, uint64_t *scratch) {
    const BlockEdges *edges = &analysis->blocks->edges[block];
    bool any = false;
    memset(scratch, 0xff, analysis->words * sizeof *scratch);
    for (uint32_t n = 0; n < flow_edge_count(edges); n++) {
        if (flow_edge(edges, n) < 0) continue;
        any = true;
        const uint64_t *other = set_of(analysis, (uint32_t)flow_edge(edges, n));
        for (size_t w = 0; w < analysis->words; w++) scratch[w] &= other[w];
    }
    if (!any) memset(scratch, 0, analysis->words * sizeof *scratch);
    scratch[block / 64] |= 1ull << block % 64;
    uint64_t *set = set_of(analysis, block);
    bool changed = memcmp(set, scratch, analysis->words * sizeof *scratch) != 0;
    memcpy(set, scratch, analysis->words * sizeof *scratch);
    return changed;
}

static void find_post_dominators(Analysis *analysis) {
    uint32_t count = analysis->blocks->count;
    uint64_t *scratch = arena_array(analysis->decoder->scratch, analysis->words, sizeof *scratch);
    memset(analysis->post_dominators, 0xff, count * analysis->words * sizeof *scratch);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t block = count; block-- > 0;) changed |= intersect_successors(analysis, block, scratch);
    }
}

// Marks what can be reached from the branch before its paths reconverge at a post-dominator.
static void mark_partial(Analysis *analysis, uint32_t branch) {
    if (analysis->divergent[branch]) return;
    analysis->divergent[branch] = 1;
    const uint64_t *meeting = set_of(analysis, branch);
    uint32_t *stack = arena_array(analysis->decoder->scratch, analysis->blocks->count + 1, sizeof *stack), height = 0;
    uint8_t *seen = arena_array(analysis->decoder->scratch, analysis->blocks->count, 1);
    stack[height++] = branch;
    while (height > 0) {
        const BlockEdges *edges = &analysis->blocks->edges[stack[--height]];
        for (uint32_t n = 0; n < flow_edge_count(edges); n++) {
            if (flow_edge(edges, n) < 0) continue;
            uint32_t to = (uint32_t)flow_edge(edges, n);
            bool meets = meeting[to / 64] >> to % 64 & 1 && to != branch;
            if (meets || seen[to]) continue;
            seen[to] = 1;
            analysis->changed |= !analysis->partial[to];
            analysis->partial[to] = 1;
            stack[height++] = to;
        }
    }
}

// ---- values ----------------------------------------------------------------------------------------------------

static bool special_varies(uint32_t special) {
    if (special >= SPECIAL_NTID_X && special <= SPECIAL_NCTAID_Z) return false;
    return special < SPECIAL_TOTAL_SMEM_SIZE || special > SPECIAL_CLUSTER_NCTARANK;
}

static bool operand_varies(const Analysis *analysis, const PtxOperand *operand) {
    bool varies = false;
    for (OperandWalk walk = operands_within(operand, 1); !varies && (operand = operand_next(&walk));) {
        if (operand_names_register(operand)) varies = analysis->varies[operand->index];
        else if (operand->kind == OPERAND_SPECIAL) varies = special_varies(operand->index);
    }
    return varies;
}

// A kernel's own parameter; what a function was passed and what a call returned may differ from lane to lane.
static bool is_kernel_parameter(const Decoder *decoder, const PtxOperand *address) {
    if (!decoder->function->is_entry || address->base != BASE_VARIABLE) return false;
    for (uint32_t n = 0; n < decoder->function->parameter_count; n++)
        if (decoder->function->parameters[n] == address->index) return true;
    return false;
}

static bool load_varies(const Analysis *analysis, const PtxInstruction *in) {
    PtxSpace space = ptx_space(in);
    if (space == SPACE_LOCAL || in->operand_count < 2) return true;
    return space == SPACE_PARAM && !is_kernel_parameter(analysis->decoder, &in->operands[1]);
}

// shfl.idx of one lane's value to the whole warp is the only one whose lanes agree.
static bool shuffle_varies(const Analysis *analysis, const PtxInstruction *in) {
    if (!ptx_has(in, "idx") || in->operand_count < 4) return true;
    const PtxOperand *segments = &in->operands[3];
    return operand_varies(analysis, &in->operands[2]) || segments->kind != OPERAND_IMMEDIATE || segments->bits != 31;
}

// Does the instruction's result vary, given what is known of its sources?
static bool result_varies(const Analysis *analysis, const PtxInstruction *in) {
    if (facts_of(in)->lanes == DIFFER) return true;
    if (facts_of(in)->lanes == AGREE) return false;
    if (in->opcode == OPCODE_MATCH) return !ptx_has(in, "all");
    if (in->opcode == OPCODE_SHFL) return shuffle_varies(analysis, in);
    if (in->opcode == OPCODE_LD && load_varies(analysis, in)) return true;
    for (uint32_t n = 1; n < in->operand_count; n++)
        if (operand_varies(analysis, &in->operands[n])) return true;
    return in->guard >= 0 && analysis->varies[in->guard];
}

static void assign(Analysis *analysis, const PtxInstruction *in, bool partial) {
    bool varies = result_varies(analysis, in);
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));) {
        if (result->kind != OPERAND_REGISTER) continue;
        uint8_t *known = &analysis->varies[result->index];
        bool becomes = varies || (partial && analysis->assignments[result->index] > 1);
        analysis->changed |= becomes && !*known;
        *known |= becomes;
    }
}

static void visit_block(Analysis *analysis, uint32_t block) {
    const PtxFunction *function = analysis->decoder->function;
    for (uint32_t n = analysis->blocks->first[block]; n < analysis->blocks->first[block + 1]; n++) {
        const PtxInstruction *in = &function->instructions[n];
        bool branches = facts_of(in)->flow == BRANCHES || facts_of(in)->flow == BRANCHES_BY_TABLE;
        bool index_varies = in->opcode == OPCODE_BRX && operand_varies(analysis, &in->operands[0]);
        if (branches && (index_varies || (in->guard >= 0 && analysis->varies[in->guard])))
            mark_partial(analysis, block);
        if (ptx_has_result(in)) assign(analysis, in, analysis->partial[block]);
    }
}

static void run_analysis(Analysis *analysis) {
    const PtxFunction *function = analysis->decoder->function;
    find_post_dominators(analysis);
    for (uint32_t n = 0; n < function->instruction_count; n++)
        count_assigned(&function->instructions[n], analysis->assignments);
    do {
        analysis->changed = false;
        for (uint32_t block = 0; block < analysis->blocks->count; block++) visit_block(analysis, block);
    } while (analysis->changed);
}

// Only atomics and loops ask.
static bool is_asked_for(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        if (in->opcode == OPCODE_ATOM || in->opcode == OPCODE_RED) return true;
        if (in->opcode == OPCODE_BRA && in->guard >= 0 && in->operands[0].index <= n) return true;
    }
    return false;
}

uint8_t *uniformity_find(const Decoder *decoder, const Blocks *blocks) {
    uint32_t registers = decoder->function->register_count;
    Analysis analysis = {.decoder = decoder, .blocks = blocks, .words = (blocks->count + 63) / 64};
    Arena *arena = decoder->scratch;
    analysis.varies = arena_array(arena, registers + 1, 1);
    if (blocks->count > MOST_BLOCKS || !is_asked_for(decoder->function)) {
        memset(analysis.varies, 1, registers + 1);
        return analysis.varies;
    }
    analysis.assignments = arena_array(arena, registers + 1, sizeof *analysis.assignments);
    analysis.partial = arena_array(arena, blocks->count, 1);
    analysis.divergent = arena_array(arena, blocks->count, 1);
    analysis.post_dominators = arena_array(arena, blocks->count * analysis.words, sizeof *analysis.post_dominators);
    run_analysis(&analysis);
    return analysis.varies;
}

bool uniformity_of_operand(const Decoder *decoder, const PtxOperand *operand) {
    Analysis analysis = {.decoder = decoder, .varies = decoder->varies};
    return !operand_varies(&analysis, operand);
}
