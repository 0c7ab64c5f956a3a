// registers.c - out of static single assignment form: phis share registers with their operands, or are copied to.
//
// A phi and what it chooses from are put in one class, and so get one register, unless two of the class are alive at
// once: then a copy at the end of the block that control comes from remains. Two values interfere if one is alive where
// the other is computed (Budimlic et al., Fast Copy Coalescing and Live-Range Identification). The copies of an edge
// happen at once: they are put in an order in which nothing is overwritten that is still needed, and cycles go through
// a register of their own. An edge between a branch and a meeting point gets a block, if it needs copies that the other
// way must not see.
#include "passes.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Op **values; // by identity: phis, and what is alive between blocks
    uint32_t count;
    uint64_t *in, *out; // by block: who is alive
    uint32_t words;
    uint32_t *parent; // of classes
    uint32_t *next;   // the class as a ring
    Op **users;       // by identity, from first_user on
    uint32_t *first_user;
} Liveness;

enum { NO_IDENTITY = 0 }; // identities begin with 1; Op.mark has them, Op.number the place in the block

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

static bool has(const uint64_t *set, uint32_t n) { return set[n / 64] >> n % 64 & 1; }
static void put(uint64_t *set, uint32_t n) { set[n / 64] |= 1ull << n % 64; }

// ---- who is alive where
// ----------------------------------------------------------------------------------------------

static void note(Liveness *live, Op *op, const Block *used_in, bool phi) {
    if (!op->block || op->mark || (op->block == used_in && !phi)) return;
    op->mark = ++live->count;
}

static void find_values(Graph *graph, Liveness *live) {
    for (uint32_t n = 0; n < graph->block_count; n++) {
        uint32_t place = 1;
        for (Op *op = graph->blocks[n]->first; op; op = op->next) {
            op->mark = NO_IDENTITY;
            op->number = op->code == CODE_PHI ? 0 : place++;
        }
    }
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        for (Op *op = block->first; op; op = op->next) {
            if (op->code == CODE_PHI) note(live, op, NULL, true);
            for (uint32_t k = 0; k < op->arg_count; k++) note(live, op->args[k], block, op->code == CODE_PHI);
        }
        if (block->condition) note(live, block->condition, block, false);
    }
    live->values = must(calloc(live->count + 1, sizeof *live->values));
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next)
            if (op->mark) live->values[op->mark] = op;
}

static void find_users(Graph *graph, Liveness *live) {
    uint32_t *first = live->first_user = must(calloc(live->count + 2, sizeof *first));
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t n = 0; n < graph->block_count; n++)
            for (Op *op = graph->blocks[n]->first; op; op = op->next)
                for (uint32_t k = 0; k < op->arg_count && op->code != CODE_PHI; k++) {
                    uint32_t id = op->args[k]->block ? op->args[k]->mark : 0;
                    if (!id) continue;
                    if (!pass) first[id + 1]++;
                    else live->users[first[id]++] = op;
                }
        if (pass) continue;
        for (uint32_t id = 1; id <= live->count + 1; id++) first[id] += first[id - 1];
        live->users = must(calloc(first[live->count + 1] + 1, sizeof *live->users));
    }
    memmove(first + 1, first, (live->count + 1) * sizeof *first); // each now points to where the next begins
    first[0] = 0;
}

static void spread(Liveness *live, Block *from, uint32_t id) { // alive at the end of that block
    Op *op = live->values[id];
    Block **stack = must(malloc(64 * sizeof *stack));
    uint32_t count = 0, room = 64;
    stack[count++] = from;
    while (count) {
        Block *block = stack[--count];
        uint64_t *out = live->out + (size_t)block->number * live->words,
                 *in = live->in + (size_t)block->number * live->words;
        if (has(out, id)) continue;
        put(out, id);
        if (op->block == block || has(in, id)) continue;
        put(in, id);
        for (uint32_t k = 0; k < block->from_count; k++) {
            if (count == room) stack = must(realloc(stack, (room *= 2) * sizeof *stack));
            stack[count++] = block->from[k];
        }
    }
    free(stack);
}

