// build.h - operations that are folded and numbered when they are made.
//
// A pure operation on equal operands is made once, as long as the first one is known to be computed: numbering_mark()
// and numbering_forget() bracket the branches of the program. What is folded is what NVVM folds, exactly: no rule
// here changes a bit of a result, of floating ones neither.
#ifndef BUILD_H
#define BUILD_H

#include "ir.h"

Op *build_unary(Graph *graph, OpCode code, IrType type, Op *a);
Op *build_binary(Graph *graph, OpCode code, IrType type, Op *a, Op *b);
Op *build_compare(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b); // CMP_NE is true for NaN
Op *build_select(Graph *graph, IrType type, Op *predicate, Op *a, Op *b);
Op *build_convert(Graph *graph, IrType to, IrType from, Op *a); // as C++ converts a value
Op *build_bits(Graph *graph, IrType to, Op *a);                 // the same bits
Op *build_not(Graph *graph, Op *predicate);
Op *build_special(Graph *graph, const char *name);
Op *build_pure(Graph *graph, OpCode code, IrType type, const char *text, unsigned count, Op *const *args);
Op *build_function(Graph *graph, IrType type, const char *mnemonic, unsigned count, ...);
Op *build_part(Graph *graph, IrType type, Op *whole, unsigned which);
Op *build_join(Graph *graph, IrType type, Op *low, Op *high);
// A loose pure operation's equal, or itself, numbered. It must be in no block.
Op *build_numbered(Graph *graph, Op *op);

uint32_t numbering_mark(const Graph *graph);
void numbering_forget(Graph *graph, uint32_t mark); // what was numbered since

uint32_t op_hash(const Op *op);
bool op_equal(const Op *a, const Op *b); // they compute the same, if both are pure
void op_merge_facts(Op *kept, const Op *gone);
int log2_of(uint64_t value); // -1: it is no power of two

#endif
