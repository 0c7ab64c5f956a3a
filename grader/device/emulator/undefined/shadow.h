// shadow.h - shadow memory of a warp: which bits of its registers and bytes of its local memory nothing has written.
//
// A register's shadow has the register's own form: a bit is 1 if that bit of the lane is undefined. Beside it stands
// where an undefined value of it was first read; ORIGIN_NONE says that no lane has one, ORIGIN_UNREAD that nobody read
// it.
#ifndef UNDEFINED_SHADOW_H
#define UNDEFINED_SHADOW_H

#include "../machine/frames.h"

#define ORIGIN_NONE 0u
#define ORIGIN_UNREAD UINT32_MAX
#define ORIGIN_HOLE (UINT32_MAX - 1) // perhaps padding of a structure: copying it is no mistake

// Of a value that a shuffle did not get from another lane, where the shuffle is and why (AbsentLane).
#define ORIGIN_REASON_SHIFT 30
static inline uint32_t origin_absent(uint32_t location, unsigned reason) {
    return reason << ORIGIN_REASON_SHIFT | (location & ~(UINT32_MAX << ORIGIN_REASON_SHIFT));
}
static inline unsigned origin_reason(uint32_t origin) {
    return origin < ORIGIN_HOLE ? origin >> ORIGIN_REASON_SHIFT : 0;
}

// A byte of local memory that nothing has written, and one to which something undefined was written.
#define LOCAL_UNWRITTEN 0xff
#define LOCAL_UNDEFINED 0xfe

typedef struct ValueShadow {
    uint8_t *bits[3];    // WORD, LONG and PREDICATE, as Warp.stack
    uint32_t *origin[3]; // by slot
    uint32_t bytes[3];
    uint8_t *local; // as Warp.local: a byte's undefined bits, or one of the two above; NULL: there is none
} ValueShadow;

// The shadow has room for all that the warp has. false: out of memory.
bool shadow_fit(Warp *warp);
void shadow_free(Warp *warp);

static inline uint32_t shadow_offset(const Warp *warp, Operand operand) {
    return (uint32_t)(warp->bank[operand.bank] - warp->stack[operand.bank]) + operand.offset;
}
static inline uint8_t *shadow_lanes(const Warp *warp, Operand operand) {
    return warp->values->bits[operand.bank] + shadow_offset(warp, operand);
}
static inline uint32_t shadow_slot(Bank bank) { return bank == BANK_WORD ? 128 : bank == BANK_LONG ? 256 : 4; }
static inline uint32_t *shadow_origin(const Warp *warp, Operand operand) {
    return &warp->values->origin[operand.bank][shadow_offset(warp, operand) / shadow_slot(operand.bank)];
}

// The undefined bits of a lane; none if the operand is no register.
uint64_t shadow_read(const Warp *warp, Operand operand, unsigned lane);
void shadow_write(const Warp *warp, Operand operand, unsigned lane, uint64_t bits);
// The lanes that have any.
uint32_t shadow_undefined(const Warp *warp, Operand operand);
// After lanes were written: ORIGIN_NONE if none is left, `origin` otherwise.
void shadow_settle(const Warp *warp, Operand operand, uint32_t origin);

#endif
