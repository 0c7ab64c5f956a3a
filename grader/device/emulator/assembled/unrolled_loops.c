// unrolled_loops.c - which loops the assembler unrolls, and how lanes take turns in them.
#include "unrolled_loops.h"
#include "../machine/divergence.h"
#include <string.h>

// ---- how large a loop is -----------------------------------------------------------------------------------------

// ptxas counts instructions much as the PTX has them (ptx_cost), and unrolls loops of up to that many; the sixth load
// of shared memory allows one more, each further one five more, up to fifty.
enum { MOST_COST = 49, MOST_ALLOWANCE = 50 };

static int allowance(int shared_loads) {
    int more = 5 * shared_loads - 29;
    return more < 0 ? 0 : more < MOST_ALLOWANCE ? more : MOST_ALLOWANCE;
}

static bool is_register(const PtxOperand *operand, uint32_t index) {
    return operand->kind == OPERAND_REGISTER && operand->index == index;
}

// mul.lo whose product is only added to something becomes one multiply-add.
static bool is_half_of_multiply_add(const Decoder *decoder, const PtxInstruction *in, const PtxInstruction *end) {
    if (in->opcode != OPCODE_MUL || !ptx_has(in, "lo")) return false;
    if (in->operand_count < 1 || in->operands[0].kind != OPERAND_REGISTER) return false;
    uint32_t product = in->operands[0].index;
    if (decoder->reads[product] != 2) return false; // 2: both
    for (const PtxInstruction *user = in + 1; user < end; user++)
        if (user->opcode == OPCODE_ADD && user->operand_count > 2 &&
            (is_register(&user->operands[1], product) || is_register(&user->operands[2], product)))
            return true;
    return false;
}

// An address with an offset is an addition more.
static bool has_offset(const PtxInstruction *in) {
    bool accesses = (in->opcode == OPCODE_LD || in->opcode == OPCODE_ST) && ptx_space(in) != SPACE_PARAM;
    if (!accesses || !in->operand_count) return false;
    const PtxOperand *address = &in->operands[in->opcode == OPCODE_ST ? 0 : in->operand_count - 1];
    return address->kind == OPERAND_ADDRESS && address->offset;
}

static int cost_of(const Decoder *decoder, const PtxInstruction *in, const PtxInstruction *end) {
    if (is_half_of_multiply_add(decoder, in, end)) return 0;
    return ptx_cost(in) + has_offset(in) + (in->guard >= 0 && in->opcode != OPCODE_BRA);
}

static bool is_small(const Decoder *decoder, const PtxInstruction *first, const PtxInstruction *end) {
    int cost = 0, shared_loads = 0;
    for (const PtxInstruction *in = first; in < end && cost <= MOST_COST + MOST_ALLOWANCE; in++) {
        cost += in->keep_rolled ? NEVER : cost_of(decoder, in, end);
        shared_loads += in->opcode == OPCODE_LD && ptx_space(in) == SPACE_SHARED;
    }
    return cost <= MOST_COST + allowance(shared_loads);
}

// ---- what a loop looks like --------------------------------------------------------------------------------------

// Whether control goes from the first block forward to the last, from there back to the first or out, and in nowhere
// else: an innermost loop with one exit, at its end.
static bool is_plain_loop(const Blocks *blocks, uint32_t first, uint32_t last) {
    const Flow *flow = &blocks->flow;
    for (uint32_t block = first; block <= last; block++) {
        for (uint32_t n = flow->first_from[block]; block > first && n < flow->first_from[block + 1]; n++)
            if (flow->from[n] < first || flow->from[n] >= block) return false;
        for (uint32_t n = 0; block < last && n < flow_edge_count(&blocks->edges[block]); n++) {
            int32_t to = flow_edge(&blocks->edges[block], n);
            if (to >= 0 && (to <= (int32_t)block || to > (int32_t)last)) return false;
        }
    }
    return blocks->edges[last].next[0] == (int32_t)last + 1 && blocks->edges[last].more_count == 0;
}

static bool assigns(const PtxInstruction *in, uint32_t index) {
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));)
        if (is_register(result, index)) return true;
    return false;
}

typedef struct {
    const PtxInstruction *first, *end;
} Range;

