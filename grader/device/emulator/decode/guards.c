// guards.c - finds the comparisons that hold at each instruction of a kernel.
//
// A conditional branch makes sure of comparisons on each of its ways: `if (x < n && y < n)` of two. One holds where all
// ways have made sure of it and nothing has assigned its operands since. So a loop's condition holds in its body, too,
// up to where its counter is changed.
#include "guards.h"
#include "../base/arena.h"
#include "../ptx/instruction_facts.h"
#include "blocks.h"
#include <string.h>

#define NOT_ONCE UINT32_MAX
enum { CONDITIONS_NESTED = 8 };
_Static_assert(GUARDS_MOST <= 64, "a guard is a bit of a word");

typedef struct {
    Program *program;
    const PtxFunction *kernel;
    Blocks blocks;
    uint32_t *definition; // by register: the only instruction that assigns it, or NOT_ONCE
    uint64_t *ends;       // by register: the guards that hold no longer when it is assigned
    Guard *guards;
    uint32_t count;
} Search;

// ---- comparisons ---------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    Relation relation;
    bool swapped;         // b RELATION a
    const char *opposite; // what holds if it does not
} Comparison;

static const Comparison *comparison_named(const PtxInstruction *in, const char *name) {
    static const Comparison COMPARISONS[] = {
        {"lt", LESS, false, "ge"},  {"ge", AT_MOST, true, "lt"}, {"le", AT_MOST, false, "gt"}, {"gt", LESS, true, "le"},
        {"lo", LESS, false, "hs"},  {"hs", AT_MOST, true, "lo"}, {"ls", AT_MOST, false, "hi"}, {"hi", LESS, true, "ls"},
        {"eq", EQUAL, false, "ne"}, {"ne", EQUAL, false, "eq"},
    };
    for (size_t n = 0; n < sizeof COMPARISONS / sizeof *COMPARISONS; n++)
        if (name ? !strcmp(name, COMPARISONS[n].name) : ptx_has(in, COMPARISONS[n].name)) return &COMPARISONS[n];
    return NULL;
}

static bool same_operand(const PtxOperand *a, const PtxOperand *b) {
    return a->kind == b->kind && a->index == b->index && a->bits == b->bits && a->offset == b->offset &&
           a->literal == b->literal;
}

static bool is_whole(const PtxOperand *operand) {
    if (operand->kind == OPERAND_REGISTER) return !operand->negated && operand->bits == 0;
    return operand->kind == OPERAND_IMMEDIATE || operand->kind == OPERAND_SPECIAL;
}

static uint64_t guard_bit(Search *search, Guard guard) {
    uint32_t n = 0;
    while (n < search->count &&
           !(search->guards[n].relation == guard.relation && search->guards[n].type == guard.type &&
             same_operand(search->guards[n].a, guard.a) && same_operand(search->guards[n].b, guard.b)))
        n++;
    if (n == GUARDS_MOST) return 0;
    if (n == search->count) {
        search->guards[search->count++] = guard;
        if (guard.a->kind == OPERAND_REGISTER) search->ends[guard.a->index] |= 1ull << n;
        if (guard.b->kind == OPERAND_REGISTER) search->ends[guard.b->index] |= 1ull << n;
    }
    return 1ull << n;
}

// The guard that setp.COMPARISON.TYPE p, a, b is where p is `truth`.
static uint64_t compared(Search *search, const PtxInstruction *in, bool truth) {
    const Comparison *comparison = comparison_named(in, NULL);
    PtxType type = ptx_type(in);
    bool plain =
        in->modifier_count == 2 && in->operands[0].kind == OPERAND_REGISTER && type >= TYPE_B8 && type <= TYPE_S64;
    if (!comparison || !plain || !is_whole(&in->operands[1]) || !is_whole(&in->operands[2])) return 0;
    if (!truth) comparison = comparison_named(in, comparison->opposite);
    if (!strcmp(comparison->name, "ne")) return 0;
    bool swapped = comparison->swapped;
    const PtxOperand *a = &in->operands[swapped ? 2 : 1], *b = &in->operands[swapped ? 1 : 2];
    return guard_bit(search, (Guard){comparison->relation, type, a, b});
}

// ---- what a branch makes sure of -----------------------------------------------------------------------------------

static uint32_t block_of(const Search *search, uint32_t n) { return search->blocks.block_of[n]; }

static bool assigns(const PtxInstruction *in, uint32_t index) {
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));)
        if (result->kind == OPERAND_REGISTER && result->index == index) return true;
    return false;
}

// Whether the operand, which instruction `from` reads, is the same at `to`, which comes after it.
static bool stays(const Search *search, const PtxOperand *operand, uint32_t from, uint32_t to) {
    if (operand->kind != OPERAND_REGISTER) return true;
    uint32_t definition = search->definition[operand->index];
    if (definition != NOT_ONCE && search->blocks.flow.loop[block_of(search, definition)] == NO_BLOCK) return true;
    if (from >= to || block_of(search, from) != block_of(search, to)) return false;
    while (++from < to)
        if (assigns(&search->kernel->instructions[from], operand->index)) return false;
    return true;
}

