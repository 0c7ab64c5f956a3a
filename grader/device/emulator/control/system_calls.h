// system_calls.h - functions that device code may call and that no PTX defines: vprintf, malloc, assertions.
#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include "../machine/warp.h"
#include <string.h>

// Runs the call for one lane: arguments[n] points at the n-th parameter's bytes, result at the return value's.
#define SYSTEM_CALL(name)                                                                                              \
    void name(Warp *warp, const Instruction *call, unsigned lane, const uint8_t *const *arguments, uint8_t *result)
typedef SYSTEM_CALL((*SystemCall));

typedef struct SystemCallRow {
    const char *name;
    SystemCall call;
    unsigned arguments;
    bool orders_blocks; // its results depend on the order in which blocks run
} SystemCallRow;

extern const SystemCallRow SYSTEM_CALLS[]; // ends with a row without a name

static inline uint64_t system_argument(const uint8_t *bytes, unsigned size) {
    uint64_t value = 0;
    memcpy(&value, bytes, size);
    return value;
}

#endif
