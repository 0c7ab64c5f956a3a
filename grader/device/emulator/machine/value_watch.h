// value_watch.h - what follows values that nothing has written through a kernel's registers and local memory.
//
// Only kernels are followed in which such a value may be read (undefined/). Then the main loop shows every instruction
// before it runs, and activations of functions show what they begin with and hand over.
#ifndef VALUE_WATCH_H
#define VALUE_WATCH_H

#include "instruction.h"

struct Frame;

typedef struct ValueWatch {
    // Before the instruction runs, with warp->mask.
    void (*step)(Warp *warp, const Instruction *i);
    // The lanes begin with an activation's registers and local variables.
    void (*begin)(Warp *warp, const struct Frame *frame, uint32_t lanes);
    // Bytes of the lanes' stacks are copied.
    void (*move)(Warp *warp, uint32_t lanes, uint32_t to, uint32_t from, uint32_t size);
    // Bytes of a lane's stack are written by something else than an instruction.
    void (*write)(Warp *warp, unsigned lane, uint32_t place, uint32_t bytes);
    void (*free)(Warp *warp);
} ValueWatch;

#endif
