// divergence.h - divergence and reconvergence of a warp's lanes.
#ifndef DIVERGENCE_H
#define DIVERGENCE_H

#include "frames.h"

typedef enum { PATH_READY, PATH_CONVERGING, PATH_AT_BARRIER } PathState;

// Lanes that run in lockstep. `patience` makes a spinning path yield until the warp has taken that many steps;
// `spins` counts its iterations of loops that may only have waited; those that changed nothing count more (path_spun).
typedef struct BranchPath {
    const Instruction *next;
    Frame *frame;
    uint32_t mask;
    PathState state;
    uint32_t barrier; // PATH_AT_BARRIER: which
    uint32_t spins;
    uint64_t patience;
    const Instruction *head; // of the loop whose iterations these lanes take together (unrolled_loops.c)
    uint32_t turns;          // how many more iterations after this one
    const Instruction *held; // they wait at a loop's head until no path is left before this place; NULL: they do not
} BranchPath;

#define PATHS_MOST (WARP_LANES + 1) // one a lane, and one that has given all of its lanes to others
_Static_assert(WARP_LANES == 32, "a lane is a bit of a word");
void path_start(Warp *warp, uint32_t lanes);                        // one path, at the kernel's first instruction
void path_split(Warp *warp, uint32_t lanes, const Instruction *to); // lanes of the current path go on at `to`
// The lanes get a path of their own; the current one keeps running, without them, until path_choose().
void path_add(Warp *warp, uint32_t lanes, const Instruction *to, Frame *frame);
void path_split_frame(Warp *warp, uint32_t lanes, const Instruction *to, Frame *frame); // path_add, then path_choose
void path_choose(Warp *warp); // puts the current path back, merges, and makes the best one current
void path_exit(Warp *warp, uint32_t lanes);
void path_wait(Warp *warp, PathState state, uint32_t barrier, uint32_t lanes, const Instruction *at);
void path_wake(Warp *warp, uint32_t barrier); // those that wait at the barrier
bool path_force(Warp *warp); // lets converging lanes go on without the missing ones; false: there are none
// The current path is at the head of a loop: true if its lanes go through it together once more.
bool path_turn(Warp *warp, const Instruction *head);
// All lanes that are at the head now, those held there included: they are the current path's.
uint32_t path_gather(Warp *warp, const Instruction *head);
// The lanes chosen of it go on for that many iterations; the others are held at the head while a path is before `end`.
void path_take_turns(Warp *warp, uint32_t chosen, uint32_t turns, const Instruction *head, const Instruction *end);
void path_spun(Warp *warp); // a backward branch after spin_read: others may have to go first

// For intrinsics with a member mask (shfl, vote, match, redux, bar.warp.sync). True when every live lane of members is
// in warp->mask: go on. False: return at once without effect; the lanes wait here until the others arrive, and the
// instruction runs again. Lanes that can never arrive are reported as FAULT_MISSING_LANES and then true is
// returned: go on with those that are there.
bool warp_converge(Warp *warp, const Instruction *instruction, uint32_t members);

#endif
