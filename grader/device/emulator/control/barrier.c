// barrier.c - barriers of a block: who has arrived, when it is complete, and who never came.
//
// bar.sync without a count waits for every thread of the block. Hardware does not wait for threads that have exited,
// but a program that relies on it is wrong by CUDA's rules, and so is one whose threads wait at different barriers;
// both are reported once per place, and execution goes on as on hardware.
#include "barrier.h"
#include "../decode/decoders.h"
#include "../machine/divergence.h"
#include "../trace/trace.h"
#include "../waits/in_flight.h"
#include <assert.h>
#include <stdio.h>

enum { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_RED_POPC, BARRIER_RED_AND, BARRIER_RED_OR };

static uint32_t uniform_word(const Warp *warp, Operand operand) {
    return ((const uint32_t *)operand_lanes(warp, operand))[__builtin_ctz(warp->mask)];
}

// Threads a barrier counts for this arrival: if a count is given all 32 of a warp, unless the warp has diverged.
static uint32_t arrivals(const Warp *warp, uint32_t expected) {
    bool whole = expected && warp->mask == warp->live;
    return whole ? WARP_LANES : (uint32_t)__builtin_popcount(warp->mask);
}

static void report_missing(const Warp *at, const Instruction *instruction, uint32_t missing, Fact fact) {
    Fault fault = {.count = missing, .fact = fact};
    Warp copy = *at; // names the warp that arrived first
    copy.mask = copy.mask ? copy.mask : 1;
    warp_fault(&copy, instruction, (unsigned)__builtin_ctz(copy.mask), FAULT_DIVERGENT_BARRIER, &fault);
}

static void vote(Warp *warp, const Instruction *i, Barrier *barrier) {
    uint32_t predicate = operand_predicate(warp, i->c) & warp->mask;
    barrier->true_votes += (uint32_t)__builtin_popcount(predicate);
}

// a: barrier number; b: thread count or SINK; c: predicate of a reduction; extra: which kind
static void run_barrier(Warp *warp, const Instruction *i) {
    uint32_t index = uniform_word(warp, i->a) % BARRIERS;
    Barrier *barrier = &warp->block->barriers[index];
    uint32_t expected = i->b.bank == BANK_SINK ? 0 : uniform_word(warp, i->b);
    uint32_t waiting = (uint32_t)__builtin_popcount(warp->mask);
    trace_barrier(warp, i);
    if (i->extra != BARRIER_ARRIVE) in_flight_pass(warp, i);
    if (!barrier->first) {
        barrier->first = i;
        barrier->first_warp = warp;
        barrier->expected = expected;
    }
    if (barrier->first != i && i->extra == BARRIER_SYNC && !expected)
        report_missing(warp, i, waiting, FACT_OF(barrier_other, waiting));
    barrier->arrived += arrivals(warp, expected);
    warp->block->barriers_in_use |= 1u << index;
    if (i->extra >= BARRIER_RED_POPC) vote(warp, i, barrier);
    if (i->extra == BARRIER_ARRIVE) {
        warp->yield = true; // the block looks whether that completed it
        return;
    }
    path_wait(warp, PATH_AT_BARRIER, index, warp->mask, warp->next);
    warp->yield = true;
}

static void give_result(Warp *warp, const BranchPath *path, const Barrier *barrier) {
    const Instruction *i = path->next - 1;
    if (i->class != CLASS_BARRIER_REDUCTION) return;
    if (i->extra == BARRIER_RED_POPC) {
        uint32_t *d = frame_lanes(warp, path->frame, i->d);
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            if (path->mask >> lane & 1) d[lane] = barrier->true_votes;
        return;
    }
    uint32_t *d = frame_lanes(warp, path->frame, i->d);
    bool value = i->extra == BARRIER_RED_AND ? barrier->true_votes == barrier->arrived : barrier->true_votes > 0;
    *d = value ? *d | path->mask : *d & ~path->mask;
}

static void complete(Block *block, uint32_t index) {
    assert(block->barriers_in_use >> index & 1 && block->barriers[index].first);
    Barrier *barrier = &block->barriers[index];
    uint32_t returned = block->thread_count - barrier->arrived;
    if (!barrier->expected && barrier->arrived < block->thread_count)
        report_missing(barrier->first_warp, barrier->first, returned, FACT_OF(barrier_returned, returned));
    for (uint32_t w = 0; w < block->warp_count; w++) {
        Warp *warp = &block->warps[w];
        bool waits = false;
        for (uint32_t n = 0; n < warp->path_count; n++) {
            BranchPath *path = &warp->paths[n];
            if (path->state != PATH_AT_BARRIER || path->barrier != index) continue;
            give_result(warp, path, barrier);
            waits = true;
        }
        if (waits) path_wake(warp, index);
    }
    block->barrier_location = barrier->first->location;
    *barrier = (Barrier){0};
    block->barriers_in_use &= ~(1u << index);
    block->barrier_epoch++;
}

void barriers_check(Block *block) {
    for (uint32_t left = block->barriers_in_use; left; left &= left - 1) {
        uint32_t index = (uint32_t)__builtin_ctz(left);
        Barrier *barrier = &block->barriers[index];
        assert(barrier->first && barrier->true_votes <= barrier->arrived);
        uint32_t needed = barrier->expected ? barrier->expected : block->live_threads;
        if (barrier->arrived && barrier->arrived >= needed) complete(block, index);
    }
}

static bool bind_reduction(Decoder *decoder, const PtxInstruction *in, Instruction *out, uint32_t *first) {
    bool count = ptx_has(in, "popc");
    out->extra = count ? BARRIER_RED_POPC : ptx_has(in, "and") ? BARRIER_RED_AND : BARRIER_RED_OR;
    out->d = decode_operand(decoder, in, &in->operands[0], count ? TYPE_U32 : TYPE_PRED);
    out->c = decode_operand(decoder, in, &in->operands[in->operand_count - 1], TYPE_PRED);
    *first = 1;
    return operand_is_bound(out->d) && operand_is_bound(out->c);
}

// bar{.cta}.sync|arrive|red a{, b}, barrier{.cta}.sync|arrive|red{.aligned}
bool decode_barrier(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    uint32_t first = 0, end = in->operand_count;
    if (!end) return decode_fail(decoder, in, "no barrier number");
    if (ptx_has(in, "red")) {
        if (end < 3 || !bind_reduction(decoder, in, out, &first))
            return end >= 3 ? false : decode_fail(decoder, in, "too few operands");
        end--;
    } else if (ptx_has(in, "arrive")) {
        out->extra = BARRIER_ARRIVE;
    } else if (!ptx_has(in, "sync")) {
        return decode_fail(decoder, in, "this kind of barrier");
    }
    out->run = run_barrier;
    InstructionClass class = out->extra >= BARRIER_RED_POPC ? CLASS_BARRIER_REDUCTION : CLASS_BARRIER;
    out->class = (uint8_t) class;
    out->site = decode_site(decoder, class);
    out->a = decode_operand(decoder, in, &in->operands[first], TYPE_U32);
    if (first + 1 < end) out->b = decode_operand(decoder, in, &in->operands[first + 1], TYPE_U32);
    return operand_is_bound(out->a) && operand_is_bound(out->b);
}
