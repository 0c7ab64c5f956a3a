// literal_pool.h - the constants of a program: each distinct value once, as a register full of it.
#ifndef LITERAL_POOL_H
#define LITERAL_POOL_H

#include "../base/arena.h"
#include "../machine/warp.h"

#define WORD_SLOT (4 * WARP_LANES)
#define LONG_SLOT (8 * WARP_LANES)

typedef struct {
    uint64_t bits;
    uint32_t offset;
    bool wide, shared, used; // shared: the address of shared memory, which differs by the block of a cluster
} LiteralEntry;

typedef struct LiteralPool {
    Arena *arena;
    LiteralEntry *table; // hashed by value
    uint32_t capacity, count;
    uint8_t *bytes[2]; // WORD, LONG
    size_t used[2];
    uint32_t room[2]; // registers full
} LiteralPool;        // starts as zeros, with an arena

Operand literal_operand(LiteralPool *pool, uint64_t bits, bool wide, bool shared);
// The offsets of the addresses of shared memory in the banks LITERAL_WORD (not wide) or _LONG, as many as *count; in
// the arena.
uint32_t *literals_shared(const LiteralPool *pool, bool wide, uint32_t *count);
// Hands over the banks LITERAL_WORD, _LONG and _PREDICATE (all false, then all true) .
void literals_give(LiteralPool *pool, uint8_t *banks[3]);

#endif