// The one instruction of the range that assigns the register; NULL if none does, `end` if several do.
static const PtxInstruction *assignment(Range range, uint32_t index) {
    const PtxInstruction *found = NULL;
    for (const PtxInstruction *in = range.first; in < range.end; in++)
        if (assigns(in, index)) found = found ? range.end : in;
    return found;
}

static bool is_invariant(Range range, const PtxOperand *operand) {
    if (operand->kind == OPERAND_IMMEDIATE) return true;
    return operand->kind == OPERAND_REGISTER && !assignment(range, operand->index);
}

static bool takes(const PtxInstruction *in, const PtxInstruction *end, PtxOpcode opcode, uint32_t source) {
    return in && in < end && in->guard < 0 && in->opcode == opcode && is_register(&in->operands[1], source);
}

// The step of `add %to, %from, step`, 0 if it is another instruction.
static int64_t step_of(const PtxInstruction *in, const PtxInstruction *end, uint32_t from) {
    bool adds = takes(in, end, OPCODE_ADD, from), subtracts = takes(in, end, OPCODE_SUB, from);
    if ((!adds && !subtracts) || in->operands[2].kind != OPERAND_IMMEDIATE) return 0;
    int64_t step = (int64_t)in->operands[2].bits;
    if (ptx_type(in) == TYPE_S32 || ptx_type(in) == TYPE_U32) step = (int32_t)step;
    return adds ? step : -step;
}

// The register that counts iterations, given the one that is compared: the same, or the one that it is copied from or
// to at the end of an iteration. 0 in *step: there is none.
static uint32_t counter_of(Range range, uint32_t compared, const PtxInstruction *compare, int64_t *step) {
    const PtxInstruction *assigned = assignment(range, compared);
    *step = 0;
    if (!assigned || assigned >= compare) return compared;
    *step = step_of(assigned, range.end, compared);
    if (*step || assigned->operand_count < 2 || assigned->operands[1].kind != OPERAND_REGISTER) return compared;
    uint32_t other = assigned->operands[1].index;
    const PtxInstruction *others = assignment(range, other);
    if (takes(others, range.end, OPCODE_MOV, compared)) { // add %next, %i, 1; mov %i, %next; and %next is compared
        *step = step_of(assigned, range.end, other);
        return other;
    }
    if (takes(assigned, range.end, OPCODE_MOV, other)) *step = step_of(others, range.end, compared); // or %i is
    return compared;
}

typedef struct {
    const char *modifier;
    LoopTest test;
    int direction; // of the counter's step, 0: either
} Comparison;
static const Comparison COMPARISONS[] = {{"lt", LOOP_BEFORE, 1},
                                         {"le", LOOP_UP_TO, 1},
                                         {"gt", LOOP_BEFORE, -1},
                                         {"ge", LOOP_UP_TO, -1},
                                         {"ne", LOOP_UNTIL_EQUAL, 0}};

// side: which operand of the comparison the counter is, 1 or 2.
static bool loop_counts(Decoder *decoder, Range range, const PtxInstruction *compare, unsigned side,
                        UnrolledLoop *loop) {
    const PtxOperand *compared = &compare->operands[side], *bound = &compare->operands[3 - side];
    if (compared->kind != OPERAND_REGISTER || !is_invariant(range, bound)) return false;
    uint32_t counter = counter_of(range, compared->index, compare, &loop->step);
    const Comparison *comparison = NULL;
    for (size_t n = 0; n < sizeof COMPARISONS / sizeof *COMPARISONS; n++)
        if (ptx_has(compare, COMPARISONS[n].modifier)) comparison = &COMPARISONS[n];
    if (!comparison || !loop->step) return false;
    int direction = side == 1 ? comparison->direction : -comparison->direction;
    if (direction && (loop->step > 0) != (direction > 0)) return false;
    loop->varies = decoder->varies[counter] || (bound->kind == OPERAND_REGISTER && decoder->varies[bound->index]);
    loop->test = comparison->test;
    loop->counter = decoder->registers[counter];
    loop->bound = decode_operand(decoder, compare, bound, ptx_type(compare));
    return operand_is_bound(loop->bound);
}

