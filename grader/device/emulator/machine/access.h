// access.h - one access of a warp to one space: what every check and counter gets to see of it.
#ifndef ACCESS_H
#define ACCESS_H

#include "warp.h"

typedef enum { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC, ACCESS_REDUCTION } AccessKind;

// What an access says of its order, for the checks of races. STRONG: a relaxed, acquire or release load or store, which
// is like an atomic. SWAP: an atomic compare-and-swap, which finds out whether a plain read before it is out of date.
// AHEAD: a load by which pipelines fetch one tile more than there is: nobody uses what nothing has written. BLIND: an
// atomic exchange whose old value nobody wants, which reads nothing.
typedef enum { ORDER_NONE, ORDER_VOLATILE, ORDER_STRONG, ORDER_SWAP, ORDER_AHEAD, ORDER_BLIND } AccessOrder;

// How the lanes' addresses lie. All but the first say that the mask is full.
typedef enum {
    UNIFORM = 1,            // all lanes of mask at one address
    CONSECUTIVE = 2,        // address[l] == address[0] + l * bytes
    UNIFORM_HALVES = 4,     // each half of the warp at one address, as 16-wide tiles have it
    CONSECUTIVE_HALVES = 8, // each half of the warp consecutive
    REGULAR_HALVES = UNIFORM_HALVES | CONSECUTIVE_HALVES
} Pattern;

// One warp-level access to one space. Addresses are device addresses (global) or byte offsets (shared, local).
typedef struct {
    const Instruction *instruction;
    AccessKind kind;
    AccessOrder order;
    PtxSpace space;               // GLOBAL, SHARED, LOCAL or CONST
    uint32_t bytes;               // per lane: 1, 2, 4, 8, 16 or 32
    uint32_t mask;                // lanes that take part; never 0
    uint64_t address[WARP_LANES]; // of lanes in mask; others undefined
    const void *values;           // stores, and loads by access_fetch(): lane l's bytes at values + l * bytes; or NULL
    SiteCounts *counts;
    bool shaped; // the shape is there already; otherwise access_observe() finds it
    // Shape, which meters and checks look at:
    uint32_t pattern;         // bits of Pattern
    uint64_t lowest, highest; // first byte, and first byte after the last
    Allocation *allocation;   // global: the one allocation that holds [lowest, highest), or NULL
} Access;

// What the decoder notes of an atomic for the meters, in Instruction.flags beside the operation.
enum {
    ATOMIC_MERGED = 0x80, // the warp's lanes meet at one address and one of them does it for all
    ATOMIC_LOOP = 0x40,   // a loop of load, operation and compare-and-swap, whose counts are the next two sites'
    ATOMIC_NOTES = ATOMIC_MERGED | ATOMIC_LOOP
};

// Moves the bytes of the lanes that observers have let pass.
typedef void (*Mover)(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes);

// Fills pattern, lowest and highest from mask, bytes and address. Lanes outside the mask get the
// address of the first lane in it, so that loops over all 32 lanes need not look at the mask.
void access_shape(Access *access);

// Calls visit for the access of each element of a load that the assembler splits (Instruction.used_elements), which
// counts as an instruction of its own.
void access_each_part(const Access *access, void (*visit)(void *opaque, const Access *part), void *opaque);

// The addresses of all lanes of a shape with regular halves from those of lanes 0 and 16.
void access_fill_halves(Access *access);

// A fault of this lane's part of the access, as far as the access tells: address, bytes, space, direction.
Fault access_fault(const Access *access, unsigned lane);

static inline bool access_writes(const Access *access) { return access->kind != ACCESS_LOAD; }

static inline bool access_is_atomic(const Access *access) {
    return access->kind == ACCESS_ATOMIC || access->kind == ACCESS_REDUCTION;
}

// A load or store by which threads signal to each other: volatile, relaxed, acquire or release.
static inline bool access_is_ordered(const Access *access) {
    return access->order == ORDER_STRONG || access->order == ORDER_VOLATILE;
}

#endif
