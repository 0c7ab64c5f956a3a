// sink.c - operations are moved towards their uses, past branches that do not need them.
//
// This is LLVM's sinking pass, which NVVM runs: an operation at the end of a block with two ways out goes to the
// dominated block that dominates all of its uses, but not into a loop. A load goes only to a block that its own alone
// leads to, and not past a write. Then fewer lanes compute it; products come to stand beside their sums, where they
// are contracted; and a value that one thread reads after a barrier is not read by others.
#include "passes.h"

#include <stdlib.h>

typedef struct {
    const Op *user;     // NULL: a branch
    const Block *block; // of a branch, or where a phi's operand comes from; NULL: the user's
} Use;

typedef struct {
    Use *uses;
    uint32_t *first; // by Op.number
    uint32_t count;
} Uses;

static void add_use(Uses *uses, int pass, const Op *of, Use use) {
    if (!of->block) return;
    if (!pass) uses->first[of->number + 1]++;
    else uses->uses[uses->first[of->number]++] = use;
}

static Uses find_uses(Graph *graph) {
    Uses uses = {0};
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) op->number = uses.count++;
    uses.first = calloc(uses.count + 2, sizeof *uses.first);
    if (!uses.first) abort();
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t n = 0; n < graph->block_count; n++) {
            Block *block = graph->blocks[n];
            for (Op *op = block->first; op; op = op->next)
                for (uint32_t k = 0; k < op->arg_count; k++)
                    add_use(&uses, pass, op->args[k], (Use){op, op->code == CODE_PHI ? block->from[k] : NULL});
            if (block->condition) add_use(&uses, pass, block->condition, (Use){NULL, block});
        }
        if (pass) continue;
        for (uint32_t n = 1; n <= uses.count; n++) uses.first[n] += uses.first[n - 1];
        uses.uses = calloc(uses.first[uses.count] + 1, sizeof *uses.uses);
        if (!uses.uses) abort();
    }
    for (uint32_t n = uses.count; n > 0; n--) uses.first[n] = uses.first[n - 1]; // each had moved to the next one's
    uses.first[0] = 0;
    return uses;
}

static bool may_move(const Op *op) {
    if (op->code == CODE_LOAD) return !op->is_volatile && op->width <= 1 && op->space != IN_PARAMETER;
    return is_pure(op) && op->code != CODE_PART;
}

static bool has_parts(const Uses *uses, const Op *op) {
    for (uint32_t n = uses->first[op->number]; n < uses->first[op->number + 1]; n++)
        if (uses->uses[n].user && uses->uses[n].user->code == CODE_PART) return true;
    return false;
}

static bool writes_after(const Op *op) {
    for (const Op *other = op->next; other; other = other->next)
        if (other->barrier || (other->writes && may_alias(op, other))) return true;
    return false;
}

static bool dominates_uses(const Uses *uses, const Op *op, const Block *block) {
    for (uint32_t n = uses->first[op->number]; n < uses->first[op->number + 1]; n++) {
        const Use *use = &uses->uses[n];
        if (!dominates(block, use->block ? use->block : use->user->block)) return false;
    }
    return true;
}

static bool is_target(const Uses *uses, const Op *op, const Block *to) {
    bool only_way = to->from_count == 1 && to->from[0] == op->block;
    if (!only_way) {
        if (op->code == CODE_LOAD) return false;
        if (to->loop && to->loop != op->block->loop) return false;
    }
    return dominates_uses(uses, op, to);
}

static Block *target(const Graph *graph, const Uses *uses, const Op *op) {
    if (uses->first[op->number] == uses->first[op->number + 1]) return NULL;
    for (uint32_t n = op->block->number + 1; n < graph->block_count; n++)
        if (graph->blocks[n]->dominator == op->block && is_target(uses, op, graph->blocks[n])) return graph->blocks[n];
    return NULL;
}

void sink_operations(Graph *graph) {
    Uses uses = find_uses(graph);
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        if (!block->to[1]) continue;
        for (Op *op = block->last, *previous; op; op = previous) {
            previous = op->previous;
            if (op->code == CODE_PHI || op == block->condition || !may_move(op) || has_parts(&uses, op)) continue;
            Block *to = target(graph, &uses, op);
            if (!to || (op->code == CODE_LOAD && !op->read_only && writes_after(op))) continue;
            Op *before = to->first;
            while (before && before->code == CODE_PHI) before = before->next;
            if (!op->origin) op->origin = block;
            op_remove(op);
            op_insert(op, to, before);
        }
    }
    free(uses.uses);
    free(uses.first);
}
