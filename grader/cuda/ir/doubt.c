// doubt.c - what NVVM and ptxas may do otherwise than fuse.c, which decides the last bit of a result.
//
// Whether a product stands beside its sum depends on all that moves operations between blocks: how loops are unrolled,
// what is hoisted and sunk, which branches are folded. Those passes are NVVM's in outline only. So a sum is unsure if
// one of its operands is a product of another block, and not from before its loop, or chosen between products; if its
// product came to its block in another way than the sum; if another block has the same product, which may be computed
// before both; if a factor is in local memory, where NVVM may know its value; and if both operands are products whose
// order depends on a loop that NVVM unrolls after it has ordered them.
//
// Divisions and roots are subroutines: ptxas contracts nothing across them. NVVM makes a branch of a division of 64
// bits by a variable, and contracts nothing across that. Between a product and its sum such an operation may stand if
// neither depends on it in a way that keeps it away, because the order of independent operations is the scheduler's.
#include "doubt.h"

#include <stdlib.h>
#include <string.h>

static bool is_product(const Op *op) { return op->code == CODE_MUL && is_float(op); }
static bool is_sum(const Op *op) { return (op->code == CODE_ADD || op->code == CODE_SUB) && is_float(op); }
static bool is_fused(const Op *op) { return op->code == CODE_FMA && is_float(op); }

// ---- dividers
// --------------------------------------------------------------------------------------------------------

enum { MOST_DIVIDERS = 512, WORD_BITS = 64 };

typedef struct {
    const Op *op;
    unsigned bit; // of sets
} Branch;

struct Order {
    bool too_many;  // every pair of operations may have a divider between them
    unsigned words; // of a set of dividers
    uint64_t *all;
    uint64_t *after;  // by Op.number: the dividers that the operation depends on
    uint64_t *leads;  // by Op.number: the dividers that depend on it
    Branch *branches; // the dividers that end NVVM's blocks too
    unsigned branch_count;
};

static bool is_exact_function(const char *mnemonic) {
    bool subroutine = !strncmp(mnemonic, "div.", 4) || !strncmp(mnemonic, "rcp.", 4) || !strncmp(mnemonic, "sqrt.", 5);
    return subroutine && !strstr(mnemonic, ".approx") && !strstr(mnemonic, ".full");
}

enum { DIVIDES_ASSEMBLY = 1, DIVIDES_BLOCKS = 2 };

static unsigned divides(const Op *op) {
    if (op->code == CODE_FUNCTION && op->text) return is_exact_function(op->text) ? DIVIDES_ASSEMBLY : 0;
    if (op->code == CODE_PRINT) return DIVIDES_ASSEMBLY;
    if (op->code != CODE_DIV && op->code != CODE_REM) return 0;
    if (is_float(op)) return DIVIDES_ASSEMBLY;
    if (ir_bytes(op->type) != 8) return 0;
    return op->args[1]->code == CODE_CONSTANT ? DIVIDES_ASSEMBLY : DIVIDES_ASSEMBLY | DIVIDES_BLOCKS;
}

static void add_set(uint64_t *to, const uint64_t *from, unsigned words) {
    for (unsigned n = 0; n < words; n++) to[n] |= from[n];
}

static void set_bit(uint64_t *set, unsigned bit) { set[bit / WORD_BITS] |= 1ull << bit % WORD_BITS; }

// A quotient and a remainder of the same operands are one branch: the first divider of them, or the operation itself.
static const Op *branch_of(const Op *op) {
    const Op *first = op;
    for (const Op *other = op->previous; other; other = other->previous)
        if ((divides(other) & DIVIDES_BLOCKS) && other->args[0] == op->args[0] && other->args[1] == op->args[1] &&
            other->type == op->type)
            first = other;
    return first;
}

// A divider's bits are 2 * its number, and one more for the branch that it is.
static void fill_order(Order *order, const Block *block) {
    unsigned words = order->words, divider = 0;
    for (Op *op = block->first; op; op = op->next) {
        uint64_t *after = order->after + (size_t)op->number * words, *leads = order->leads + (size_t)op->number * words;
        for (uint32_t k = 0; k < op->arg_count && op->code != CODE_PHI; k++)
            if (op->args[k]->block == block) add_set(after, order->after + (size_t)op->args[k]->number * words, words);
        unsigned kinds = divides(op);
        if (!kinds) continue;
        op->mark = divider++;
        set_bit(order->all, 2 * op->mark);
        set_bit(after, 2 * op->mark);
        set_bit(leads, 2 * op->mark);
        if (!(kinds & DIVIDES_BLOCKS)) continue;
        const Op *branch = branch_of(op);
        unsigned bit = 2 * branch->mark + 1;
        if (branch == op) order->branches[order->branch_count++] = (Branch){op, bit};
        set_bit(after, bit);
        set_bit(leads, bit);
    }
    for (Op *op = block->last; op && op->code != CODE_PHI; op = op->previous)
        for (uint32_t k = 0; k < op->arg_count; k++)
            if (op->args[k]->block == block)
                add_set(order->leads + (size_t)op->args[k]->number * words, order->leads + (size_t)op->number * words,
                        words);
}

Order *order_of(const Block *block) {
    uint32_t count = 0, dividers = 0;
    for (Op *op = block->first; op; op = op->next) {
        op->number = count++;
        dividers += divides(op) != 0;
    }
    if (!dividers) return NULL;
    Order *order = calloc(1, sizeof *order);
    if (!order) abort();
    order->too_many = dividers > MOST_DIVIDERS;
    if (order->too_many) return order;
    order->words = (2 * dividers + WORD_BITS - 1) / WORD_BITS;
    order->all = calloc((2 * (size_t)count + 1) * order->words, sizeof *order->all);
    order->branches = calloc(dividers, sizeof *order->branches);
    if (!order->all || !order->branches) abort();
    order->after = order->all + order->words;
    order->leads = order->after + (size_t)count * order->words;
    fill_order(order, block);
    return order;
}

