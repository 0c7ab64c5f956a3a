// number.c - value numbering over the dominator tree: an operation that a dominating block computes is not repeated.
//
// The generator has numbered already where it knew what dominates; what hoisting and joins have made equal is found
// here.
#include "build.h"
#include "passes.h"

#include <stdlib.h>

enum { SLOTS = 8192 };

typedef struct {
    Op *op;
    uint32_t hash, next;
} Entry;

typedef struct {
    Entry *entries;
    uint32_t count, room, slots[SLOTS];
} Table;

static bool is_numbered(const Op *op) {
    if (is_pure(op)) return true;
    return op->code == CODE_LOAD && !op->is_volatile && (op->space == IN_PARAMETER || op->space == IN_CONSTANT);
}

static void number_block(Table *table, Block *block) {
    for (Op *op = block->first; op; op = op->next) {
        for (uint32_t k = 0; k < op->arg_count; k++) op->args[k] = op_resolved(op->args[k]);
        if (!is_numbered(op)) continue;
        uint32_t hash = op_hash(op), n = table->slots[hash % SLOTS];
        for (; n; n = table->entries[n - 1].next)
            if (table->entries[n - 1].hash == hash && op_equal(table->entries[n - 1].op, op)) break;
        if (n) {
            op_merge_facts(table->entries[n - 1].op, op);
            op->replaced = table->entries[n - 1].op;
            continue;
        }
        if (table->count == table->room) {
            table->room = table->room ? 2 * table->room : 1024;
            table->entries = realloc(table->entries, table->room * sizeof *table->entries);
            if (!table->entries) abort();
        }
        table->entries[table->count++] = (Entry){op, hash, table->slots[hash % SLOTS]};
        table->slots[hash % SLOTS] = table->count;
    }
}

static void forget(Table *table, uint32_t mark) {
    while (table->count > mark) {
        Entry *entry = &table->entries[--table->count];
        table->slots[entry->hash % SLOTS] = entry->next;
    }
}

// Blocks are in an order in which dominators come first. A block's scope begins where its dominator's ends: the path of
// dominators is kept on a stack, and what lies on it is known.
void number_values(Graph *graph) {
    typedef struct {
        Block *block;
        uint32_t mark;
    } Scope;
    Table *table = calloc(1, sizeof *table);
    Block **children = calloc(graph->block_count + 1, sizeof *children),
          **siblings = calloc(graph->block_count + 1, sizeof *siblings);
    Scope *scopes = calloc(graph->block_count + 1, sizeof *scopes);
    if (!table || !children || !siblings || !scopes) abort();
    for (uint32_t n = graph->block_count; n-- > 1;) {
        Block *block = graph->blocks[n];
        siblings[n] = children[block->dominator->number];
        children[block->dominator->number] = block;
    }
    uint32_t depth = 0;
    scopes[depth++] = (Scope){graph->blocks[0], 0};
    number_block(table, graph->blocks[0]);
    while (depth) {
        Block *block = scopes[depth - 1].block, *child = children[block->number];
        if (child) {
            children[block->number] = siblings[child->number];
            scopes[depth++] = (Scope){child, table->count};
            number_block(table, child);
        } else forget(table, scopes[--depth].mark);
    }
    free(table->entries);
    free(table);
    free(children);
    free(siblings);
    free(scopes);
    graph_resolve(graph);
}
