// fold.h - what the operations of build.h become, by kinds of operands: for build*.c and fold*.c alone.
#ifndef FOLD_H
#define FOLD_H

#include "build.h"

// Constants among the operands of what commutes stand on the right.
Op *fold_integer(Graph *graph, OpCode code, IrType type, Op *a, Op *b);
Op *fold_floating(Graph *graph, OpCode code, IrType type, Op *a, Op *b);
Op *fold_compare(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b);
Op *fold_compare_floating(Graph *graph, Comparison comparison, IrType type, Op *a, Op *b);

#endif
