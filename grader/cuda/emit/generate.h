// generate.h - from the typed tree to a Graph, by partial evaluation.
//
// A kernel is executed symbolically, calls and all. Each scalar part (leaf) of each local variable has a slot in the
// environment, which holds a Value: an operation, a constant, or an address that is a symbol or a local variable plus
// an offset. An assignment changes the slot and emits nothing: that is SSA form. Where control flow meets (Join), slots
// that differ become phis.
//
//     if (c) ...     a constant c is not asked; else both branches, and a join
//     loops          walked while the condition is a constant and the result is small: that unrolls, folds and puts
//                    arrays in registers at once. Else the body is generated with guesses of what it changes, thrown
//                    away if a guess was wrong, and generated again (loop.c)
//     a[i]           of a local array: the slot, if i is a constant. Else the array is marked to lie in local memory,
//                    and the kernel is generated again
//
// Whatever cannot be generated is refused: generator_refuse() adds a diagnostic and sets `stop`, upon which everything
// returns. No function fails otherwise, so none returns a status.
#ifndef GENERATE_H
#define GENERATE_H

#include "../cuda.h"
#include "../ir/build.h"

typedef struct Object Object;

typedef enum {
    VALUE_NONE,     // nothing was assigned
    VALUE_OP,       // op
    VALUE_ADDRESS,  // a pointer, or an lvalue's place: space, then object or op (NULL: 0), plus offset
    VALUE_FUNCTION, // a pointer to function
    VALUE_PARTS,    // of a record or array: a value for each leaf
} ValueKind;

typedef struct Value {
    ValueKind kind;
    AddressSpace space;
    uint32_t count; // of parts
    int64_t offset;
    union {
        Op *op;
        Object *object; // space IN_VARIABLE
        const Function *function;
        struct Value *parts;
    };
} Value;

// A scalar in an object.
typedef struct {
    const Type *type;
    uint64_t offset;
} Leaf;

typedef struct Layout {
    const Type *type;
    Leaf *leaves;
    uint32_t count;
    struct Layout *next;
} Layout;

// A local variable or temporary whose leaves are slots.
struct Object {
    const Layout *layout;
    const void *key; // the Variable or Expression that it is of
    uint32_t slot;   // of its first leaf
};

typedef struct {
    Block *from;
    Value *environment;
} Edge;

// A place that several jumps lead to.
typedef struct Join {
    Block *block;
    Edge *edges;
    uint32_t edge_count, edge_room;
    uint32_t slots;    // of the environment there
    uint32_t numbered; // operations that are known there
} Join;

typedef struct Frame {
    const Function *function;
    Join *returns;
    Object *result;          // NULL: the result is void or a reference
    Value *result_reference; // where an lvalue that is returned goes
    struct Frame *caller;
} Frame;

typedef struct {
    Value value; // an address: of the object, or what the reference refers to
    bool bound;
} Binding;

enum { MOST_RESTRICTED = 64 };

typedef struct Generator {
    Unit *unit;
    Graph *graph;
    const Function *kernel;
    Value *environment;
    const Type **slot_types;
    const Variable **slot_owners; // of the first slot of a variable: the variable
    uint32_t slots, slot_room;
    Binding *bindings; // by Variable.number
    Layout *layouts[256];
    struct LocalObject *in_memory; // what lies in local memory, object.c
    uint32_t in_memory_count, in_memory_room;
    Join **edge_log; // the join of each edge that was made, for snapshots
    uint32_t edge_count, edge_room;
    bool dead; // what is generated now is never executed
    bool stop; // refused, or to be generated again
    bool again, refused;
    uint32_t local_bytes, print_bytes; // of it, at its end, what printf's values need
    bool prints;
    Join *breaks, *continues;
    Frame *frame;
    unsigned depth, loop_depth;
    uint64_t steps;
    struct LoopMemory *loops; // what was found out about loops (loop.c)
    struct ActiveLoop *active_loops;
    uint32_t loops_made;
    struct Switch *cases;
    Op *restricted[MOST_RESTRICTED]; // pointers among the parameters that are __restrict__
    unsigned restricted_count;
    bool with_values;
    struct ModuleText *text; // symbols and strings that the kernel uses (kernel.c)
} Generator;

enum { MOST_STEPS = 30000000, MOST_DEPTH = 200, MOST_SLOTS = 60000, MOST_LEAVES = 16384 };

// "... cannot be compiled: MESSAGE". The first refusal of a kernel counts.
void generator_refuse(Generator *generator, Place place, const char *message, const char *advice, ...);
void generator_place(Generator *generator, Place place);

