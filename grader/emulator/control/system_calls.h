// system_calls.h - functions that device code may call and that no PTX defines: vprintf, malloc, assertions.
#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include "../machine/warp.h"

// Runs the call for one lane: arguments[n] points at the n-th parameter's bytes, result at the return value's.
typedef void (*SystemCall)(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments,
                           uint8_t *result);

typedef struct {
    const char *name;
    SystemCall call;
    unsigned arguments;
    bool orders_blocks; // its results depend on the order in which blocks run
} SystemCallRow;
const SystemCallRow *system_call_named(const char *name); // NULL: there is none
extern const SystemCallRow DEVICE_RUNTIME_CALLS[];        // device_runtime.c; ends with a row without a name

// A host view of `bytes` at a generic device address of the lane, NULL if there are not that many.
uint8_t *system_view(const Warp *warp, unsigned lane, uint64_t address, uint64_t bytes);
uint64_t system_argument(const uint8_t *bytes, unsigned size);
// Writes where a generic address of the lane is; false: there are not that many bytes.
bool system_write(Warp *warp, unsigned lane, uint64_t address, const void *value, size_t bytes);

#endif
