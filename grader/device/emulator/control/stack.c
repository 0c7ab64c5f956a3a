// stack.c - alloca, stacksave and stackrestore: memory after a frame's local variables, lane by lane.
//
// What stacksave gives is how much a lane has taken so far.
#include "../base/checked.h"
#include "../decode/decoders.h"
#include "../machine/frames.h"
#include <assert.h>
#include <string.h>

#define LEAST_ALIGN 8

// extra: the alignment
static void run_alloca(Warp *warp, const Instruction *i) {
    Frame *frame = warp->frame;
    uint64_t room = warp->block->launch->local_bytes, begin = frame->local_base + frame->code->local_bytes;
    const uint64_t *sizes = operand_lanes(warp, i->a);
    uint64_t *d = operand_lanes(warp, i->d);
    for (uint32_t left = warp->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        assert(begin + frame->allocated[lane] <= room);
        uint64_t from, end = begin + frame->allocated[lane], size = sizes[lane];
        if (!checked_place(&end, i->extra, size, room, &from)) {
            warp_fault(warp, i, lane, FAULT_STACK_OVERFLOW, NULL);
            return;
        }
        memset(warp->local + lane * room + from, 0, size); // as all local memory begins
        frame->allocated[lane] = (uint32_t)(end - begin);
        d[lane] = from;
    }
}

static void run_stack_save(Warp *warp, const Instruction *i) {
    uint64_t *d = operand_lanes(warp, i->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = warp->frame->allocated[lane];
}

static void run_stack_restore(Warp *warp, const Instruction *i) {
    const uint64_t *a = operand_lanes(warp, i->a);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1 && a[lane] <= warp->frame->allocated[lane])
            warp->frame->allocated[lane] = (uint32_t)a[lane];
}

static bool bind(Decoder *decoder, const PtxInstruction *in, uint32_t operand, Operand *to) {
    if (!ptx_has(in, "u64") || in->operand_count <= operand) return decode_fail(decoder, in, "this form");
    *to = decode_operand(decoder, in, &in->operands[operand], TYPE_U64);
    return operand_is_bound(*to);
}

bool decode_alloca(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    uint64_t align = in->operand_count > 2 ? in->operands[2].bits : LEAST_ALIGN;
    out->run = run_alloca;
    out->extra = align < LEAST_ALIGN ? LEAST_ALIGN : align;
    out->site = decode_site(decoder, CLASS_OTHER);
    return bind(decoder, in, 0, &out->d) && bind(decoder, in, 1, &out->a);
}

bool decode_stack_save(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->run = run_stack_save;
    out->site = decode_site(decoder, CLASS_OTHER);
    return bind(decoder, in, 0, &out->d);
}

bool decode_stack_restore(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    out->run = run_stack_restore;
    out->site = decode_site(decoder, CLASS_OTHER);
    return bind(decoder, in, 0, &out->a);
}
