// rules.h - how an instruction passes on values that nothing has written.
#ifndef RULES_H
#define RULES_H

#include "../decode/operands.h"

// ANY: a result is undefined if any source is. The others are more exact, or do something else with it.
typedef enum {
    RULE_NONE,
    RULE_DEFINED, // its result is known
    RULE_ANY,
    RULE_COPY,   // bit by bit
    RULE_EITHER, // of several sources, bit by bit
    RULE_AND,    // a defined 0 decides
    RULE_OR,     // a defined 1 decides
    RULE_LEFT,   // shifts, by what is known
    RULE_RIGHT,
    RULE_CONVERT, // between integers
    RULE_PERMUTE, // of bytes
    RULE_SELECT,
    RULE_PACK,
    RULE_UNPACK,
    RULE_SHUFFLE, // another lane's
    RULE_WARP,    // all lanes get a result of all lanes' values
    RULE_LOAD,
    RULE_STORE,
    RULE_ATOMIC,
    RULE_BRANCH,
    RULE_BY_MODIFIER // .load: LOAD; .store: ATOMIC, without the stride, its third operand; otherwise WARP
} RuleKind;

// Where a load or store goes: to none of the following; local memory and the stack; shared memory; by its address to
// any of them.
typedef enum { PLACE_ELSEWHERE, PLACE_LOCAL, PLACE_SHARED, PLACE_GENERIC } RulePlace;

typedef struct ValueRule {
    uint8_t kind, place, result_count, source_count;
    uint8_t coordinate_count; // of a surface
    bool is_number;           // loads: certainly of a number, and not of a piece of a structure and its padding
    const Operand *operands;  // registers: results, sources, coordinates
} ValueRule;

// Finds the registers that may be read before they are written, and makes the rules of all instructions. Sets
// program->values, so that launches follow values, if there are such registers, local arrays are read, or a shuffle may
// read from a lane that does not take part.
void rules_find(Decoder *decoder, const Blocks *blocks);

#endif
