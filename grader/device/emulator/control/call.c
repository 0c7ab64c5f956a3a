// call.c - calls, returns and indirect calls.
//
// Parameters are bytes on the lane's stack: the caller's copy is moved to the callee's, and results back.
#include "call.h"
#include "../base/checked.h"
#include "../machine/divergence.h"
#include "../machine/value_watch.h"
#include "system_calls.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_ARGUMENT 16 // bytes that a system function reads of an argument, whatever a program declares

typedef struct {
    const Code *code;  // of a direct call; NULL: indirect or a system function
    SystemCall system; // NULL: not a system function
    Operand target;    // of an indirect call
    uint32_t count, result_count;
    uint32_t parameters[64]; // offsets in the caller's frame, arguments first, results after them
    uint32_t sizes[64];
} CallSite;

// Bytes of the lanes' stacks, from one frame's parameter to another's.
static void move(Warp *warp, uint32_t lanes, uint32_t to, uint32_t from, uint32_t size) {
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (lanes >> lane & 1) memcpy(lane_stack(warp, lane, to), lane_stack(warp, lane, from), size);
    const ValueWatch *watch = warp->block->launch->values;
    if (watch) watch->move(warp, lanes, to, from, size);
}

// Bytes of a parameter that the callee's frame has from an offset on: a caller through a pointer, or one in another
// file, may have declared more.
static uint32_t declared_by_both(const Code *callee, uint32_t offset, uint32_t size) {
    uint32_t left = offset < callee->local_bytes ? callee->local_bytes - offset : 0;
    return size < left ? size : left;
}

static void enter(Warp *warp, const Instruction *i, const CallSite *site, const Code *code, uint32_t lanes) {
    Frame *caller = warp->frame, *frame = frame_push(warp, code, i, lanes);
    if (!frame) {
        warp_fault(warp, i, (unsigned)__builtin_ctz(lanes), FAULT_STACK_OVERFLOW, NULL);
        return;
    }
    frame_clear(warp, frame, lanes);
    for (uint32_t n = 0; n < site->count && n < code->formal_count; n++)
        move(warp, lanes, frame->local_base + code->formals[n], caller->local_base + site->parameters[n],
             declared_by_both(code, code->formals[n], site->sizes[n]));
    frame_enter(warp, caller); // the stacks may have moved
    if (lanes != warp->active) {
        path_split_frame(warp, lanes, code->instructions, frame);
        return;
    }
    frame_enter(warp, frame);
    warp->next = code->instructions;
    path_choose(warp);
}

static const Code *code_at(const Warp *warp, uint64_t address) {
    const Program *program = warp->block->launch->program;
    uint64_t index = (address - FUNCTION_WINDOW) / 16;
    bool valid = address >= FUNCTION_WINDOW && index < program->module->function_count && address % 16 == 0;
    return valid && program->code_of[index] >= 0 ? &program->codes[program->code_of[index]] : NULL;
}

static void run_call(Warp *warp, const Instruction *i) {
    enter(warp, i, (const CallSite *)(uintptr_t)i->extra, ((const CallSite *)(uintptr_t)i->extra)->code, warp->mask);
}

// Lanes that call the same function go together; the others stay at the call and go next.
static void run_indirect_call(Warp *warp, const Instruction *i) {
    const CallSite *site = (const CallSite *)(uintptr_t)i->extra;
    const uint64_t *target = operand_lanes(warp, site->target);
    unsigned first = (unsigned)__builtin_ctz(warp->mask);
    uint32_t same = 0, all = warp->mask;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (all >> lane & 1 && target[lane] == target[first]) same |= 1u << lane;
    assert(!site->code && !site->system);
    const Code *code = code_at(warp, target[first]);
    if (!code) {
        Fault fault = {.count = 1, .address = target[first], .fact = FACT_ALONE(no_function)};
        warp_fault(warp, i, first, FAULT_OUT_OF_BOUNDS, &fault);
        return;
    }
    if (all != same) path_add(warp, all & ~same, i, warp->frame);
    enter(warp, i, site, code, same);
}

static void run_system_call(Warp *warp, const Instruction *i) {
    const CallSite *site = (const CallSite *)(uintptr_t)i->extra;
    uint32_t base = warp->frame->local_base;
    for (uint32_t n = 0; n < site->count + site->result_count; n++)
        if (!checked_inside((uint64_t)base + site->parameters[n], LARGEST_ARGUMENT, warp->block->launch->local_bytes)) {
            warp_fault(warp, i, (unsigned)__builtin_ctz(warp->mask), FAULT_STACK_OVERFLOW, NULL);
            return;
        }
    assert(site->count <= 8 && site->system);
    for (unsigned lane = 0; lane < WARP_LANES; lane++) { // even after a fault: every lane's assertion is printed
        if (!(warp->mask >> lane & 1)) continue;
        const uint8_t *arguments[8];
        for (uint32_t n = 0; n < site->count; n++) arguments[n] = lane_stack(warp, lane, base + site->parameters[n]);
        uint8_t *result = site->result_count ? lane_stack(warp, lane, base + site->parameters[site->count]) : NULL;
        site->system(warp, i, lane, arguments, result);
    }
}

