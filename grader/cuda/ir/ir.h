// ir.h - a kernel in static single assignment form, between the typed tree and PTX.
//
// A Graph is a list of blocks; a block is a list of operations that ends in a jump, a branch or the kernel's end. Each
// operation (Op) makes one value and is that value: operands are pointers to other Ops. Constants and symbols are Ops
// in no block. An instruction with several results has CODE_PART for each of them.
//
// graph_*() only make and link operations. build_*() (build.c) fold and number them, so that equal expressions are one
// Op. Bytes and half words live in 32-bit registers, extended as their type says.
//
// Errors: a graph that would become too large sets `full`, and everything made from then on is thrown away.
#ifndef IR_H
#define IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    IR_NONE,
    IR_PRED,
    IR_S8,
    IR_U8,
    IR_S16,
    IR_U16,
    IR_S32,
    IR_U32,
    IR_S64,
    IR_U64,
    IR_F32,
    IR_F64,
    IR_B16, // a half in a register of 16 bits
    IR_F16,
    IR_BF16,
    IR_F16X2,
    IR_BF16X2,
    IR_B32,
    IR_B64,
    IR_TYPES
} IrType;

typedef enum { CLASS_PRED, CLASS_16, CLASS_32, CLASS_64, CLASS_F32, CLASS_F64, CLASS_COUNT } RegisterClass;

typedef enum {
#define OP(name, mnemonic, facts) CODE_##name,
#include "ops.def"
#undef OP
    CODE_COUNT
} OpCode;

enum { PURE = 1, COMMUTES = 2, ROUNDED = 4 }; // facts of an OpCode

typedef enum { IN_GENERIC, IN_GLOBAL, IN_SHARED, IN_LOCAL, IN_CONSTANT, IN_PARAMETER, IN_VARIABLE } AddressSpace;

typedef enum { CMP_EQ, CMP_NE, CMP_LT, CMP_LE, CMP_GT, CMP_GE } Comparison; // in pairs that exclude each other

typedef struct Op Op;
typedef struct Block Block;

// The value of a variable of the program, for those who watch it run. It is no use of the operation, so that nothing is
// kept for it: where passes have removed or moved the operation, the variable has no value.
typedef struct {
    const char *name;
    IrType type;
    Op *op;
} NamedOp;

struct Op {
    OpCode code;
    IrType type; // of the value, of comparisons and stores that of the operands
    IrType from; // of conversions
    Op **args;
    uint32_t arg_count;
    uint32_t line, inlined; // place: a line, and the call it was inlined at (graph->calls)
    Block *block;
    Block *origin; // where it was before it sank; NULL: it did not
    Op *previous, *next;
    uint64_t bits;    // constants; PART: which; comparisons: a Comparison; memory: an offset
    const char *text; // symbols and special registers: the name; others: what follows the mnemonic (".rn", ".sync.idx")
    AddressSpace space;
    uint8_t width;     // elements of a vector access
    bool effect;       // it stays, and stays where it is
    bool barrier;      // other threads may have changed all memory afterwards
    bool writes;       // memory
    bool is_volatile;  // an access that must happen
    bool read_only;    // of a load: nothing changes what it loads
    bool unordered;    // of a comparison: true for NaN
    bool not_negative; // its value, as a signed number
    bool unsure;       // NVVM may compute another last bit, or another NaN (fuse.c, fold_floating.c)
    bool after_loop;   // computed from what a loop left that is none any more
    bool wraps;        // of an addition: it may overflow, so it may not be widened
    uint32_t number, mark, uses;
    uint32_t part_registers[4]; // registers of the parts, for print.c
    Op *replaced;               // what stands for it, during a pass and after it was removed; NULL: itself
    NamedOp *named;             // variables in scope, of accesses and barriers
    uint32_t named_count;
};

struct Block {
    Op *first, *last;
    Op *condition; // NULL: it goes to to[0]
    Block *to[2];  // to[0] if the condition holds; both NULL: the kernel ends
    Block **from;
    uint32_t from_count, from_room;
    uint32_t number, depth; // of loops
    uint32_t line, inlined; // of the branch
    bool keep_rolled;
    bool reached;
    Block *dominator;
    Block *loop, *outer; // the head of the innermost loop that it is in; of a head: of the loop around its own
    Block *after;        // a block that was put between this one and where it goes: that one (registers.c)
};

typedef struct {
    uint32_t line, column;
    uint32_t inlined;     // the call's own
    const char *function; // mangled
} InlinedCall;

typedef struct Graph {
    Block **blocks;
    uint32_t block_count, block_room;
    Op *constants[1024];
    struct Pool *pool;
    bool full;
    Block *at;              // where operations are appended
    Op *before;             // of its operations, the one that they are put before; NULL: they are appended
    uint32_t line, inlined; // their place
    InlinedCall *calls;     // [0]: none
    uint32_t call_count, call_room;
    struct Numbering *numbering;
    uint32_t made; // operations, of all attempts
} Graph;

enum { MOST_OPS = 400000, MOST_OPS_MADE = 8000000, MOST_BLOCKS = 40000 };

Graph *graph_new(void);
void graph_free(Graph *graph);
void *graph_alloc(Graph *graph, size_t size); // zeroed, freed with the graph

RegisterClass ir_class(IrType type);
unsigned ir_bytes(IrType type);
bool ir_signed(IrType type);
bool ir_floating(IrType type);
const char *ir_name(IrType type); // "u32"

Block *graph_block(Graph *graph); // appended to the list, not linked
void block_edge(Graph *graph, Block *from, Block *to);
Op *graph_op(Graph *graph, OpCode code, IrType type, unsigned args, ...); // appended to graph->at
Op *graph_op_list(Graph *graph, OpCode code, IrType type, unsigned args, Op *const *list);
void graph_calls_grow(Graph *graph);
Op *graph_phi(Graph *graph, Block *block, IrType type, unsigned args);
Op *graph_loose(Graph *graph, OpCode code, IrType type, unsigned args); // in no block
void op_remove(Op *op);
void op_insert(Op *op, Block *block, Op *before); // NULL: at its end
void graph_renumber(Graph *graph);                // blocks, in the order of the list

Op *op_constant(Graph *graph, IrType type, uint64_t bits);
Op *op_float(Graph *graph, IrType type, double value);
Op *op_symbol(Graph *graph, IrType type, const char *name);
Op *op_undefined(Graph *graph, IrType type);
static inline bool is_constant(const Op *op, uint64_t *bits) {
    if (op->code != CODE_CONSTANT) return false;
    if (bits) *bits = op->bits;
    return true;
}
bool is_pure(const Op *op);
bool is_load(const Op *op);
double constant_value(const Op *op); // of a floating constant
int64_t constant_signed(const Op *op);

// ---- attempts: what was made since a mark is thrown away
// -------------------------------------------------------------

typedef struct {
    uint32_t blocks, ops, numbered, calls, line, inlined;
    Block *at;
    Op *last;
} GraphMark;
GraphMark graph_mark(Graph *graph);
void graph_roll_back(Graph *graph, const GraphMark *mark); // `at` at the mark has no successors yet
uint32_t graph_size_since(const Graph *graph, const GraphMark *mark);

#endif