// The comparison that the last instruction, a branch back to the first, goes by.
static bool loop_read(Decoder *decoder, Range range, UnrolledLoop *loop) {
    const PtxInstruction *branch = range.end - 1;
    if (branch->guard < 0 || branch->guard_negated) return false;
    const PtxInstruction *compare = assignment(range, (uint32_t)branch->guard);
    if (!compare || compare == range.end || compare->guard >= 0 || compare->opcode != OPCODE_SETP) return false;
    if (compare->operand_count != 3 || compare->operands[0].kind != OPERAND_REGISTER) return false;
    PtxType type = ptx_type(compare);
    loop->wide = type == TYPE_S64 || type == TYPE_U64;
    loop->is_signed = type == TYPE_S32 || type == TYPE_S64;
    if (!loop->wide && type != TYPE_S32 && type != TYPE_U32) return false;
    return loop_counts(decoder, range, compare, 1, loop) || loop_counts(decoder, range, compare, 2, loop);
}

// The loop that the block ends, if the assembler unrolls it.
static bool loop_find(Decoder *decoder, const Blocks *blocks, uint32_t last, UnrolledLoop *loop) {
    const PtxInstruction *instructions = decoder->function->instructions;
    int32_t first = blocks->edges[last].next[1];
    if (decoder->module->is_debug || last + 1 >= blocks->count) return false;
    if (first < 0 || first > (int32_t)last || !is_plain_loop(blocks, (uint32_t)first, last)) return false;
    Range range = {instructions + blocks->first[first], instructions + blocks->first[last + 1]};
    *loop = (UnrolledLoop){.first_block = (uint32_t)first, .last_block = last};
    return is_small(decoder, range.first, range.end) && loop_read(decoder, range, loop);
}

bool unrolled_by_assembler(Decoder *decoder, const Blocks *blocks, uint32_t last) {
    UnrolledLoop loop;
    return loop_find(decoder, blocks, last, &loop);
}

UnrolledLoop **unrolled_loops_find(Decoder *decoder, const Blocks *blocks) {
    UnrolledLoop **heads = arena_array(decoder->scratch, blocks->count, sizeof *heads), loop;
    for (uint32_t last = 0; last < blocks->count; last++) {
        if (!loop_find(decoder, blocks, last, &loop) || !loop.varies) continue;
        heads[loop.first_block] = decode_keep(decoder, sizeof loop);
        *heads[loop.first_block] = loop;
    }
    return heads;
}

// ---- taking turns ------------------------------------------------------------------------------------------------

// How far the lane's counter is from the bound, in the direction of the step.
static int64_t distance(const Warp *warp, const UnrolledLoop *loop, unsigned lane) {
    const void *counters = operand_lanes(warp, loop->counter), *bounds = operand_lanes(warp, loop->bound);
    int64_t between;
    if (loop->wide) between = (int64_t)(((const uint64_t *)bounds)[lane] - ((const uint64_t *)counters)[lane]);
    else if (loop->is_signed) between = (int64_t)((const int32_t *)bounds)[lane] - ((const int32_t *)counters)[lane];
    else between = (int64_t)((const uint32_t *)bounds)[lane] - ((const uint32_t *)counters)[lane];
    return loop->step < 0 ? -between : between;
}

// The lanes that have more than `turns` iterations left.
static uint32_t lanes_beyond(const Warp *warp, const UnrolledLoop *loop, uint32_t lanes, int64_t turns) {
    int64_t far = turns * (loop->step < 0 ? -loop->step : loop->step) - (loop->test == LOOP_UP_TO);
    uint32_t beyond = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        beyond |= (uint32_t)(lanes >> lane & 1 && distance(warp, loop, lane) > far) << lane;
    return beyond;
}

void run_loop_head(Warp *warp, const Instruction *head) {
    const UnrolledLoop *loop = (const UnrolledLoop *)(uintptr_t)head->extra;
    if (path_turn(warp, head)) return;
    uint32_t lanes = path_gather(warp, head);
    uint32_t four = lanes_beyond(warp, loop, lanes, 3);
    uint32_t two = four ? 0 : lanes_beyond(warp, loop, lanes, 1);
    uint32_t chosen = four ? four : two ? two : lanes;
    path_take_turns(warp, chosen, four ? 4 : two ? 2 : 1, head, loop->end);
}
