// register_values.h - what is known of a kernel's registers when it is launched, and of sums that guards limit.
#ifndef REGISTER_VALUES_H
#define REGISTER_VALUES_H

#include "address_values.h"
#include "guards.h"

// Bounds for the sum of factor[n] * digit n, from a guard.
typedef struct {
    int64_t factor[DIGITS];
    int64_t low, high;
    bool known;
} Limit;

typedef struct {
    const Launch *launch;
    Value *values; // by register: whatever it can be
    struct {
        Value value;
        uint32_t block;
    } * assigned;   // by register: what it was assigned last, and in which basic block
    uint32_t block; // whose instruction is looked at
    Limit limits[GUARDS_MOST];
} RegisterValues;

// Chooses the instructions that addresses and guards are computed by: Program.address_steps. Finds the guards, too.
void register_values_prepare(Program *program);
// false: out of memory. register_values_free in either case.
bool register_values_find(RegisterValues *values, const Launch *launch);
void register_values_free(RegisterValues *values);
// Of an operand where the guards in `holding` hold.
Value value_where(const RegisterValues *values, const PtxOperand *operand, uint64_t holding);

#endif