void order_free(Order *order) {
    if (order) {
        free(order->all);
        free(order->branches);
    }
    free(order);
}

static bool has_bit(const uint64_t *set, unsigned bit) { return set[bit / WORD_BITS] >> bit % WORD_BITS & 1; }

bool subroutine_between(const Order *order, const Op *product, const Op *sum) {
    if (!order) return false;
    if (order->too_many) return true;
    const uint64_t *after = order->after + (size_t)product->number * order->words;
    const uint64_t *leads = order->leads + (size_t)sum->number * order->words;
    for (unsigned n = 0; n < order->words; n++)
        if (order->all[n] & ~after[n] & ~leads[n]) return true;
    return false;
}

// NVVM makes the branches before it orders what is independent; only what sank may have changed its place.
bool branch_between(const Order *order, const Op *product, const Op *sum) {
    if (!order) return false;
    if (order->too_many) return true;
    const uint64_t *after = order->after + (size_t)product->number * order->words;
    const uint64_t *leads = order->leads + (size_t)sum->number * order->words;
    for (unsigned n = 0; n < order->branch_count; n++) {
        const Op *branch = order->branches[n].op;
        if (product->number < branch->number && branch->number < sum->number) return true;
        bool moved = product->origin || sum->origin || branch->origin;
        if (moved && !has_bit(after, order->branches[n].bit) && !has_bit(leads, order->branches[n].bit)) return true;
    }
    return false;
}

// ---- sums
// ------------------------------------------------------------------------------------------------------------

// ptxas multiplies by a constant wherever the sum is.
static bool travels(const Op *product) {
    for (unsigned k = 0; k < 2; k++) {
        const Op *factor = product->args[k];
        if (factor->code == CODE_CONSTANT || (factor->code == CODE_LOAD && factor->space == IN_PARAMETER)) return true;
    }
    return false;
}

// What may become a sum of the product, or hand it to one. Anything else that uses a product keeps it from being
// contracted by ptxas.
static bool may_take(const Op *user, uint32_t operand) {
    if (is_fused(user)) return operand == 2;
    return is_sum(user) ||
           (is_float(user) && (user->code == CODE_NEG || user->code == CODE_PHI || user->code == CODE_SELECT));
}

static void count_takers(Op *op) {
    for (uint32_t k = 0; k < op->arg_count; k++) op->args[k]->mark += may_take(op, k);
}

// Op.mark counts the uses that may take a product.
static bool left_to_ptxas(const Op *product, const Op *sum, const Order *order) {
    if (!is_product(product) || product->block != sum->block || product->uses != product->mark) return false;
    if (travels(product)) return false;
    return subroutine_between(order, product, sum) || origin(sum) != origin(product);
}

// What does not change in the innermost loop is computed before it, by NVVM too, and stays there.
static bool is_before_loop(const Op *op, const Block *block) { return block->loop && !in_loop(op->block, block->loop); }

static bool may_be_product(const Op *op, const Block *block) {
    if (is_product(op)) return op->block != block && !is_before_loop(op, block);
    if (op->code != CODE_PHI && op->code != CODE_SELECT) return false;
    for (uint32_t k = 0; k < op->arg_count; k++)
        if (is_product(op->args[k])) return true;
    return false;
}

static bool is_unsure(const Op *op, const Order *order) {
    if (op->unsure) return true;
    for (unsigned k = 0; k < 2 && is_sum(op); k++)
        if (may_be_product(op->args[k], op->block) || left_to_ptxas(op->args[k], op, order)) return true;
    if (!is_fused(op)) return false;
    for (unsigned k = 0; k < 2; k++)
        if (op->args[k]->code == CODE_LOAD && op->args[k]->space == IN_LOCAL) return true;
    return may_be_product(op->args[2], op->block);
}

static int by_factors(const void *left, const void *right) {
    const Op *a = *(Op *const *)left, *b = *(Op *const *)right;
    for (unsigned k = 0; k < 2; k++)
        if (a->args[k] != b->args[k]) return (uintptr_t)a->args[k] < (uintptr_t)b->args[k] ? -1 : 1;
    return (a->block->number > b->block->number) - (a->block->number < b->block->number);
}

// Two sums in different blocks whose products are the same; NULL: there are none.
static const Op *fused_twice(const Graph *graph) {
    uint32_t count = 0;
    const Op *found = NULL;
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) count += is_fused(op);
    Op **all = malloc((count + 1) * sizeof *all);
    if (!all) abort();
    count = 0;
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next)
            if (is_fused(op)) all[count++] = op;
    qsort(all, count, sizeof *all, by_factors);
    for (uint32_t n = 1; n < count && !found; n++) {
        const Op *a = all[n - 1], *b = all[n];
        if (a->args[0] == b->args[0] && a->args[1] == b->args[1] && a->block != b->block) found = b;
    }
    free(all);
    return found;
}

static const Op *unsure_of(const Block *block) {
    Order *order = order_of(block);
    const Op *op = block->first;
    while (op && !is_unsure(op, order)) op = op->next;
    order_free(order);
    return op;
}

const Op *find_unsure(Graph *graph) {
    count_uses(graph);
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) op->mark = 0;
    for (uint32_t n = 0; n < graph->block_count; n++)
        for (Op *op = graph->blocks[n]->first; op; op = op->next) count_takers(op);
    for (uint32_t n = 0; n < graph->block_count; n++) {
        const Op *op = unsure_of(graph->blocks[n]);
        if (op) return op;
    }
    return fused_twice(graph);
}
