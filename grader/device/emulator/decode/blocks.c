// blocks.c - finds the basic blocks of a function and where each leads.
#include "blocks.h"
#include "../ptx/instruction_facts.h"
#include <assert.h>
#include <string.h>

static const struct PtxTable *branch_table(const PtxFunction *function, const PtxInstruction *in) {
    const PtxOperand *last = in->operand_count ? &in->operands[in->operand_count - 1] : NULL;
    if (!last || last->kind != OPERAND_LABEL || !last->count) return NULL;
    const struct PtxTable *table = &function->tables[last->count - 1];
    return table->branches ? table : NULL; // else its labels are functions
}

static bool is_branch(const PtxInstruction *in) { return facts_of(in)->flow == BRANCHES; }
static bool is_table_branch(const PtxInstruction *in) { return facts_of(in)->flow == BRANCHES_BY_TABLE; }

static bool ends_path(const PtxInstruction *in) {
    return in->guard < 0 && (is_branch(in) || is_table_branch(in) || facts_of(in)->flow == ENDS);
}

static bool ends_block(const PtxInstruction *in) { return is_branch(in) || is_table_branch(in) || ends_path(in); }

static void find_blocks(const PtxFunction *function, Arena *arena, Blocks *blocks) {
    uint32_t count = function->instruction_count;
    uint8_t *leader = arena_array(arena, count + 2, 1);
    leader[0] = 1;
    for (uint32_t n = 0; n < count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        if (ends_block(in)) leader[n + 1] = 1;
        for (uint32_t o = 0; o < in->operand_count; o++)
            if (in->operands[o].kind == OPERAND_LABEL && !in->operands[o].count) leader[in->operands[o].index] = 1;
    }
    for (uint32_t t = 0; t < function->table_count; t++)
        for (uint32_t n = 0; function->tables[t].branches && n < function->tables[t].count; n++)
            leader[function->tables[t].labels[n]] = 1;
    blocks->block_of = arena_array(arena, count + 2, sizeof(uint32_t));
    blocks->first = arena_array(arena, count + 3, sizeof(uint32_t));
    leader[count] = 1; // the end of the function is a block of its own: an implicit return
    for (uint32_t n = 0; n <= count; n++) {
        if (leader[n]) blocks->first[blocks->count++] = n;
        blocks->block_of[n] = blocks->count - 1;
    }
    assert(blocks->count >= 1 && blocks->first[blocks->count - 1] == count);
    blocks->first[blocks->count] = count;
}

static void find_edges(const PtxFunction *function, Arena *arena, Blocks *blocks) {
    blocks->edges = arena_array(arena, blocks->count, sizeof *blocks->edges);
    blocks->place = arena_array(arena, blocks->count, sizeof *blocks->place);
    blocks->end = arena_array(arena, blocks->count, sizeof *blocks->end);
    blocks->entry = arena_array(arena, blocks->count, sizeof *blocks->entry);
    for (uint32_t b = 0; b < blocks->count; b++) {
        BlockEdges *edges = &blocks->edges[b];
        edges->next[0] = edges->next[1] = -1;
        blocks->place[b] = UINT32_MAX;
        if (b == blocks->count - 1) continue;
        const PtxInstruction *last = &function->instructions[blocks->first[b + 1] - 1];
        if (!ends_path(last)) edges->next[0] = (int32_t)b + 1;
        assert(!is_branch(last) || last->operands[0].kind == OPERAND_LABEL);
        if (is_branch(last)) edges->next[1] = (int32_t)blocks->block_of[last->operands[0].index];
        const struct PtxTable *table = is_table_branch(last) ? branch_table(function, last) : NULL;
        if (!table) continue;
        uint32_t *more = arena_array(arena, table->count, sizeof *more);
        for (uint32_t n = 0; n < table->count; n++) more[n] = blocks->block_of[table->labels[n]];
        edges->more = more;
        edges->more_count = table->count;
    }
}

void blocks_find(const PtxFunction *function, Arena *arena, Blocks *blocks) {
    *blocks = (Blocks){0};
    find_blocks(function, arena, blocks);
    find_edges(function, arena, blocks);
    flow_find(&blocks->flow, arena, blocks->edges, blocks->count);
}
