// asynchronous.c - when copies of a group are done, and when phases of barrier objects end.
//
// Machine code counts each arrival at once (../sass/mbarriers.c). Here it has its time, and a phase ends at the latest
// one: of warps when they arrive, of copies when their bytes are there.
#include "asynchronous.h"
#include <math.h>
#include <string.h>

void copies_begin(CopyGroups *copies) {
    copies->last = (AccessTime){.done = 0};
    copies->count = 0;
    copies->board = SASS_NO_BARRIER;
}

double copies_note(CopyGroups *copies, const Sass *in, const AccessTime *time) {
    bool copy = in->unit == UNIT_GLOBAL && (in->access == SASS_COPY || in->access == SASS_STORE_BULK);
    if (copy && time->done > copies->last.done) copies->last = *time;
    if (in->ends_group) {
        copies->ends[copies->count++ % COPY_GROUPS] = copies->last.done;
        copies->board = in->write_barrier < SASS_BARRIERS ? in->write_barrier : in->read_barrier;
    }
    if (!in->awaits_groups || in->awaited != copies->board || copies->count <= in->groups_left) return 0;
    return copies->ends[(copies->count - in->groups_left - 1) % COPY_GROUPS];
}

// The time of an arrival; .done is when it counts.
static AccessTime arrival_of(const CopyGroups *copies, const Sass *in, const AccessTime *time) {
    AccessTime arrival = *time;
    if (in->access == SASS_LOAD_BULK) return arrival;
    arrival.done = time->released;
    if (in->access == SASS_ARRIVE_COPIES && copies->last.done > arrival.done) return copies->last;
    return arrival;
}

bool phases_note(Phase *phases, const CopyGroups *copies, const SassWarp *warp, const Sass *in, uint32_t mask,
                 const AccessTime *time) {
    bool bulk = in->access == SASS_LOAD_BULK, ended = false;
    const uint64_t *objects = bulk ? warp->copied : warp->address;
    AccessTime arrival = arrival_of(copies, in, time);
    for (uint32_t left = bulk ? mask & 1 : mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        Phase *phase = &phases[sass_object_place(objects[lane])];
        double *end = sass_phase_end(warp->block, objects[lane]);
        if (in->access == SASS_INIT) {
            *phase = (Phase){.arrived.done = 0};
            *end = 0;
            return false;
        }
        if (arrival.done > phase->arrived.done) phase->arrived = arrival;
        if (!(warp->phases_ended >> lane & 1)) continue;
        *end = phase->arrived.done;
        phase->waited = phase->arrived.wait;
        ended = true;
    }
    return ended;
}

void phases_wait(const Phase *phases, const SassWarp *warp, uint32_t mask, double latency, AccessTime *time) {
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t object = warp->address[__builtin_ctz(left)];
        double done = *sass_phase_end(warp->block, object) + latency;
        if (done <= time->done) continue;
        time->done = done;
        time->wait = phases[sass_object_place(object)].waited;
    }
}
