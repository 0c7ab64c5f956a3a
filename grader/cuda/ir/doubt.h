// doubt.h - where NVVM or ptxas may contract otherwise than fuse.c: such sums are `unsure`, and their kernel is
// refused.
#ifndef DOUBT_H
#define DOUBT_H

#include "passes.h"

static inline bool is_float(const Op *op) { return op->type == IR_F32 || op->type == IR_F64; }
static inline const Block *origin(const Op *op) { return op->origin ? op->origin : op->block; }

// Which operations of a block depend on its dividers, and which lead to them. Op.number is the place in the block.
typedef struct Order Order;
Order *order_of(const Block *block); // NULL: nothing divides the block
void order_free(Order *order);

// May a subroutine of ptxas, or a branch that NVVM makes of a division, stand between the two operations of the block?
bool subroutine_between(const Order *order, const Op *product, const Op *sum);
bool branch_between(const Order *order, const Op *product, const Op *sum);

const Op *find_unsure(Graph *graph); // NULL: there is none

#endif
