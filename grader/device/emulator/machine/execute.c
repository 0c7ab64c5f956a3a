// execute.c - the main loop: one warp, one instruction after another.
#include "execute.h"
#include "divergence.h"
#include "value_watch.h"
#include <assert.h>

static inline void warp_step(Warp *warp, SiteCounts *sites) {
    const Instruction *i = warp->next++;
    uint32_t mask = warp->active;
    if (i->guard.bank != BANK_SINK) mask &= operand_predicate(warp, i->guard);
    SiteCounts *site = &sites[i->site];
    if (i->fate == FATE_ISSUED) {
        site->warps++;
        site->threads += (unsigned)__builtin_popcount(mask);
    }
    warp->mask = mask;
    if (mask) i->run(warp, i);
    else site->warps += i->fate == FATE_SORTED; // no lane is in any space
}

// Shows the watch the next instruction.
static void show(Warp *warp, const ValueWatch *watch) {
    const Instruction *i = warp->next;
    warp->mask = warp->active;
    if (i->guard.bank != BANK_SINK) warp->mask &= operand_predicate(warp, i->guard);
    watch->step(warp, i);
}

// Compiled twice: with a watch, and without one, which is nearly always the case.
static inline __attribute__((always_inline)) void run(Warp *warp, uint64_t end, const ValueWatch *watch) {
    SiteCounts *sites = warp->worker->sites;
    while (warp->state == WARP_READY && !warp->block->stopped && warp->steps < end && !warp->yield) {
        if (warp->next >= warp->horizon || warp->steps >= warp->patience) path_choose(warp);
        if (warp->state != WARP_READY) break;
        warp->steps++;
        if (watch) show(warp, watch);
        warp_step(warp, sites);
    }
}

void warp_run(Warp *warp, uint64_t steps) {
    const ValueWatch *watch = warp->block->launch->values;
    warp->yield = false;
    if (watch) run(warp, warp->steps + steps, watch);
    else run(warp, warp->steps + steps, NULL);
}

// A step is an instruction of one warp; hardware would count a few cycles for each.
uint64_t warp_clock(Warp *warp) {
    const ClockReadings *readings = warp->block->launch->readings;
    uint64_t clock = warp->clock + 4 * (warp->steps - warp->clock_steps), modelled;
    bool found =
        readings && clock_readings_find(readings, warp->block->index, warp->index, warp->clock_reads, &modelled);
    if (found && modelled >= warp->clock) clock = modelled;
    warp->clock_reads++;
    warp->clock = clock;
    warp->clock_steps = warp->steps;
    return clock;
}

void warp_stop(Warp *warp, int cuda_error) {
    assert(cuda_error);
    if (!warp->block->stopped) warp->block->error = cuda_error;
    warp->block->stopped = true;
}