static void run_return_from_call(Warp *warp, uint32_t lanes) {
    Frame *frame = warp->frame, *caller = frame->caller;
    const CallSite *site = (const CallSite *)(uintptr_t)frame->call->extra;
    assert(caller && !(lanes & ~frame->lanes));
    for (uint32_t n = 0; n < site->result_count && n < frame->code->result_count; n++)
        move(warp, lanes, caller->local_base + site->parameters[site->count + n],
             frame->local_base + frame->code->results[n],
             declared_by_both(frame->code, frame->code->results[n], site->sizes[site->count + n]));
    const Instruction *to = frame->call + 1;
    if (lanes != warp->active) {
        frame_leave(warp, frame, lanes);
        path_split_frame(warp, lanes, to, caller);
        return;
    }
    frame_enter(warp, caller);
    frame_leave(warp, frame, lanes);
    warp->next = to;
    path_choose(warp);
}

void run_return(Warp *warp, const Instruction *i) {
    (void)i;
    if (warp->frame->caller) run_return_from_call(warp, warp->mask);
    else path_exit(warp, warp->mask);
}

static void run_exit(Warp *warp, const Instruction *i) {
    (void)i;
    uint32_t lanes = warp->mask;
    for (Frame *frame = warp->frame, *caller; frame->caller; frame = caller) {
        caller = frame->caller;
        frame_leave(warp, frame, lanes);
    }
    path_exit(warp, lanes);
}

bool decode_return(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    (void)in;
    out->run = run_return;
    out->site = decode_site(decoder, CLASS_OTHER);
    return true;
}

bool decode_exit(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    (void)in;
    out->run = run_exit;
    out->site = decode_site(decoder, CLASS_OTHER);
    return true;
}

static bool add_parameters(Decoder *decoder, const PtxInstruction *in, const PtxOperand *operand, CallSite *site,
                           uint32_t *count) {
    uint32_t elements = operand->kind == OPERAND_ARGUMENTS ? operand->count : 1;
    for (uint32_t n = 0; n < elements; n++) {
        const PtxOperand *element = operand->kind == OPERAND_ARGUMENTS ? &operand->elements[n] : operand;
        uint32_t place = site->count + site->result_count;
        if (element->kind != OPERAND_VARIABLE || decoder->local_offset[element->index] == UINT32_MAX)
            return decode_fail(decoder, in, "call parameters must be .param variables");
        if (place == sizeof site->sizes / sizeof *site->sizes) return decode_fail(decoder, in, "too many parameters");
        site->parameters[place] = decoder->local_offset[element->index];
        site->sizes[place] = (uint32_t)decoder->module->variables[element->index].size;
        ++*count;
    }
    return true;
}

static bool bind_target(Decoder *decoder, const PtxInstruction *in, const PtxOperand *target, CallSite *site) {
    if (target->kind != OPERAND_FUNCTION) {
        site->target = decode_operand(decoder, in, target, TYPE_U64);
        return operand_is_bound(site->target);
    }
    const PtxFunction *function = &decoder->module->functions[target->index];
    if (decoder->program->code_of[target->index] >= 0) {
        site->code = &decoder->program->codes[decoder->program->code_of[target->index]];
        return true;
    }
    const SystemCallRow *row = decoder->system_call(function->name);
    if (!row || site->count != row->arguments)
        return decode_fail(decoder, in, "calls %s, which the emulated GPU does not have", function->name);
    site->system = row->call;
    if (row->orders_blocks) decoder->program->in_order = true;
    return true;
}

// call (results), target, (arguments), prototype: results and arguments may be left out.
bool decode_call(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    const PtxOperand *results = NULL, *target = NULL, *arguments = NULL;
    for (uint32_t n = 0; n < in->operand_count; n++) {
        const PtxOperand *operand = &in->operands[n];
        if (operand->kind != OPERAND_ARGUMENTS) target = target ? target : operand;
        else if (target) arguments = operand;
        else results = operand;
    }
    if (!target) return decode_fail(decoder, in, "call without a target");
    CallSite *site = decode_keep(decoder, sizeof *site);
    out->extra = (uintptr_t)site;
    out->run = run_call;
    if (arguments && !add_parameters(decoder, in, arguments, site, &site->count)) return false;
    if (results && !add_parameters(decoder, in, results, site, &site->result_count)) return false;
    if (!bind_target(decoder, in, target, site)) return false;
    out->run = site->code ? run_call : site->system ? run_system_call : run_indirect_call;
    out->site = decode_site(decoder, CLASS_OTHER);
    return true;
}
