// frames.h - activations of functions: windows of registers and of the stack.
#ifndef FRAMES_H
#define FRAMES_H

#include "code.h"

// A call's activation. Lanes that called together share it.
typedef struct Frame {
    struct Frame *caller;
    struct Frame *older; // every frame the warp ever made
    const Code *code;
    const Instruction *call; // where to return: the instruction after it; NULL: the kernel's own frame
    uint32_t depth, lanes;   // lanes that have not returned
    uint32_t word_base, long_base, predicate_base, local_base; // bytes into the warp's banks and stack
    uint32_t machine_end;           // bytes of stack that the machine code has taken with this frame, at least
    uint32_t allocated[WARP_LANES]; // by lane: what alloca took after the frame's local variables
} Frame;

Frame *frame_push(Warp *warp, const Code *code, const Instruction *call, uint32_t lanes); // NULL: stack overflow
void frame_enter(Warp *warp, Frame *frame); // points the banks at the frame
void frame_leave(Warp *warp, Frame *frame, uint32_t lanes);
void *frame_lanes(const Warp *warp, const Frame *frame, Operand operand); // operand_lanes in another frame
bool frames_create(Warp *warp); // a warp's first frame, with which it can begin; false: out of memory
void frames_reset(Warp *warp);  // all frames are free again
void frames_free(Warp *warp);
uint32_t frame_local_end(const Frame *frame); // where a callee's part of the stack begins
// Zeros in the local variables of these lanes, and the registers that hold their addresses.
void frame_clear(Warp *warp, const Frame *frame, uint32_t lanes);
void frame_start(Warp *warp, Frame *frame); // the kernel's own, at the start of a block

static inline uint8_t *lane_stack(const Warp *warp, unsigned lane, uint32_t offset) {
    return warp->local + lane * warp->block->launch->local_bytes + offset;
}

#endif
