// ir.c - blocks and operations: making them, linking them, and throwing away what an attempt made.
#include "ir.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- memory: operations lie in a list of chunks, so that an attempt's are given back by a count
// ----------------------

enum { CHUNK_OPS = 1024, CHUNK_BYTES = 1 << 18 };

typedef struct Bytes {
    struct Bytes *next;
    size_t used, size;
} Bytes;

typedef struct Pool {
    Op **chunks;
    uint32_t chunk_count, op_count;
    Bytes *bytes;
} Pool;

static void *must(void *memory) {
    if (!memory) abort(); // no program's fault: a few hundred megabytes are the most that the budgets allow
    return memory;
}

void *graph_alloc(Graph *graph, size_t size) {
    Pool *pool = graph->pool;
    size = (size + 15) & ~(size_t)15;
    if (!pool->bytes || pool->bytes->size - pool->bytes->used < size) {
        size_t room = size > CHUNK_BYTES ? size : CHUNK_BYTES;
        Bytes *more = must(calloc(1, sizeof(Bytes) + 16 + room));
        more->size = room;
        more->next = pool->bytes;
        pool->bytes = more;
    }
    char *start = (char *)pool->bytes + ((sizeof(Bytes) + 15) & ~(size_t)15);
    void *memory = start + pool->bytes->used;
    pool->bytes->used += size;
    return memory;
}

static Op *op_take(Graph *graph) {
    Pool *pool = graph->pool;
    uint32_t chunk = pool->op_count / CHUNK_OPS;
    if (chunk == pool->chunk_count) {
        pool->chunks = must(realloc(pool->chunks, (chunk + 1) * sizeof *pool->chunks));
        pool->chunks[pool->chunk_count++] = must(calloc(CHUNK_OPS, sizeof(Op)));
    }
    Op *op = &pool->chunks[chunk][pool->op_count++ % CHUNK_OPS];
    *op = (Op){.line = graph->line, .inlined = graph->inlined};
    if (pool->op_count > MOST_OPS || ++graph->made > MOST_OPS_MADE) {
        graph->full = true;
        pool->op_count--; // the next one takes its place: nothing of a full graph is used
    }
    return op;
}

Graph *graph_new(void) {
    Graph *graph = must(calloc(1, sizeof *graph));
    graph->pool = must(calloc(1, sizeof *graph->pool));
    graph->call_room = 64;
    graph->calls = must(calloc(graph->call_room, sizeof *graph->calls));
    graph->call_count = 1;
    return graph;
}

void graph_free(Graph *graph) {
    if (!graph) return;
    for (uint32_t n = 0; n < graph->pool->chunk_count; n++) free(graph->pool->chunks[n]);
    for (Bytes *bytes = graph->pool->bytes, *next; bytes; bytes = next) {
        next = bytes->next;
        free(bytes);
    }
    free(graph->pool->chunks);
    free(graph->pool);
    free(graph->blocks);
    free(graph->calls);
    free(graph);
}

// ---- types
// -----------------------------------------------------------------------------------------------------------

static const struct {
    const char *name;
    RegisterClass class;
    uint8_t bytes;
    bool is_signed, floating;
} TYPES[IR_TYPES] = {
    [IR_NONE] = {"", CLASS_32, 0, false, false},       [IR_PRED] = {"pred", CLASS_PRED, 1, false, false},
    [IR_S8] = {"s8", CLASS_32, 1, true, false},        [IR_U8] = {"u8", CLASS_32, 1, false, false},
    [IR_S16] = {"s16", CLASS_32, 2, true, false},      [IR_U16] = {"u16", CLASS_32, 2, false, false},
    [IR_S32] = {"s32", CLASS_32, 4, true, false},      [IR_U32] = {"u32", CLASS_32, 4, false, false},
    [IR_S64] = {"s64", CLASS_64, 8, true, false},      [IR_U64] = {"u64", CLASS_64, 8, false, false},
    [IR_F32] = {"f32", CLASS_F32, 4, true, true},      [IR_F64] = {"f64", CLASS_F64, 8, true, true},
    [IR_B16] = {"b16", CLASS_16, 2, false, false},     [IR_F16] = {"f16", CLASS_16, 2, true, true},
    [IR_BF16] = {"bf16", CLASS_16, 2, true, true},     [IR_F16X2] = {"f16x2", CLASS_32, 4, true, true},
    [IR_BF16X2] = {"bf16x2", CLASS_32, 4, true, true}, [IR_B32] = {"b32", CLASS_32, 4, false, false},
    [IR_B64] = {"b64", CLASS_64, 8, false, false},
};