static void used_in(Liveness *live, Block *block, const Op *op) {
    if (!op->block || !op->mark || op->block == block) return;
    uint64_t *in = live->in + (size_t)block->number * live->words;
    if (has(in, op->mark)) return;
    put(in, op->mark);
    for (uint32_t k = 0; k < block->from_count; k++) spread(live, block->from[k], op->mark);
}

static void find_liveness(Graph *graph, Liveness *live) {
    find_values(graph, live);
    find_users(graph, live);
    live->words = (live->count + 64) / 64;
    live->in = must(calloc((size_t)graph->block_count * live->words + 1, sizeof *live->in));
    live->out = must(calloc((size_t)graph->block_count * live->words + 1, sizeof *live->out));
    for (uint32_t n = 0; n < graph->block_count; n++) {
        Block *block = graph->blocks[n];
        for (Op *op = block->first; op; op = op->next)
            for (uint32_t k = 0; k < op->arg_count; k++) {
                if (op->code != CODE_PHI) used_in(live, block, op->args[k]);
                else if (op->args[k]->block) spread(live, block->from[k], op->args[k]->mark);
            }
        if (block->condition) used_in(live, block, block->condition);
    }
}

// ---- classes
// ---------------------------------------------------------------------------------------------------------

static uint32_t class_of(Liveness *live, uint32_t id) {
    while (live->parent[id] != id) id = live->parent[id] = live->parent[live->parent[id]];
    return id;
}

static bool alive_after(const Liveness *live, const Op *a, const Op *b) { // a, where b is computed
    if (has(live->out + (size_t)b->block->number * live->words, a->mark)) return true;
    if (b->block->condition == a) return true;
    for (uint32_t n = live->first_user[a->mark]; n < live->first_user[a->mark + 1]; n++)
        if (live->users[n]->block == b->block && live->users[n]->number > b->number) return true;
    return false;
}

static bool interfere(const Liveness *live, const Op *a, const Op *b) {
    if (a == b) return false;
    if (a->block == b->block) {
        if (a->number == b->number) return true; // two phis
        return a->number < b->number ? alive_after(live, a, b) : alive_after(live, b, a);
    }
    if (dominates(a->block, b->block)) return alive_after(live, a, b);
    if (dominates(b->block, a->block)) return alive_after(live, b, a);
    return false;
}

static bool classes_interfere(Liveness *live, uint32_t a, uint32_t b) {
    uint32_t x = a;
    do {
        uint32_t y = b;
        do {
            if (interfere(live, live->values[x], live->values[y])) return true;
            y = live->next[y];
        } while (y != b);
        x = live->next[x];
    } while (x != a);
    return false;
}

// Low bits that are 0 in every value of a counter.
static unsigned zero_bits(const Op *op, const Op *counter, int depth) {
    enum { ALL = 64 };
    unsigned zeros = ALL;
    if (op == counter) return ALL;
    if (op->code == CODE_CONSTANT) return op->bits ? (unsigned)__builtin_ctzll(op->bits) : ALL;
    if (depth == 0 || (op->code != CODE_ADD && op->code != CODE_SUB && op->code != CODE_PHI)) return 0;
    for (uint32_t k = 0; k < op->arg_count && zeros; k++) {
        unsigned bits = zero_bits(op->args[k], op->code == CODE_PHI ? op : counter, depth - 1);
        if (bits < zeros) zeros = bits;
    }
    return zeros;
}

// The assembler reads the alignment of addresses off registers: a counter of an unrolled loop in steps of four must not
// be counted on by ones in the same register.
static bool loses_alignment(const Op *phi, const Op *arg) {
    enum { DEPTH = 6 };
    return arg->code == CODE_PHI && !ir_floating(phi->type) &&
           zero_bits(arg, NULL, DEPTH) > zero_bits(phi, NULL, DEPTH);
}

static void join_classes(Liveness *live, const Op *phi, const Op *arg) {
    if (!arg->block || arg->code == CODE_PART || ir_class(arg->type) != ir_class(phi->type)) return;
    if (loses_alignment(phi, arg)) return;
    uint32_t a = class_of(live, phi->mark), b = class_of(live, arg->mark);
    if (a == b || classes_interfere(live, a, b)) return;
    live->parent[b] = a;
    uint32_t other = live->next[a];
    live->next[a] = live->next[b];
    live->next[b] = other;
}

