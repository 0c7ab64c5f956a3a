// code.h - a kernel made ready to run: decoded instructions of it and of every function it can call.
//
// One Program per kernel: shared memory is laid out per kernel, so the functions it calls are decoded once for
// each kernel that reaches them. Blocks of code are laid out so that all of a loop comes before what follows the
// loop, and both sides of a branch before their join: then running the path with the lowest place first is
// running thread frontiers (Diamos et al., "SIMD re-convergence at thread frontiers", MICRO 2011), and diverged
// lanes meet again at the join, or earlier.
#ifndef CODE_H
#define CODE_H

#include "../kernels/instruction_table.h"
#include "warp.h"

#define PARAMETER_OFFSET 0x10000u         // kernel parameters stand behind the 64 KB of __constant__ memory
#define FUNCTION_WINDOW 0x130000000000ull // "addresses" of functions: window + 16 * index

typedef struct Code {
    uint32_t function; // index in the module
    const PtxFunction *source;
    Instruction *instructions; // in layout order; the last one is an exit or a jump
    uint32_t count;
    uint32_t word_bytes, long_bytes, predicate_bytes; // of a frame, in each bank
    uint32_t local_bytes;                             // of a frame: local variables, formal and call parameters
    uint32_t array_bytes;                             // of them the local variables
    struct LocalAddress {
        uint32_t slot, offset;
    } * local_addresses; // LONG slots set to frame's local base + offset
    uint32_t local_address_count;
    uint32_t *formals, *results; // offsets of parameters and return values in the frame's local memory
    uint32_t formal_count, result_count;
} Code;

// What a site counts for, and where it is in the source.
typedef struct {
    uint8_t class, space;
    uint32_t location;
} Site;

typedef struct Program {
    const PtxModule *module;
    const PtxFunction *kernel;
    Code *codes; // [0] is the kernel
    uint32_t code_count;
    int32_t *code_of; // by function index: index into codes, -1: not reachable
    Site *sites;      // [0] counts nothing that is reported
    uint32_t site_count, site_room;
    uint8_t *literals[3]; // BANK_LITERAL_WORD, _LONG, _PREDICATE
    size_t literal_bytes[2];
    uint32_t *shared_literals[2], shared_literal_count[2]; // of the first two: where addresses of shared memory are
    void **kept;                                           // what instructions point to
    uint32_t kept_count, kept_room;
    uint32_t static_shared_bytes; // .shared variables the kernel reaches
    uint32_t reserved_bytes;      // zeros behind a block's shared memory that cooperative groups synchronise in
    uint32_t parameter_bytes;
    uint32_t local_bytes; // stack per thread
    bool has_calls;       // functions: they need a stack beyond local_bytes
    bool in_order;        // results depend on the order of blocks: atomics that return, floating reductions
} Program;

// Why a kernel cannot be run: the sentence, and the place in the source.
typedef struct {
    char message[400];
    uint32_t location;
} DecodeError;

// Decodes the kernel. variables' offsets must be set (loader.c). NULL with *error filled in if anything that the
// kernel can reach is not supported.
Program *program_decode(const PtxModule *module, const PtxFunction *kernel, DecodeError *error);
void program_free(Program *program);

// Where a basic block leads to: next[0] and next[1] (-1: none) and, for a jump table, more[0..more_count).
typedef struct {
    int32_t next[2];
    const uint32_t *more;
    uint32_t more_count;
} BlockEdges;

// Where the reserved part of a block's shared memory begins.
static inline uint64_t launch_reserved(const Launch *launch) {
    return launch->shared_bytes - launch->program->reserved_bytes;
}

// ---- running ------------------------------------------------------------------------------------------------