RegisterClass ir_class(IrType type) { return TYPES[type].class; }
unsigned ir_bytes(IrType type) { return TYPES[type].bytes; }
bool ir_signed(IrType type) { return TYPES[type].is_signed; }
bool ir_floating(IrType type) { return TYPES[type].floating; }
const char *ir_name(IrType type) { return TYPES[type].name; }

static const uint8_t FACTS[CODE_COUNT] = {
#define OP(name, mnemonic, facts) [CODE_##name] = facts,
#include "ops.def"
#undef OP
};

bool is_pure(const Op *op) { return (FACTS[op->code] & PURE) && !op->effect; }
bool is_load(const Op *op) { return op->code == CODE_LOAD && !op->is_volatile; }

// ---- blocks
// ----------------------------------------------------------------------------------------------------------

Block *graph_block(Graph *graph) {
    if (graph->block_count == graph->block_room) {
        graph->block_room = graph->block_room ? 2 * graph->block_room : 64;
        graph->blocks = must(realloc(graph->blocks, graph->block_room * sizeof *graph->blocks));
    }
    if (graph->block_count > MOST_BLOCKS) {
        graph->full = true;
        return graph->blocks[graph->block_count - 1];
    }
    Block *block = graph_alloc(graph, sizeof *block);
    block->number = graph->block_count;
    graph->blocks[graph->block_count++] = block;
    return block;
}

void block_edge(Graph *graph, Block *from, Block *to) {
    if (to->from_count == to->from_room) {
        uint32_t room = to->from_room ? 2 * to->from_room : 4;
        Block **list = graph_alloc(graph, room * sizeof *list);
        if (to->from_count) memcpy(list, to->from, to->from_count * sizeof *list);
        to->from = list;
        to->from_room = room;
    }
    to->from[to->from_count++] = from;
}

void graph_renumber(Graph *graph) {
    for (uint32_t n = 0; n < graph->block_count; n++) graph->blocks[n]->number = n;
}

void graph_calls_grow(Graph *graph) {
    graph->call_room *= 2;
    graph->calls = must(realloc(graph->calls, graph->call_room * sizeof *graph->calls));
}

// ---- operations
// ------------------------------------------------------------------------------------------------------

void op_insert(Op *op, Block *block, Op *before) {
    op->block = block;
    op->next = before;
    op->previous = before ? before->previous : block->last;
    *(op->previous ? &op->previous->next : &block->first) = op;
    *(before ? &before->previous : &block->last) = op;
}

void op_remove(Op *op) {
    Block *block = op->block;
    *(op->previous ? &op->previous->next : &block->first) = op->next;
    *(op->next ? &op->next->previous : &block->last) = op->previous;
    op->block = NULL;
}

Op *graph_loose(Graph *graph, OpCode code, IrType type, unsigned args) {
    Op *op = op_take(graph);
    op->code = code;
    op->type = type;
    op->arg_count = args;
    op->args = args ? graph_alloc(graph, args * sizeof(Op *)) : NULL;
    return op;
}

Op *graph_op_list(Graph *graph, OpCode code, IrType type, unsigned args, Op *const *list) {
    Op *op = graph_loose(graph, code, type, args);
    if (args) memcpy(op->args, list, args * sizeof *list);
    op_insert(op, graph->at, NULL);
    return op;
}

Op *graph_op(Graph *graph, OpCode code, IrType type, unsigned args, ...) {
    Op *list[8];
    va_list rest;
    va_start(rest, args);
    for (unsigned n = 0; n < args; n++) list[n] = va_arg(rest, Op *);
    va_end(rest);
    return graph_op_list(graph, code, type, args, list);
}

Op *graph_phi(Graph *graph, Block *block, IrType type, unsigned args) {
    Op *phi = graph_loose(graph, CODE_PHI, type, args);
    Op *before = block->first;
    while (before && before->code == CODE_PHI) before = before->next;
    op_insert(phi, block, before);
    return phi;
}

