// in_flight.c - how much a warp has asked global memory for when it waits for it.
//
// Bandwidth is bytes in flight divided by latency (Little's law). Sectors and requests say nothing of it: a warp that
// asks for four values and then needs the first has four times as many bytes in flight as one that needs each before it
// asks for the next. So a warp adds up what its lanes ask for, and where machine code waits (load_waits.c) that is a
// wait with these bytes; from then on it begins anew. Asynchronous copies are waited for in groups, or at barriers.
#include "in_flight.h"
#include "../counters/meters.h"
#include "../machine/frames.h"
#include <assert.h>

// Bytes that several lanes ask for count once.
static uint64_t asked_by(const Access *access) {
    uint64_t span = access->highest - access->lowest;
    uint64_t all = (uint64_t)__builtin_popcount(access->mask) * access->bytes;
    return span < all ? span : all;
}

void in_flight_meter(Warp *warp, const Access *access) {
    if (access->instruction->class == CLASS_BULK_LOAD) return; // in pieces; in_flight_bulk() has the whole
    if (access->kind != ACCESS_LOAD && access->kind != ACCESS_ATOMIC) return;
    warp->flight.asked += asked_by(access);
}

static void count_wait(Warp *warp, uint32_t site, uint64_t bytes) {
    SiteCounts *counts = &warp->worker->sites[site];
    counts->waits++;
    counts->awaited += bytes;
    warp->worker->waiting_warps += !warp->flight.has_waited;
    warp->flight.has_waited = true;
}

void run_load_wait(Warp *warp, const Instruction *i) {
    const Code *code = warp->frame->code;
    const LoadWait *wait = &code->load_waits[i - code->instructions];
    assert(wait->run && wait->run != run_load_wait && wait->turns);
    if (warp->flight.asked && ++warp->flight.turns >= wait->turns) {
        bool known = warp->worker->sites[wait->site].warps > 0; // false: it is on a path that no warp has taken
        count_wait(warp, known ? wait->site : i->site, warp->flight.asked);
        warp->flight.asked = 0;
        warp->flight.turns = 0;
    }
    wait->run(warp, i);
}

// ---- asynchronous copies ----

void in_flight_copy(Warp *warp, uint64_t asked_before) {
    assert(warp->flight.asked >= asked_before);
    warp->flight.copying[0] += warp->flight.asked - asked_before;
    warp->flight.asked = asked_before;
}

// Groups beyond what is kept count with the oldest.
void in_flight_commit(Warp *warp) {
    uint64_t *group = warp->flight.copying;
    group[FLIGHT_GROUPS - 1] += group[FLIGHT_GROUPS - 2];
    for (unsigned n = FLIGHT_GROUPS - 2; n > 0; n--) group[n] = group[n - 1];
    group[0] = 0;
}

void in_flight_wait(Warp *warp, const Instruction *i, uint32_t on_the_way) {
    uint64_t bytes = warp->flight.asked, landed = 0;
    uint64_t first = on_the_way == UINT32_MAX ? 0 : (uint64_t)on_the_way + 1;
    for (unsigned n = 0; n < FLIGHT_GROUPS; n++) bytes += warp->flight.copying[n];
    for (uint64_t n = first; n < FLIGHT_GROUPS; n++) {
        landed += warp->flight.copying[n];
        warp->flight.copying[n] = 0;
    }
    if (landed) count_wait(warp, i->site, bytes);
}

void in_flight_attach(Warp *warp) {
    for (unsigned n = 0; n < FLIGHT_GROUPS; n++) {
        warp->flight.attached += warp->flight.copying[n];
        warp->flight.copying[n] = 0;
    }
}

void in_flight_bulk(Warp *warp, uint64_t bytes) {
    Block *block = warp->block;
    for (uint32_t w = 0; w < block->warp_count; w++)
        block->warps[w].flight.attached += (bytes + block->warp_count - 1) / block->warp_count;
}

void in_flight_pass(Warp *warp, const Instruction *i) {
    if (!warp->flight.attached) return;
    uint64_t bytes = warp->flight.asked + warp->flight.attached;
    for (unsigned n = 0; n < FLIGHT_GROUPS; n++) bytes += warp->flight.copying[n];
    warp->flight.attached = 0;
    count_wait(warp, i->site, bytes);
}
