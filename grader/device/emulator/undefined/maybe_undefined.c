// maybe_undefined.c - registers that may be read before they are written (definite assignment, by data-flow analysis).
//
// Nearly every kernel has none, for compilers compute values before they use them. The others are variables that the
// source never sets, or sets only on the paths on which it uses them later; which of the two, only the run can tell.
#include "maybe_undefined.h"
#include "../ptx/instruction_facts.h"
#include <string.h>

typedef struct {
    const PtxFunction *function;
    const Blocks *blocks;
    size_t words;
    uint64_t *written; // by block: registers that are written on every path to its end
    uint64_t *now;     // the same, at one place
    uint8_t *found;
    bool any;
} Search;

static uint64_t *set_of(const Search *search, uint32_t block) { return search->written + block * search->words; }

static void write_registers(uint64_t *set, const PtxInstruction *in) {
    const PtxOperand *result;
    for (OperandWalk walk = operands_assigned(in); (result = operand_next(&walk));)
        if (result->kind == OPERAND_REGISTER) set[result->index / 64] |= 1ull << result->index % 64;
}

static void read_register(Search *search, uint32_t index) {
    if (search->now[index / 64] >> index % 64 & 1) return;
    search->found[index] = 1;
    search->any = true;
}

static void read_registers(Search *search, const PtxInstruction *in) {
    const PtxOperand *source;
    for (OperandWalk walk = operands_read(in); (source = operand_next(&walk));)
        if (operand_names_register(source)) read_register(search, source->index);
    if (in->guard >= 0) read_register(search, (uint32_t)in->guard);
}

// Through a block; reads: look at what is read, too.
static void pass(Search *search, uint32_t block, bool reads) {
    for (uint32_t n = search->blocks->first[block]; n < search->blocks->first[block + 1]; n++) {
        const PtxInstruction *in = &search->function->instructions[n];
        if (reads) read_registers(search, in);
        if (in->guard < 0) write_registers(search->now, in);
    }
}

// What is written on all paths to the block's begin: the intersection over its predecessors.
static void enter(Search *search, uint32_t block) {
    const Flow *flow = &search->blocks->flow;
    memset(search->now, block == 0 ? 0 : 0xff, search->words * sizeof *search->now);
    for (uint32_t n = flow->first_from[block]; block != 0 && n < flow->first_from[block + 1]; n++)
        for (size_t w = 0; w < search->words; w++) search->now[w] &= set_of(search, flow->from[n])[w];
}

static bool flow_through(Search *search, uint32_t block) {
    enter(search, block);
    pass(search, block, false);
    bool changed = memcmp(set_of(search, block), search->now, search->words * sizeof *search->now) != 0;
    memcpy(set_of(search, block), search->now, search->words * sizeof *search->now);
    return changed;
}

static void search_all(Search *search) {
    const Flow *flow = &search->blocks->flow;
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t n = 0; n < flow->reached; n++) changed |= flow_through(search, flow->order[n]);
    }
    for (uint32_t n = 0; n < flow->reached; n++) {
        enter(search, flow->order[n]);
        pass(search, flow->order[n], true);
    }
}

uint8_t *maybe_undefined_find(const PtxFunction *function, const Blocks *blocks, Arena *arena) {
    Search search = {.function = function, .blocks = blocks, .words = function->register_count / 64 + 1};
    size_t bytes = search.words * sizeof *search.written;
    search.written = arena_array(arena, blocks->count, bytes);
    search.now = arena_array(arena, 1, bytes);
    search.found = arena_array(arena, function->register_count + 1, 1);
    memset(search.written, 0xff, blocks->count * bytes);
    search_all(&search);
    return search.any ? search.found : NULL;
}
