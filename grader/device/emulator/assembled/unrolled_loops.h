// unrolled_loops.h - loops that the assembler unrolls by four.
//
// ptxas turns a counted loop into three: one of four iterations at a time while a lane has four left, then two for the
// lanes with two left, then one for those with one. Lanes with different numbers of iterations therefore go through it
// in another order than through the loop of the PTX, and the warp makes more accesses: if some lanes have 5 iterations
// and others 6, it makes 4 + 2 + 1, where the plain loop makes 6.
//
// What a loop has to be like was read off the machine code of some 200 small loops; what hardware counts for six such
// kernels agrees.
#ifndef UNROLLED_LOOPS_H
#define UNROLLED_LOOPS_H

#include "../decode/operands.h"

// Whether a lane takes another iteration: the counter after its step against the bound. Steps go towards the bound.
typedef enum { LOOP_BEFORE, LOOP_UP_TO, LOOP_UNTIL_EQUAL } LoopTest;

typedef struct UnrolledLoop {
    uint32_t first_block, last_block; // neighbours in the PTX
    Operand counter, bound;           // as they are at the head of the loop
    LoopTest test;
    bool wide, is_signed;   // 64 bits; as numbers, not as addresses
    bool varies;            // lanes may differ in their iterations
    int64_t step;           // of the counter in an iteration
    const Instruction *end; // where the lanes stand that have left the loop
} UnrolledLoop;

// By block, the loop that begins there if the assembler unrolls it and lanes may differ in their iterations, else NULL.
// The table is in the decoder's scratch arena, the loops live as long as the program; `end` is left to be filled in.
UnrolledLoop **unrolled_loops_find(Decoder *decoder, const Blocks *blocks);

// Whether the block is the end of a loop that the assembler unrolls, whatever the lanes do.
bool unrolled_by_assembler(Decoder *decoder, const Blocks *blocks, uint32_t last);

// The handler of the instruction at a loop's head, whose `extra` is the loop: it chooses the lanes that go on, and lets
// the others wait there until those are through.
void run_loop_head(Warp *warp, const Instruction *head);

#endif
