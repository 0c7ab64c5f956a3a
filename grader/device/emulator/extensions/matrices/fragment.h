// fragment.h - fragments of mma and wmma: which lane's register has which element, and the accesses that move them.
#ifndef FRAGMENT_H
#define FRAGMENT_H

#include "matrix.h"

typedef enum { PART_A, PART_B, PART_C } Part; // C: the accumulator, before and after

// Lines are rows of a, columns of b, rows of c; depth is k, for c what is left. For m8n32 a and b change places, and
// c's lines are columns: machine code has no such product and computes the turned one.
typedef struct {
    unsigned lines, depth;
    unsigned each;   // elements of a tile that a lane has, which follow one another in depth
    unsigned height; // tiles one above the other that come before the next ones in depth: 2 or 1
    unsigned bits;   // of an element
    bool factor;
    bool columns; // lines are columns
} Fragment;

Fragment fragment_of(const Product *product, Part part, PtxType type);
unsigned fragment_registers(const Fragment *fragment);
// Where its elements are in a matrix whose rows are the lines, or else the depths.
Places fragment_places(Decoder *decoder, const Fragment *fragment, bool by_line);

typedef enum { BY_MATRICES, BY_PIECES, BY_ELEMENTS } MoveKind;

// The accesses that move a fragment from or to memory.
typedef struct {
    MoveKind kind;
    bool turned;       // elements of one depth, not of one line, lie next to each other in memory
    unsigned count;    // accesses
    unsigned elements; // of a lane's part of an access
    uint32_t lanes;
} Moves;

Moves fragment_moves(const Fragment *fragment, bool turned, bool loads_shared);
// Where a lane's part of access n begins: `major` strides and `minor` elements from the matrix's first.
void fragment_moved(const Fragment *fragment, const Moves *moves, unsigned n, unsigned lane, unsigned *major,
                    unsigned *minor);

// Is the load of one fragment (wmma.load), address and stride apart, the load of the other?
bool wmma_moves_as(const Instruction *a, const Instruction *b);

#endif