// ---- object.c
// --------------------------------------------------------------------------------------------------------
const Layout *layout_of(Generator *generator, const Type *type);
bool type_is_aggregate(const Type *type);
IrType ir_type(const Type *type);
Value object_new(Generator *generator, const Type *type, const void *key, uint32_t align); // its place
Value print_buffer(Generator *generator, uint32_t bytes);                                  // in local memory
void locals_forget(Generator *generator); // their offsets, before another attempt
void object_to_memory(Generator *generator, const Object *object);
bool lies_in_memory(const Generator *generator, const void *key);
Value place_load(Generator *generator, Value place, const Type *type);
void place_store(Generator *generator, Value place, const Type *type, Value value);

// ---- value.c
// ---------------------------------------------------------------------------------------------------------
Value value_op(Op *op);
Value value_parts(Generator *generator, uint32_t count);
Value value_zero(Generator *generator, const Type *type);
bool value_equal(const Value *a, const Value *b);
Op *value_operand(Generator *generator, Value value, const Type *type); // a pointer: generic
Op *address_operand(Generator *generator, Value address);               // in its own space, offset and all
Op *address_base(Generator *generator, Value *address); // without the offset, which stays in *address; never NULL
Value pointer_value(Generator *generator, Value value); // an operation becomes a generic address
Value address_add(Generator *generator, Value address, Op *index, const Type *index_type, uint64_t size, Place place);
Value value_convert(Generator *generator, Value value, const Type *from, const Type *to, Place place);

// ---- memory.c
// --------------------------------------------------------------------------------------------------------
Value memory_load(Generator *generator, Value address, const Type *type);
void memory_store(Generator *generator, Value address, const Type *type, Value value);
Value memory_load_with(Generator *generator, Value address, const Type *type, const char *operator_text);
void memory_store_with(Generator *generator, Value address, const Type *type, Value value, const char *operator_text);

// ---- values.c
// --------------------------------------------------------------------------------------------------------
void values_note(Generator *generator, Op *op); // the variables in scope, where the operation stands

// ---- join.c
// ----------------------------------------------------------------------------------------------------------
Join *join_new(Generator *generator);
void join_edge(Generator *generator, Join *join); // from here, where the block goes on besides
void join_jump(Generator *generator, Join *join);
void join_branch(Generator *generator, Op *condition, bool if_true, Join *join); // there if; else on, in a new block
void join_land(Generator *generator, Join *join);                                // go on there
Op *phi_for(Generator *generator, Block *block, const Value *like, const Type *type, unsigned args, Value *value);
Op *phi_operand(Generator *generator, Block *from, const Op *phi, Value value, const Value *shape, const Type *type);
bool value_shape(Generator *generator, const Value *values[], unsigned count, Value *shape);

typedef struct {
    GraphMark graph;
    Value *environment;
    uint32_t slots, edges;
    bool dead;
    Join *breaks, *continues;
    Frame *frame;
    unsigned depth;
} Snapshot;
Snapshot snapshot_take(Generator *generator);
void snapshot_restore(Generator *generator, const Snapshot *snapshot);

// ---- expression.c, call.c, builtin*.c, statement.c, loop.c
// -----------------------------------------------------------
Value expression_value(Generator *generator, const Expression *expression);
Value expression_place(Generator *generator, const Expression *expression); // of an lvalue
void expression_discard(Generator *generator, const Expression *expression);
Op *condition_op(Generator *generator, const Expression *expression);                   // a predicate
void branch_unless(Generator *generator, const Expression *condition, Join *otherwise); // goes on where it holds
int speculation_cost(Generator *generator, const Snapshot *since); // of what was emitted; large: it has effects
Value arithmetic(Generator *generator, Operator op, const Type *type, Value left, Value right, Place place);
Value compare_values(Generator *generator, Operator op, const Type *type, Value left, Value right, Place place);
Value inline_call(Generator *generator, const Function *function, Value *arguments, Place place, bool *is_place);
Value call_expression(Generator *generator, const Expression *expression);
Value builtin_call(Generator *generator, const Expression *expression, bool unused);
void variable_bind(Generator *generator, const Variable *variable, Value value);
void statement_generate(Generator *generator, const Statement *statement);
bool loop_walk_for_index(Generator *generator);
void loops_forget(Generator *generator); // before another attempt at the kernel
void loop_generate(Generator *generator, const Statement *statement);
void assembly_generate(Generator *generator, const Statement *statement);
const char *symbol_of(Generator *generator, const Variable *variable);
const char *string_symbol(Generator *generator, const char *text, size_t length);

#endif