// A call's activation. Lanes that called together share it.
typedef struct Frame {
    struct Frame *caller;
    struct Frame *older; // every frame the warp ever made
    const Code *code;
    const Instruction *call; // where to return: the instruction after it; NULL: the kernel's own frame
    uint32_t depth, lanes;   // lanes that have not returned
    uint32_t word_base, long_base, predicate_base, local_base; // bytes into the warp's banks and stack
    uint32_t machine_end;           // bytes of stack that the machine code has taken with this frame, at least
    uint32_t allocated[WARP_LANES]; // by lane: what alloca took behind the frame's local variables
} Frame;

typedef enum { PATH_READY, PATH_CONVERGING, PATH_AT_BARRIER } PathState;

// Lanes that run together. `patience` makes a spinning path stand back until the warp has taken that many steps; spins
// count its turns so far that may have been for nothing, those that changed nothing for more (path_spun).
typedef struct Path {
    const Instruction *next;
    Frame *frame;
    uint32_t mask;
    PathState state;
    uint32_t barrier; // PATH_AT_BARRIER: which
    uint32_t spins;
    uint64_t patience;
    const Instruction *head; // of the loop whose turns these lanes take together (unrolled.c)
    uint32_t turns;          // how many more after this one
    const Instruction *held; // they wait at a loop's head until no path is left before this place; NULL: they do not
} Path;

typedef enum { WARP_READY, WARP_WAITING, WARP_DONE } WarpState;

// path.c
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
// The lanes chosen of it go on for that many turns; the others are held at the head while a path is before `end`.
void path_take_turns(Warp *warp, uint32_t chosen, uint32_t turns, const Instruction *head, const Instruction *end);
void path_spun(Warp *warp); // a backward branch after spin_read: others may have to go first

// call.c
Frame *frame_push(Warp *warp, const Code *code, const Instruction *call, uint32_t lanes); // NULL: stack overflow
void frame_enter(Warp *warp, Frame *frame); // points the banks at the frame
void frame_leave(Warp *warp, Frame *frame, uint32_t lanes);
void *frame_lanes(const Warp *warp, const Frame *frame, Operand operand); // operand_lanes in another frame
void frames_reset(Warp *warp);                                            // all frames are free again
void frames_free(Warp *warp);
uint32_t frame_local_end(const Frame *frame); // (stack.c) where a callee's part of the stack begins
void frame_start(Warp *warp, Frame *frame);   // the kernel's own, at the start of a block

// execute.c
void warp_run(Warp *warp, uint64_t steps); // until it waits, ends, yields or has taken that many steps
uint64_t warp_clock(const Warp *warp);

// barrier.c
#define BARRIERS 16
typedef struct Barrier {
    uint32_t arrived;         // threads counted so far
    uint32_t expected;        // given with the barrier, 0: every thread of the block that has not exited
    uint32_t true_votes;      // bar.red
    const Instruction *first; // what the first thread arrived at
    const Warp *first_warp;
} Barrier;
void barriers_check(Block *block); // completes those that have become complete

// block.c
typedef enum { BLOCK_DONE, BLOCK_SPINNING, BLOCK_MOVED, BLOCK_WAITING } BlockState;
Block *block_create(Launch *launch, Worker *worker); // NULL: out of memory
void block_begin(Block *block, uint32_t index);
BlockState block_run(Block *block); // until it ends, or all its warps only wait (MOVED: after they did something)
// All warps wait: some go on without what they wait for, or it is a fault and the block stops. false: none can go on.
bool block_resolve_deadlock(Block *block);
void block_end(Block *block); // of one that shall not run further
void block_free(Block *block);

// grid.c
int grid_run(Launch *launch, unsigned threads, SiteCounts *sites); // CUDA error of a fatal fault, 0: none
bool grid_stopped(const Launch *launch);                           // from outside
bool grid_spend(Launch *launch, uint64_t steps); // false: the instruction budget is used up, or it is stopped
void launch_print(Block *block, const char *text, size_t length); // device printf: kept until the launch ends
bool launch_print_full(const Block *block);                       // whatever the block prints will be lost

#endif