static void make_classes(Graph *graph, Liveness *live) {
    live->parent = must(calloc(live->count + 1, sizeof *live->parent));
    live->next = must(calloc(live->count + 1, sizeof *live->next));
    for (uint32_t id = 1; id <= live->count; id++) live->parent[id] = live->next[id] = id;
    for (uint32_t n = graph->block_count; n-- > 0;) // inner loops, where copies cost most, come first
        for (Op *op = graph->blocks[n]->first; op && op->code == CODE_PHI; op = op->next)
            for (uint32_t k = op->arg_count; k-- > 0;) join_classes(live, op, op->args[k]);
}

// ---- registers and copies
// --------------------------------------------------------------------------------------------

static bool has_result(const Op *op) {
    return op->type != IR_NONE && op->code != CODE_STORE && !(op->code == CODE_ACTION && op->width == 3);
}

static RegisterClass result_class(const Op *op) { return op->code == CODE_COMPARE ? CLASS_PRED : ir_class(op->type); }

static void give_numbers(Graph *graph, Liveness *live, uint32_t counts[CLASS_COUNT]) {
    uint32_t *given = must(calloc(live->count + 1, sizeof *given));
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) {
            if (!has_result(op)) continue;
            uint32_t class = op->mark ? class_of(live, op->mark) : 0;
            if (class && given[class]) op->number = given[class];
            else {
                op->number = ++counts[result_class(op)];
                if (class) given[class] = op->number;
            }
        }
    free(given);
}

typedef struct {
    uint32_t to;
    RegisterClass class;
    Op *from;
    const Op *phi;
    bool done;
} Move;

static bool is_register(const Op *op) { return op->block != NULL; }

static Op *emit_move(Graph *graph, Block *block, uint32_t to, const Op *phi, Op *from) {
    graph->line = block->line;
    graph->inlined = block->inlined;
    Op *copy = graph_loose(graph, CODE_COPY, phi->type, 1);
    copy->args[0] = from;
    copy->number = to;
    op_insert(copy, block, NULL);
    return copy;
}

static void emit_moves(Graph *graph, Block *block, Move *moves, uint32_t count, uint32_t counts[CLASS_COUNT]) {
    for (uint32_t left = count; left;) {
        bool progress = false;
        for (uint32_t n = 0; n < count; n++) {
            if (moves[n].done) continue;
            bool needed = false; // what is there is still to be moved
            for (uint32_t k = 0; k < count; k++)
                needed |= k != n && !moves[k].done && is_register(moves[k].from) && moves[k].class == moves[n].class &&
                          moves[k].from->number == moves[n].to;
            if (needed) continue;
            emit_move(graph, block, moves[n].to, moves[n].phi, moves[n].from);
            moves[n].done = progress = true;
            left--;
        }
        if (progress || !left) continue;
        uint32_t n = 0; // a cycle: one value waits in a register of its own
        while (moves[n].done) n++;
        moves[n].from = emit_move(graph, block, ++counts[moves[n].class], moves[n].phi, moves[n].from);
    }
}

static uint32_t find_moves(const Block *to, uint32_t edge, Move **moves) {
    uint32_t count = 0, room = 0;
    *moves = NULL;
    for (const Op *phi = to->first; phi && phi->code == CODE_PHI; phi = phi->next) {
        Op *from = phi->args[edge];
        if (from->code == CODE_UNDEFINED || (is_register(from) && from->number == phi->number)) continue;
        if (count == room) *moves = must(realloc(*moves, (room = room ? 2 * room : 8) * sizeof **moves));
        (*moves)[count++] = (Move){phi->number, ir_class(phi->type), from, phi, false};
    }
    return count;
}

