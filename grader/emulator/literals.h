// literals.h - the constants of a program: each distinct value once, as a register full of it.
#ifndef LITERALS_H
#define LITERALS_H

#include "warp.h"

#define WORD_SLOT (4 * WARP_LANES)
#define LONG_SLOT (8 * WARP_LANES)

typedef struct {
    uint64_t bits;
    uint32_t offset;
    bool wide, used;
} LiteralEntry;

typedef struct LiteralPool {
    LiteralEntry *table; // hashed by value
    uint32_t capacity, count;
    uint8_t *bytes[2]; // WORD, LONG
    size_t used[2], room[2];
} LiteralPool; // starts as zeros

Operand literal_operand(LiteralPool *pool, uint64_t bits, bool wide);
// Hands over the banks LITERAL_WORD, _LONG and _PREDICATE (all false, then all true) and frees the rest.
void literals_give(LiteralPool *pool, uint8_t *banks[3]);

#endif
