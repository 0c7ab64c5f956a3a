// branches.c - branches, nanosleep and traps.
#include "branches.h"
#include "../machine/divergence.h"

static void jump(Warp *warp, const Instruction *i, const Instruction *to) {
    warp->next = to;
    if (to > i) return;
    if (warp->spin_read) path_spun(warp);
    warp->changed = false;
}

void run_jump(Warp *warp, const Instruction *i) {
    jump(warp, i, (const Instruction *)(uintptr_t)i->extra);
    if (warp->path_count > 1) path_choose(warp);
}

void run_branch(Warp *warp, const Instruction *i) {
    const Instruction *target = (const Instruction *)(uintptr_t)i->extra;
    if (warp->mask != warp->active) {
        warp->worker->sites[i->site].divergent++;
        path_split(warp, warp->mask, target);
        if (target <= i && warp->spin_read) path_spun(warp);
        return;
    }
    jump(warp, i, target);
    if (warp->path_count > 1) path_choose(warp);
}

// brx.idx: lanes go by their index; those of the first lane's target first.
void run_branch_table(Warp *warp, const Instruction *i) {
    const Instruction *const *targets = (const Instruction *const *)(uintptr_t)i->extra;
    const uint32_t *index = operand_lanes(warp, i->a);
    uint32_t left = warp->mask, size = 0;
    while (targets[size]) size++;
    if (left != warp->active) warp->worker->sites[i->site].divergent++;
    while (left) {
        unsigned first = (unsigned)__builtin_ctz(left);
        uint32_t same = 0;
        for (unsigned lane = first; lane < WARP_LANES; lane++)
            if (left >> lane & 1 && index[lane] == index[first]) same |= 1u << lane;
        if (index[first] >= size) {
            Fault fault = {.count = 1, .message = "index past the end of a branch table"};
            warp_fault(warp, i, first, FAULT_TRAP, &fault);
            return;
        }
        left &= ~same;
        if (left) warp->worker->sites[i->site].divergent++;
        path_add(warp, same, targets[index[first]], warp->frame);
    }
    path_choose(warp);
}

static void run_sleep(Warp *warp, const Instruction *i) {
    (void)i;
    warp->spin_read = true;
    warp->yield = true;
}

static void run_trap(Warp *warp, const Instruction *i) {
    warp_fault(warp, i, (unsigned)__builtin_ctz(warp->mask), FAULT_TRAP, NULL);
}

bool decode_branch(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (in->operand_count < 1 || in->operands[0].kind != OPERAND_LABEL) return decode_fail(decoder, in, "no label");
    out->extra = in->operands[0].index;
    return decode_finish(decoder, out, run_branch, CLASS_BRANCH);
}

bool decode_branch_table(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    const PtxOperand *table = &in->operands[in->operand_count - 1];
    bool labels = table->kind == OPERAND_LABEL && table->count && decoder->function->tables[table->count - 1].branches;
    if (in->operand_count != 2 || !labels) return decode_fail(decoder, in, "no branch table");
    out->a = decode_operand(decoder, in, &in->operands[0], TYPE_U32);
    out->extra = table->count - 1;
    return operand_is_bound(out->a) && decode_finish(decoder, out, run_branch_table, CLASS_BRANCH);
}

bool decode_sleep(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    (void)in;
    return decode_finish(decoder, out, run_sleep, CLASS_OTHER);
}

bool decode_trap(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    (void)in;
    return decode_finish(decoder, out, run_trap, CLASS_OTHER);
}