// Whether moves at the end of a block that branches are seen on its other way.
static bool disturbs(const Liveness *live, const Block *from, const Block *to, const Move *moves, uint32_t count) {
    const Block *other = from->to[0] == to ? from->to[1] : from->to[0];
    const uint64_t *in = live->in + (size_t)other->number * live->words;
    if (other->first && other->first->code == CODE_PHI) return true;
    for (uint32_t n = 0; n < count; n++) {
        const Op *condition = from->condition;
        if (moves[n].class == CLASS_PRED && is_register(condition) && condition->number == moves[n].to) return true;
        uint32_t id = moves[n].phi->mark, at = id;
        do {
            if (has(in, at)) return true;
            at = live->next[at];
        } while (at != id);
    }
    return false;
}

static Block *split_edge(Graph *graph, Block *from, Block *to) {
    Block *middle = graph_block(graph);
    middle->to[0] = to;
    middle->line = from->line;
    middle->inlined = from->inlined;
    if (from->to[0] == to) from->to[0] = middle;
    else from->to[1] = middle;
    middle->after = from;
    return middle;
}

static void place_after(Graph *graph, uint32_t old_count) { // split blocks follow the branches that they are of
    uint32_t total = graph->block_count, count = 0;
    Block **sorted = must(malloc((total + 1) * sizeof *sorted));
    for (uint32_t n = 0; n < old_count; n++) {
        sorted[count++] = graph->blocks[n];
        for (uint32_t k = old_count; k < total; k++)
            if (graph->blocks[k]->after == graph->blocks[n]) sorted[count++] = graph->blocks[k];
    }
    memcpy(graph->blocks, sorted, count * sizeof *sorted);
    free(sorted);
}

// Constants that PTX does not take in this place.
static bool wants_register(const Op *op, uint32_t arg) {
    const Op *constant = op->args[arg];
    if (constant->code != CODE_CONSTANT && constant->code != CODE_UNDEFINED) return false;
    if (op->code == CODE_PHI || op->code == CODE_COPY) return false;
    if (op->code == CODE_ASSEMBLY) return true;
    if (op->code == CODE_LOAD || ((op->code == CODE_STORE || op->code == CODE_ATOMIC) && !arg)) return false;
    RegisterClass class = ir_class(constant->type);
    return op->code == CODE_STORE || op->code == CODE_SPLIT || op->code == CODE_JOIN || class == CLASS_16 ||
           class == CLASS_PRED;
}

static void put_constants_in_registers(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next)
            for (uint32_t k = 0; k < op->arg_count; k++) {
                if (!wants_register(op, k)) continue;
                graph->line = op->line;
                graph->inlined = op->inlined;
                Op *copy = graph_loose(graph, CODE_COPY, op->args[k]->type, 1);
                copy->args[0] = op->args[k];
                op_insert(copy, op->block, op);
                op->args[k] = copy;
            }
}

void assign_registers(Graph *graph, uint32_t counts[CLASS_COUNT]) {
    Liveness live = {0};
    put_constants_in_registers(graph);
    find_liveness(graph, &live);
    make_classes(graph, &live);
    give_numbers(graph, &live, counts);
    uint32_t old_count = graph->block_count;
    for (uint32_t n = 0; n < old_count; n++) {
        Block *to = graph->blocks[n];
        if (!to->first || to->first->code != CODE_PHI) continue;
        for (uint32_t edge = 0; edge < to->from_count; edge++) {
            Move *moves;
            uint32_t count = find_moves(to, edge, &moves);
            Block *from = to->from[edge];
            if (count && from->to[1] && disturbs(&live, from, to, moves, count)) from = split_edge(graph, from, to);
            if (count) emit_moves(graph, from, moves, count, counts);
            free(moves);
        }
    }
    for (uint32_t n = 0; n < old_count; n++)
        for (Op *op = graph->blocks[n]->first, *next; op && op->code == CODE_PHI; op = next) {
            next = op->next;
            Block *block = op->block;
            op_remove(op);
            op->block = block; // it is a register still
        }
    if (graph->block_count > old_count) place_after(graph, old_count);
    free(live.values);
    free(live.users);
    free(live.first_user);
    free(live.in);
    free(live.out);
    free(live.parent);
    free(live.next);
}
