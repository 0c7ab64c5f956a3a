// divergence.c - divergence: the lanes of a warp in groups that stand at different instructions.
//
// A warp is a set of paths {next instruction, frame, lanes}; one runs at a time. The best one is the deepest in
// calls and then the lowest in the layout, so that those behind catch up; paths that stand at the same instruction
// of the same frame reconverge: they become one. A path that only spins on memory (a lock that another lane holds)
// yields to other paths for a while, so that every lane makes progress in the end; a path that is alone never yields.
// Waiting paths (at a barrier, or for other lanes at a .sync intrinsic) are not chosen.
#include "divergence.h"
#include "../base/invariant.h"
#include <assert.h>
#include <stdio.h>

// Every lane that has not exited is on one path, and no other lane is.
static bool paths_have_live_lanes(const Warp *warp) {
    uint32_t lanes = 0;
    bool apart = true;
    for (uint32_t n = 0; n < warp->path_count; n++) {
        apart &= !(lanes & warp->paths[n].mask);
        lanes |= warp->paths[n].mask;
    }
    return apart && lanes == warp->live;
}
static void put_back(Warp *warp) {
    if (warp->path >= warp->path_count) return;
    BranchPath *path = &warp->paths[warp->path];
    path->next = warp->next;
    path->frame = warp->frame;
    path->mask = warp->active;
}

static void remove_empty(Warp *warp) {
    uint32_t kept = 0;
    for (uint32_t n = 0; n < warp->path_count; n++)
        if (warp->paths[n].mask) {
            if (kept != n) warp->paths[kept] = warp->paths[n];
            kept++;
        }
    warp->path_count = kept;
}

static bool can_merge(const BranchPath *a, const BranchPath *b) {
    return a->mask && b->mask && a->next == b->next && a->frame == b->frame && a->held == b->held &&
           a->state != PATH_AT_BARRIER && b->state != PATH_AT_BARRIER;
}

static void merge(Warp *warp) {
    for (uint32_t n = 0; n < warp->path_count; n++)
        for (uint32_t m = n + 1; m < warp->path_count; m++) {
            BranchPath *a = &warp->paths[n], *b = &warp->paths[m];
            if (!can_merge(a, b)) continue;
            a->mask |= b->mask;
            b->mask = 0;
            a->state = PATH_READY; // converging lanes look again who is there
            if (b->patience < a->patience) a->patience = b->patience;
            if (a->head != b->head || b->turns < a->turns) a->turns = a->head == b->head ? b->turns : 0;
        }
    remove_empty(warp);
}

// Where a path counts as standing: lanes that are held come after the loop and before what follows it.
static const Instruction *place(const BranchPath *path) { return path->held ? path->held : path->next; }

static bool is_better(const BranchPath *a, const BranchPath *b) {
    if (a->frame->depth != b->frame->depth) return a->frame->depth > b->frame->depth;
    if (a->frame->code != b->frame->code) return a->frame->code < b->frame->code;
    return place(a) < place(b) || (place(a) == place(b) && a->held && !b->held);
}

static uint32_t best_path(const Warp *warp, bool patient) {
    uint32_t best = warp->path_count;
    for (uint32_t n = 0; n < warp->path_count; n++) {
        const BranchPath *path = &warp->paths[n];
        if (path->state != PATH_READY || (!patient && path->patience > warp->steps)) continue;
        if (best == warp->path_count || is_better(path, &warp->paths[best])) best = n;
    }
    return best;
}

static void make_current(Warp *warp, uint32_t index) {
    invariant(index < warp->path_count && warp->paths[index].mask && warp->paths[index].state == PATH_READY);
    BranchPath *path = &warp->paths[index];
    invariant(path->next >= path->frame->code->instructions &&
              path->next < path->frame->code->instructions + path->frame->code->count);
    warp->path = index;
    path->held = NULL;
    warp->next = path->next;
    warp->active = path->mask;
    warp->state = WARP_READY;
    if (warp->frame != path->frame) frame_enter(warp, path->frame);
    warp->horizon = (const Instruction *)UINTPTR_MAX;
    warp->patience = UINT64_MAX;
    for (uint32_t n = 0; n < warp->path_count; n++) {
        const BranchPath *other = &warp->paths[n];
        if (n == index || other->state == PATH_AT_BARRIER) continue;
        if (other->patience > warp->steps && other->state == PATH_READY) {
            if (other->patience < warp->patience) warp->patience = other->patience;
        } else if (other->frame == path->frame && place(other) > path->next && place(other) < warp->horizon) {
            warp->horizon = place(other);
        }
    }
}

void path_choose(Warp *warp) {
    put_back(warp);
    remove_empty(warp);
    merge(warp);
    invariant(warp->path_count <= WARP_LANES && paths_have_live_lanes(warp));
    uint32_t best = best_path(warp, false);
    if (best == warp->path_count) best = best_path(warp, true);
    if (best < warp->path_count) {
        make_current(warp, best);
        return;
    }
    warp->path = warp->path_count;
    warp->active = warp->mask = 0;
    warp->state = warp->path_count ? WARP_WAITING : WARP_DONE;
}

void path_start(Warp *warp, uint32_t lanes) {
    assert(lanes && warp->frame->lanes == lanes);
    warp->path_count = 1;
    warp->live = lanes;
    warp->forced = warp->spin_read = warp->changed = warp->yield = false;
    warp->paths[0] = (BranchPath){.next = warp->frame->code->instructions, .frame = warp->frame, .mask = lanes};
    make_current(warp, 0);
}

