// system_calls.h - functions that device code may call and that no PTX defines: vprintf, malloc, assertions.
#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include "warp.h"

// Runs the call for one lane: arguments[n] points at the n-th parameter's bytes, result at the return value's.
typedef void (*SystemCall)(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                           uint8_t *result);

SystemCall system_call_named(const char *name);   // NULL: there is none
bool system_call_orders_blocks(const char *name); // its results depend on the order in which blocks run

#endif
