// build.c - value numbering: an operation is looked up before it is appended.
#include "build.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096 };

typedef struct {
    Op *op;
    uint32_t hash, next; // 1 + index
} Entry;

typedef struct Numbering {
    Entry *entries;
    uint32_t count, room;
    uint32_t slots[SLOTS]; // 1 + index
} Numbering;

static Numbering *numbering(Graph *graph) {
    if (!graph->numbering) graph->numbering = graph_alloc(graph, sizeof(Numbering));
    return graph->numbering;
}

uint32_t numbering_count(const Graph *graph) { return graph->numbering ? graph->numbering->count : 0; }
uint32_t numbering_mark(const Graph *graph) { return numbering_count(graph); }

void numbering_forget(Graph *graph, uint32_t mark) {
    Numbering *table = numbering(graph);
    while (table->count > mark) {
        Entry *entry = &table->entries[--table->count];
        table->slots[entry->hash % SLOTS] = entry->next;
    }
}

void numbering_roll_back(Graph *graph, uint32_t count) { numbering_forget(graph, count); }

uint32_t op_hash(const Op *op) {
    uint64_t hash = op->code * 31u + op->type * 7u + op->from;
    for (uint32_t n = 0; n < op->arg_count; n++) hash = hash * 0x9e3779b97f4a7c15u + ((uintptr_t)op->args[n] >> 4);
    hash = hash * 131 + op->bits;
    for (const char *s = op->text; s && *s; s++) hash = hash * 131 + (unsigned char)*s;
    return (uint32_t)(hash ^ hash >> 32);
}

bool op_equal(const Op *a, const Op *b) {
    if (a->code != b->code || a->type != b->type || a->from != b->from || a->bits != b->bits) return false;
    if (a->arg_count != b->arg_count || a->unordered != b->unordered || a->space != b->space || a->width != b->width)
        return false;
    for (uint32_t n = 0; n < a->arg_count; n++)
        if (a->args[n] != b->args[n]) return false;
    return a->text == b->text || (a->text && b->text && !strcmp(a->text, b->text));
}

void op_merge_facts(Op *kept, const Op *gone) {
    kept->wraps |= gone->wraps;
    kept->not_negative &= gone->not_negative;
}

Op *build_numbered(Graph *graph, Op *op) {
    Numbering *table = numbering(graph);
    uint32_t hash = op_hash(op);
    for (uint32_t n = table->slots[hash % SLOTS]; n; n = table->entries[n - 1].next) {
        Entry *entry = &table->entries[n - 1];
        if (entry->hash == hash && op_equal(entry->op, op)) {
            op_merge_facts(entry->op, op);
            return entry->op;
        }
    }
    if (table->count == table->room) {
        uint32_t room = table->room ? 2 * table->room : 1024;
        Entry *more = graph_alloc(graph, room * sizeof *more);
        if (table->count) memcpy(more, table->entries, table->count * sizeof *more);
        table->entries = more;
        table->room = room;
    }
    table->entries[table->count++] = (Entry){op, hash, table->slots[hash % SLOTS]};
    table->slots[hash % SLOTS] = table->count;
    op_insert(op, graph->at, graph->before);
    return op;
}

Op *build_pure(Graph *graph, OpCode code, IrType type, const char *text, unsigned count, Op *const *args) {
    Op *op = graph_loose(graph, code, type, count);
    op->text = text;
    for (unsigned n = 0; n < count; n++) op->args[n] = args[n];
    return build_numbered(graph, op);
}

Op *build_function(Graph *graph, IrType type, const char *mnemonic, unsigned count, ...) {
    Op *list[4];
    va_list rest;
    va_start(rest, count);
    for (unsigned n = 0; n < count; n++) list[n] = va_arg(rest, Op *);
    va_end(rest);
    return build_pure(graph, CODE_FUNCTION, type, mnemonic, count, list);
}

Op *build_special(Graph *graph, const char *name) {
    Op *op = build_pure(graph, CODE_SPECIAL, IR_U32, name, 0, NULL);
    op->not_negative = true; // none that programs can read so is 2^31 or more
    return op;
}

Op *build_part(Graph *graph, IrType type, Op *whole, unsigned which) {
    Op *op = graph_loose(graph, CODE_PART, type, 1);
    op->args[0] = whole;
    op->bits = which;
    return build_numbered(graph, op);
}

Op *build_join(Graph *graph, IrType type, Op *low, Op *high) {
    if (low->code == CODE_PART && high->code == CODE_PART && low->args[0] == high->args[0] &&
        low->args[0]->code == CODE_SPLIT && !low->bits && high->bits == 1)
        return build_bits(graph, type, low->args[0]->args[0]);
    uint64_t x, y;
    if (is_constant(low, &x) && is_constant(high, &y))
        return op_constant(graph, type, ir_bytes(type) == 8 ? y << 32 | (uint32_t)x : y << 16 | (uint16_t)x);
    return build_pure(graph, CODE_JOIN, type, NULL, 2, (Op *[]){low, high});
}

int log2_of(uint64_t value) { return value && !(value & (value - 1)) ? __builtin_ctzll(value) : -1; }