void path_add(Warp *warp, uint32_t lanes, const Instruction *to, Frame *frame) {
    assert(warp->path_count < PATHS_MOST && lanes && !(lanes & ~warp->active));
    BranchPath *path = &warp->paths[warp->path_count++];
    const BranchPath *from = &warp->paths[warp->path];
    *path = (BranchPath){.next = to,
                         .frame = frame,
                         .mask = lanes,
                         .spins = from->spins,
                         .patience = from->patience, // else this side would run ahead of the other
                         .head = from->head,
                         .turns = from->turns};
    warp->active &= ~lanes;
}

void path_split_frame(Warp *warp, uint32_t lanes, const Instruction *to, Frame *frame) {
    path_add(warp, lanes, to, frame);
    path_choose(warp);
}

void path_split(Warp *warp, uint32_t lanes, const Instruction *to) { path_split_frame(warp, lanes, to, warp->frame); }

void path_exit(Warp *warp, uint32_t lanes) {
    assert(lanes && !(lanes & ~warp->active) && !(warp->active & ~warp->live));
    assert(warp->block->live_threads >= (uint32_t)__builtin_popcount(lanes));
    warp->live &= ~lanes;
    warp->active &= ~lanes;
    warp->block->live_threads -= (uint32_t)__builtin_popcount(lanes);
    if (!warp->active || warp->path_count > 1) path_choose(warp);
}

void path_wait(Warp *warp, PathState state, uint32_t barrier, uint32_t lanes, const Instruction *at) {
    assert(state != PATH_READY && lanes && !(lanes & ~warp->active));
    assert(lanes == warp->active || warp->path_count < PATHS_MOST);
    BranchPath *path = &warp->paths[warp->path];
    if (lanes == warp->active) {
        warp->next = at;
        path->state = state;
        path->barrier = barrier;
    } else {
        warp->paths[warp->path_count++] =
            (BranchPath){.next = at, .frame = warp->frame, .mask = lanes, .state = state, .barrier = barrier};
        warp->active &= ~lanes;
    }
    path_choose(warp);
}

void path_wake(Warp *warp, uint32_t barrier) {
    for (uint32_t n = 0; n < warp->path_count; n++) {
        BranchPath *path = &warp->paths[n];
        if (path->state != PATH_AT_BARRIER || path->barrier != barrier) continue;
        path->state = PATH_READY;
        path->spins = 0;
        path->patience = 0;
    }
    path_choose(warp);
}

bool path_force(Warp *warp) {
    for (uint32_t n = 0; n < warp->path_count; n++)
        if (warp->paths[n].state == PATH_CONVERGING) {
            warp->paths[n].state = PATH_READY;
            warp->forced = true;
            path_choose(warp);
            return true;
        }
    return false;
}

bool path_turn(Warp *warp, const Instruction *head) {
    BranchPath *path = &warp->paths[warp->path];
    if (path->head != head || !path->turns) return false;
    path->turns--;
    return true;
}

uint32_t path_gather(Warp *warp, const Instruction *head) {
    assert(warp->path < warp->path_count && warp->active);
    for (uint32_t n = 0; n < warp->path_count; n++) {
        BranchPath *path = &warp->paths[n];
        if (n == warp->path || !path->held || path->next != head || path->frame != warp->frame) continue;
        warp->active |= path->mask;
        path->mask = 0;
    }
    return warp->active;
}

void path_take_turns(Warp *warp, uint32_t chosen, uint32_t turns, const Instruction *head, const Instruction *end) {
    assert(turns && chosen && !(chosen & ~warp->active) && head < end);
    uint32_t waiting = warp->active & ~chosen;
    BranchPath *path = &warp->paths[warp->path];
    path->head = head;
    path->turns = turns - 1;
    if (waiting) {
        path_add(warp, waiting, head, warp->frame);
        path = &warp->paths[warp->path_count - 1];
        path->held = end;
        path->turns = 0;
    }
    if (warp->path_count > 1) path_choose(warp);
}

// An iteration that only reads memory may be one of many that wait for something. One that stores something hardly is,
// but might be: it takes very many of them to find out.
#define IDLE_TURN 256
#define SPINS_BEFORE_STANDING_BACK (16 * IDLE_TURN)
#define LONGEST_PATIENCE 65536

void path_spun(Warp *warp) {
    BranchPath *path = &warp->paths[warp->path];
    path->spins += warp->changed ? 1 : IDLE_TURN;
    warp->spin_read = warp->changed = false;
    if (path->spins < SPINS_BEFORE_STANDING_BACK) return;
    uint32_t exponent = path->spins / SPINS_BEFORE_STANDING_BACK + 5;
    uint64_t wait = exponent < 16 ? 1ull << exponent : LONGEST_PATIENCE;
    if (warp->path_count > 1) path->patience = warp->steps + wait;
    path_choose(warp);
    warp->yield = true; // what it waits for may come from another warp
}

static bool waits_at_barrier(const Warp *warp, unsigned lane) {
    for (uint32_t n = 0; n < warp->path_count; n++)
        if (warp->paths[n].mask >> lane & 1) return warp->paths[n].state == PATH_AT_BARRIER;
    return false;
}

bool warp_converge(Warp *warp, const Instruction *instruction, uint32_t members) {
    assert(warp->mask && !(warp->mask & ~warp->active));
    uint32_t missing = members & warp->live & ~warp->mask;
    if (missing && !warp->forced) {
        path_wait(warp, PATH_CONVERGING, 0, warp->mask, instruction);
        return false;
    }
    warp->forced = false;
    if (!missing) return true;
    unsigned lane = (unsigned)__builtin_ctz(missing);
    Fault fault = {.count = 1, .fact = FACT_OF(lane_absent, members, lane, waits_at_barrier(warp, lane))};
    warp_fault(warp, instruction, (unsigned)__builtin_ctz(warp->mask), FAULT_MISSING_LANES, &fault);
    return true;
}