// Guards that hold at the branch if the predicate, which instruction `reader` reads, is `truth`.
static uint64_t implied(Search *search, const PtxOperand *predicate, bool truth, uint32_t reader, uint32_t branch,
                        unsigned depth) {
    if (predicate->kind != OPERAND_REGISTER || depth == CONDITIONS_NESTED) return 0;
    uint32_t n = search->definition[predicate->index];
    if (n == NOT_ONCE || !stays(search, predicate, n, reader)) return 0;
    const PtxInstruction *in = &search->kernel->instructions[n];
    const PtxOperand *operands = in->operands;
    if (in->guard >= 0) return 0;
    if (predicate->negated) truth = !truth;
    bool both = in->opcode == OPCODE_AND ? truth : in->opcode == OPCODE_OR && !truth;
    if (both)
        return implied(search, &operands[1], truth, n, branch, depth + 1) |
               implied(search, &operands[2], truth, n, branch, depth + 1);
    if (in->opcode == OPCODE_NOT) return implied(search, &operands[1], !truth, n, branch, depth + 1);
    bool holds = in->opcode == OPCODE_SETP && in->operand_count == 3 && stays(search, &operands[1], n, branch) &&
                 stays(search, &operands[2], n, branch);
    return holds ? compared(search, in, truth) : 0;
}

typedef struct {
    uint64_t made[2]; // sure of, on the way to BlockEdges.next
    uint64_t ended;   // hold no longer at the block's end
    uint64_t holding; // at its begin
} BlockGuards;

static uint64_t ended_by(const Search *search, uint32_t n) {
    uint64_t ended = 0;
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(&search->kernel->instructions[n]); (result = operand_next(&walk));)
        if (result->kind == OPERAND_REGISTER) ended |= search->ends[result->index];
    return ended;
}

static void find_made(Search *search, BlockGuards *guards) {
    const Blocks *blocks = &search->blocks;
    for (uint32_t b = 0; b + 1 < blocks->count; b++) {
        uint32_t last = blocks->first[b + 1] - 1;
        const PtxInstruction *in = &search->kernel->instructions[last];
        if (blocks->edges[b].next[1] < 0 || in->guard < 0) continue;
        PtxOperand predicate = {.kind = OPERAND_REGISTER, .index = (uint32_t)in->guard};
        guards[b].made[0] = implied(search, &predicate, in->guard_negated, last, last, 0);
        guards[b].made[1] = implied(search, &predicate, !in->guard_negated, last, last, 0);
    }
    for (uint32_t b = 0; b + 1 < blocks->count; b++)
        for (uint32_t n = blocks->first[b]; n < blocks->first[b + 1]; n++) guards[b].ended |= ended_by(search, n);
}

// What has been made sure of on every way from block `from` to `to`.
static uint64_t handed_on(const BlockEdges *edges, const BlockGuards *from, uint32_t to) {
    uint64_t holding = from->holding & ~from->ended, all = ~0ull;
    for (uint32_t e = 0; e < flow_edge_count(edges); e++)
        if (flow_edge(edges, e) == (int32_t)to) all &= holding | (e < 2 ? from->made[e] : 0);
    return all;
}

static void find_holding(const Flow *flow, BlockGuards *guards) {
    for (uint32_t n = 1; n < flow->reached; n++) guards[flow->order[n]].holding = ~0ull;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < flow->reached; n++) {
            uint32_t block = flow->order[n];
            uint64_t before = guards[block].holding;
            for (uint32_t f = flow->first_from[block]; f < flow->first_from[block + 1]; f++)
                guards[block].holding &= handed_on(&flow->edges[flow->from[f]], &guards[flow->from[f]], block);
            changed |= guards[block].holding != before;
        }
    }
}

static void find_definitions(Search *search) {
    uint32_t *assigned = arena_array(search->program->arena, search->kernel->register_count + 1, sizeof *assigned);
    for (uint32_t n = 0; n < search->kernel->instruction_count; n++) {
        const PtxInstruction *in = &search->kernel->instructions[n];
        count_assigned(in, assigned);
        const PtxOperand *result;
        for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));)
            if (result->kind == OPERAND_REGISTER)
                search->definition[result->index] = assigned[result->index] == 1 ? n : NOT_ONCE;
    }
    for (uint32_t n = 0; n < search->kernel->register_count; n++)
        if (!assigned[n]) search->definition[n] = NOT_ONCE;
}

void guards_find(Program *program) {
    const PtxFunction *kernel = program->kernel;
    Arena *arena = program->arena;
    uint64_t *guarded = arena_array(arena, kernel->instruction_count + 1, sizeof *guarded);
    Search search = {.program = program, .kernel = kernel};
    program->guarded = guarded;
    blocks_find(kernel, arena, &search.blocks);
    program->block_of = search.blocks.block_of;
    if (!search.blocks.flow.reducible) return;
    search.definition = arena_array(arena, kernel->register_count + 1, sizeof *search.definition);
    search.ends = arena_array(arena, kernel->register_count + 1, sizeof *search.ends);
    search.guards = arena_array(arena, GUARDS_MOST, sizeof *search.guards);
    BlockGuards *guards = arena_array(arena, search.blocks.count + 1, sizeof *guards);
    find_definitions(&search);
    find_made(&search, guards);
    find_holding(&search.blocks.flow, guards);
    program->guards = search.guards;
    program->guard_count = search.count;
    for (uint32_t b = 0; b + 1 < search.blocks.count; b++) {
        uint64_t holding = search.blocks.flow.number[b] == NO_BLOCK ? 0 : guards[b].holding;
        for (uint32_t n = search.blocks.first[b]; n < search.blocks.first[b + 1]; n++) {
            guarded[n] = holding;
            holding &= ~ended_by(&search, n);
        }
    }
}
