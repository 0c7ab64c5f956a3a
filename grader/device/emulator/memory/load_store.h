// load_store.h - what instructions that touch memory share: addresses, spaces, and the way past the observers.
#ifndef LOAD_STORE_H
#define LOAD_STORE_H

#include "../decode/decoders.h"
#include "../machine/access.h"
#include <string.h>

PtxSpace generic_space(uint64_t address);
// Fills access->address, mask and space from the instruction (operand a + extra), splits generic accesses by space,
// counts them at their sites, and calls move for the lanes that may go on. kind, bytes and values are the caller's.
void access_memory(Warp *warp, const Instruction *i, Access *access, Mover move);
// The same with access->address filled in by the caller.
void access_at(Warp *warp, const Instruction *i, Access *access, Mover move);
// The handler of loads of global, shared and local memory.
void run_any_load(Warp *warp, const Instruction *i);
// The host address of a lane's bytes.
uint8_t *access_bytes(const Warp *warp, const Access *access, unsigned lane);

// The Mover of loads that keep bytes as they are: lane l's to access->values + l * bytes, which must be writable.
void access_fetch(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes);
// The Mover of stores: puts access->values, lane l's bytes at values + l * bytes.
void access_store(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes);

// What to add to the instruction's base register: offsets in a block's shared memory begin at SHARED_BASE.
static inline uint64_t access_offset(const Instruction *i) {
    return i->extra - (i->space == SPACE_SHARED ? SHARED_BASE : 0);
}

static inline uint32_t word_at(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

// Each half of a warp gets one word, or consecutive ones.
static inline void load_halves(uint32_t *d, const uint8_t *low, const uint8_t *high, bool uniform) {
    enum { HALF = WARP_LANES / 2 };
    if (uniform) {
        uint32_t first = word_at(low), second = word_at(high);
        for (unsigned lane = 0; lane < HALF; lane++) d[lane] = first, d[lane + HALF] = second;
    } else {
        memcpy(d, low, 4 * HALF);
        memcpy(d + HALF, high, 4 * HALF);
    }
}

#endif
