// frames.c - each activation of a function has a window of registers and of the stack.
//
// Lanes that call together share a Frame. Windows of one warp may overlap between different lanes: a register is
// an array of lanes, and a path writes only its own lanes' columns.
#include "frames.h"
#include "../base/checked.h"
#include "value_watch.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BANK_BYTES_MOST (1u << 29) // of registers of all frames of a warp; twice as many are still 32 bits
#define SAVED_BYTES 16 // of stack that the machine code needs for a call at least: its return address and one more

// Gives a bank `needed` bytes. false: no memory, or more than a warp gets.
static bool reserve(uint8_t **stack, uint32_t *bytes, uint64_t needed) {
    assert(*bytes <= 2 * BANK_BYTES_MOST);
    if (needed <= *bytes) return true;
    if (needed > BANK_BYTES_MOST) return false;
    uint32_t size = *bytes * 2 > needed ? *bytes * 2 : (uint32_t)needed;
    uint8_t *larger = aligned_alloc(64, (size + 63) & ~63u);
    if (!larger) return false;
    memset(larger, 0, (size + 63) & ~63u);
    memcpy(larger, *stack, *bytes);
    free(*stack);
    *stack = larger;
    *bytes = size;
    return true;
}

static bool is_recursive(const Frame *caller, const Code *code) {
    while (caller && caller->code != code) caller = caller->caller;
    return caller != NULL;
}

// True if the machine code would run out of stack. Local variables take stack there, parameters are in registers. A
// driver gives a kernel all that its calls need if that can be known beforehand, so only recursion can run out of it.
static bool overflows(const Warp *warp, Frame *frame) {
    const Launch *launch = warp->block->launch;
    const Frame *caller = frame->caller;
    bool in_registers = !caller && launch->local_in_registers;
    frame->machine_end =
        (in_registers ? 0 : frame->code->array_bytes) + (caller ? caller->machine_end + SAVED_BYTES : 0);
    return frame->machine_end > launch->stack_limit && is_recursive(caller, frame->code);
}
uint32_t frame_local_end(const Frame *frame) {
    uint32_t most = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (frame->allocated[lane] > most) most = frame->allocated[lane];
    return frame->local_base + frame->code->local_bytes + most;
}

static Frame *frame_new(Warp *warp) {
    Frame *frame = malloc(sizeof *frame);
    if (!frame) return NULL;
    frame->older = warp->all_frames;
    return warp->all_frames = frame;
}

bool frames_create(Warp *warp) { return frame_new(warp); }

Frame *frame_push(Warp *warp, const Code *code, const Instruction *call, uint32_t lanes) {
    Frame *caller = warp->frame, *frame = warp->free_frames;
    assert(lanes && (!caller || !(lanes & ~caller->lanes)) && !call == !caller);
    if (frame) {
        warp->free_frames = frame->caller;
    } else {
        frame = frame_new(warp);
        if (!frame) return NULL;
    }
    *frame = (Frame){.caller = caller, .code = code, .call = call, .lanes = lanes, .older = frame->older};
    if (caller) {
        frame->depth = caller->depth + 1;
        frame->word_base = caller->word_base + caller->code->word_bytes;
        frame->long_base = caller->long_base + caller->code->long_bytes;
        frame->predicate_base = caller->predicate_base + caller->code->predicate_bytes;
        frame->local_base = frame_local_end(caller);
    }
    uint64_t room = warp->block->launch->local_bytes;
    bool fits =
        !overflows(warp, frame) && checked_inside(frame->local_base, code->local_bytes, room) &&
        reserve(&warp->stack[0], &warp->stack_bytes[0], (uint64_t)frame->word_base + code->word_bytes) &&
        reserve(&warp->stack[1], &warp->stack_bytes[1], (uint64_t)frame->long_base + code->long_bytes) &&
        reserve(&warp->stack[2], &warp->stack_bytes[2], (uint64_t)frame->predicate_base + code->predicate_bytes + 64);
    if (fits) return frame;
    frame->caller = warp->free_frames;
    warp->free_frames = frame;
    return NULL;
}

void frames_reset(Warp *warp) {
    warp->frame = warp->free_frames = NULL;
    for (Frame *frame = warp->all_frames; frame; frame = frame->older) {
        frame->caller = warp->free_frames;
        warp->free_frames = frame;
    }
}

void frames_free(Warp *warp) {
    for (Frame *frame = warp->all_frames, *older; frame; frame = older) {
        older = frame->older;
        free(frame);
    }
}

void *frame_lanes(const Warp *warp, const Frame *frame, Operand operand) {
    assert(operand.bank < BANK_COUNT);
    uint32_t base = operand.bank == BANK_WORD   ? frame->word_base
                    : operand.bank == BANK_LONG ? frame->long_base
                                                : frame->predicate_base;
    return operand.bank <= BANK_PREDICATE ? warp->stack[operand.bank] + base + operand.offset
                                          : operand_lanes(warp, operand);
}

void frame_enter(Warp *warp, Frame *frame) {
    warp->frame = frame;
    warp->bank[BANK_WORD] = warp->stack[0] + frame->word_base;
    warp->bank[BANK_LONG] = warp->stack[1] + frame->long_base;
    warp->bank[BANK_PREDICATE] = warp->stack[2] + frame->predicate_base;
}

void frame_leave(Warp *warp, Frame *frame, uint32_t lanes) {
    assert(!(lanes & ~frame->lanes));
    frame->lanes &= ~lanes;
    if (frame->lanes) return;
    frame->caller = warp->free_frames;
    warp->free_frames = frame;
}

// Locals start as zeros, so that a program that reads one too early does the same in every run.
static void clear_locals(Warp *warp, const Frame *frame, uint32_t lanes) {
    for (uint32_t left = lanes; left && frame->code->local_bytes; left &= left - 1)
        memset(lane_stack(warp, (unsigned)__builtin_ctz(left), frame->local_base), 0, frame->code->local_bytes);
}

static void set_local_addresses(Warp *warp, const Frame *frame, uint32_t lanes) {
    for (uint32_t n = 0; n < frame->code->local_address_count; n++) {
        const struct LocalAddress *local = &frame->code->local_addresses[n];
        assert(local->slot + WARP_LANES * sizeof(uint64_t) <= frame->code->long_bytes &&
               local->offset <= frame->code->local_bytes);
        uint64_t *slot = (uint64_t *)(void *)(warp->stack[1] + frame->long_base + local->slot);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (lanes >> lane & 1) slot[lane] = frame->local_base + local->offset;
    }
}

void frame_clear(Warp *warp, const Frame *frame, uint32_t lanes) {
    assert(frame_local_end(frame) <= warp->block->launch->local_bytes);
    clear_locals(warp, frame, lanes);
    set_local_addresses(warp, frame, lanes);
    const ValueWatch *watch = warp->block->launch->values;
    if (watch) watch->begin(warp, frame, lanes);
}

void frame_start(Warp *warp, Frame *frame) {
    frame_enter(warp, frame);
    frame_clear(warp, frame, frame->lanes);
}
