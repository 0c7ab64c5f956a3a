// code.h - a kernel made ready to run: decoded instructions of it and of every function it can call.
//
// One Program per kernel: shared memory is laid out per kernel, so the functions it calls are decoded once for
// each kernel that reaches them. Blocks of code are laid out so that all of a loop comes before what follows the
// loop, and both sides of a branch before their join: then running the path with the lowest place first is
// running thread frontiers (Diamos et al., "SIMD re-convergence at thread frontiers", MICRO 2011), and diverged
// lanes reconverge at the join, or earlier.
#ifndef CODE_H
#define CODE_H

#include "warp.h"

#define PARAMETER_OFFSET 0x10000u         // kernel parameters follow the 64 KB of __constant__ memory
#define FUNCTION_WINDOW 0x130000000000ull // "addresses" of functions: window + 16 * index

// An instruction that a warp reaches only after waiting for its loads: what it does itself, whose site counts that, and
// after how many iterations of an unrolled loop.
typedef struct {
    Handler run;
    uint32_t site;
    uint8_t turns;
} LoadWait;

typedef struct Code {
    uint32_t function; // index in the module
    const PtxFunction *source;
    const Operand *registers;  // by register of the function: where it lies
    Instruction *instructions; // in layout order; the last one is an exit or a jump
    uint32_t count;
    uint32_t word_bytes, long_bytes, predicate_bytes; // of a frame, in each bank
    uint32_t local_bytes;                             // of a frame: local variables, formal and call parameters
    uint32_t array_bytes;                             // of them the local variables
    struct LocalAddress {
        uint32_t slot, offset;
    } * local_addresses; // LONG slots set to frame's local base + offset
    uint32_t local_address_count, local_address_room;
    const struct ValueRule *rules; // by instruction: how it passes on what nothing has written (undefined/)
    const Operand *undefined;      // registers that may be read before they are written
    uint32_t undefined_count;
    struct LocalArray {
        uint32_t offset, bytes;
    } * arrays; // local variables in the frame's local memory
    uint32_t array_count;
    uint32_t *formals, *results; // offsets of parameters and return values in the frame's local memory
    uint32_t formal_count, result_count;
    LoadWait *load_waits; // by instruction; NULL: none is a wait
} Code;

// What a site counts for, and where it is in the source.
typedef struct {
    uint8_t class, space;
    uint32_t location;
} Site;

// Memory that a kernel's stores can reach: what a pointer among its parameters, or a variable, points to.
typedef struct {
    bool is_variable;
    uint32_t place; // of the parameters' bytes; index of the variable
} WrittenRoot;

typedef struct Guard Guard; // decode/guards.h
typedef enum { LOADS_PLAINLY, STORES_PLAINLY, USES_ATOMICALLY } AccessUse;

// An instruction of the kernel that accesses global memory.
typedef struct {
    const PtxOperand *address; // NULL: it says nothing about what follows the address
    uint64_t roots;            // of Program.roots, a bit each, that the address is computed from
    uint32_t instruction;
    uint32_t bytes; // of a thread
    AccessUse use;
} GlobalAccess;

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
    struct Arena *arena;                                   // all that is in here, and what instructions point to
    uint32_t static_shared_bytes;                          // .shared variables the kernel reaches
    uint32_t reserved_bytes; // zeros after a block's shared memory that cooperative groups synchronise in
    uint32_t parameter_bytes;
    uint32_t local_bytes; // stack per thread
    // Where the kernel accesses global memory (written_roots.c), and how it computes the addresses
    // (register_values.c).
    WrittenRoot *roots;
    GlobalAccess *accesses;
    uint32_t *address_steps;  // instructions, in order
    const uint32_t *steps_of; // by register: how many of them assign it, 0: other instructions do, too
    const Guard *guards;
    const uint64_t *guarded;  // by instruction: which of guards hold there, a bit each
    const uint32_t *block_of; // by instruction: its basic block
    uint32_t root_count, access_count, address_step_count, guard_count;
    bool accesses_unknown;           // there are others
    bool writes_anywhere;            // to memory that is none of `roots`, too
    const struct ValueWatch *values; // NULL: no value is read that nothing has written
    bool has_calls;                  // calls functions, whose frames need a stack beyond local_bytes
    // What it does depends on the order of blocks: atomics that return, floating reductions, waiting for other blocks.
    bool in_order;
    bool signals; // it may exchange signals with the program: ordered loads, atomics of the system's scope
} Program;

// Why a kernel cannot be run: the sentence, and the place in the source.
typedef struct {
    char message[400];
    uint32_t location;
} DecodeError;

// Where the reserved part of a block's shared memory begins.
static inline uint64_t launch_reserved(const Launch *launch) {
    return launch->shared_bytes - launch->program->reserved_bytes;
}

#endif