// ---- constants and symbols: one Op for each
// --------------------------------------------------------------------------

// They are never thrown away, so they do not come from the pool of attempts.
static Op *find_constant(Graph *graph, OpCode code, IrType type, uint64_t bits, const char *name) {
    uint64_t hash = (bits ^ (uint64_t)code * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu + type * 31;
    for (const char *s = name; s && *s; s++) hash = hash * 131 + (unsigned char)*s;
    Op **slot = &graph->constants[(hash >> 20) % 1024];
    for (Op *op = *slot; op; op = op->next)
        if (op->code == code && op->type == type && op->bits == bits &&
            (op->text == name || (name && !strcmp(op->text, name))))
            return op;
    Op *op = graph_alloc(graph, sizeof *op);
    *op = (Op){.code = code, .type = type, .bits = bits, .text = name, .next = *slot};
    *slot = op;
    return op;
}

static uint64_t extended(IrType type, uint64_t bits) {
    switch (type) {
    case IR_PRED: return bits & 1;
    case IR_S8: return (uint64_t)(int64_t)(int8_t)bits;
    case IR_S16: return (uint64_t)(int64_t)(int16_t)bits;
    case IR_S32: return (uint64_t)(int64_t)(int32_t)bits;
    case IR_U8: return (uint8_t)bits;
    case IR_U16:
    case IR_B16:
    case IR_F16:
    case IR_BF16: return (uint16_t)bits;
    case IR_U32:
    case IR_B32:
    case IR_F32:
    case IR_F16X2:
    case IR_BF16X2: return (uint32_t)bits;
    default: return bits;
    }
}

// Constants of one register class and the same bits are the same value, whatever their sign: 32-bit ones are kept
// signed.
Op *op_constant(Graph *graph, IrType type, uint64_t bits) {
    bits = extended(type, bits);
    RegisterClass class = ir_class(type);
    if (class == CLASS_32) bits = (uint64_t)(int64_t)(int32_t)bits;
    IrType kept = class == CLASS_32 ? IR_S32 : class == CLASS_64 ? IR_S64 : class == CLASS_16 ? IR_B16 : type;
    return find_constant(graph, CODE_CONSTANT, kept, bits, NULL);
}

Op *op_float(Graph *graph, IrType type, double value) {
    uint64_t bits = 0;
    float single = (float)value;
    if (type == IR_F32) memcpy(&bits, &single, sizeof single);
    else memcpy(&bits, &value, sizeof value);
    return op_constant(graph, type, bits);
}

Op *op_symbol(Graph *graph, IrType type, const char *name) { return find_constant(graph, CODE_SYMBOL, type, 0, name); }
Op *op_undefined(Graph *graph, IrType type) { return find_constant(graph, CODE_UNDEFINED, type, 0, NULL); }

double constant_value(const Op *op) {
    double value = 0;
    float single;
    uint32_t word = (uint32_t)op->bits;
    if (op->type == IR_F64) memcpy(&value, &op->bits, sizeof value);
    else {
        memcpy(&single, &word, sizeof single);
        value = single;
    }
    return value;
}

int64_t constant_signed(const Op *op) { return (int64_t)op->bits; }

// ---- attempts
// --------------------------------------------------------------------------------------------------------

void numbering_roll_back(Graph *graph, uint32_t count);
uint32_t numbering_count(const Graph *graph);

GraphMark graph_mark(Graph *graph) {
    return (GraphMark){graph->block_count, graph->pool->op_count, numbering_count(graph),
                       graph->call_count,  graph->line,           graph->inlined,
                       graph->at,          graph->at->last};
}

void graph_roll_back(Graph *graph, const GraphMark *mark) {
    graph->block_count = mark->blocks;
    graph->pool->op_count = mark->ops;
    numbering_roll_back(graph, mark->numbered);
    graph->call_count = mark->calls;
    graph->line = mark->line;
    graph->inlined = mark->inlined;
    graph->at = mark->at;
    graph->at->last = mark->last;
    *(mark->last ? &mark->last->next : &mark->at->first) = NULL;
    graph->at->condition = NULL;
    graph->at->to[0] = graph->at->to[1] = NULL;
}

uint32_t graph_size_since(const Graph *graph, const GraphMark *mark) { return graph->pool->op_count - mark->ops; }
