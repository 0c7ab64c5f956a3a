// branches.c - branches, nanosleep and traps.
#include "branches.h"
#include "../machine/divergence.h"
#include <assert.h>

static void jump(Warp *warp, const Instruction *i, const Instruction *to) {
    assert(to >= warp->frame->code->instructions && to < warp->frame->code->instructions + warp->frame->code->count);
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
            Fault fault = {.count = 1, .fact = FACT_ALONE(branch_table_end)};
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

static bool names_grid_workspace(const PtxFunction *function) {
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        const PtxInstruction *in = &function->instructions[n];
        for (uint32_t k = 0; k < in->operand_count; k++)
            if (in->operands[k].kind == OPERAND_SPECIAL && in->operands[k].index == SPECIAL_ENVREG2) return true;
    }
    return false;
}

// cooperative_groups' grid.sync() asks for the workspace of a cooperative launch, and traps where there is none.
static bool syncs_grid_alone(const Launch *launch) {
    bool found = false;
    for (uint32_t n = 0; n < launch->program->code_count && !launch->grid_workspace; n++)
        found |= names_grid_workspace(launch->program->codes[n].source);
    return found;
}

static void run_trap(Warp *warp, const Instruction *i) {
    Fault fault = {.count = 1};
    if (syncs_grid_alone(warp->block->launch)) fault.fact = FACT_ALONE(grid_sync_alone);
    warp_fault(warp, i, (unsigned)__builtin_ctz(warp->mask), FAULT_TRAP, &fault);
}

bool decode_branch(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (in->operand_count < 1 || in->operands[0].kind != OPERAND_LABEL) return decode_fail(decoder, in, "no label");
    out->extra = in->operands[0].index;
    return decode_finish(decoder, out, run_branch, CLASS_BRANCH);
}

bool decode_branch_table(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    const PtxOperand *table = &in->operands[1];
    bool labels = in->operand_count == 2 && table->kind == OPERAND_LABEL && table->count;
    if (!labels || !decoder->function->tables[table->count - 1].branches)
        return decode_fail(decoder, in, "no branch table");
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
