// warp.h - the running machine: warps, blocks and launches.
//
// A register is an array of 32 lanes. The main loop (execute.c) finds the lanes that run an instruction, stores them in
// warp->mask, counts, and calls run().
#ifndef WARP_H
#define WARP_H

#include "../base/clock_readings.h"
#include "../ptx/ptx.h"
#include "allocations.h"
#include "faults.h"
#include "instruction.h"
#include "launch_request.h"
#include <stdatomic.h>

#define WARP_LANES 32
#define FULL_MASK 0xffffffffu
#define BARRIERS 16 // of a block

typedef struct Launch Launch;
typedef struct Worker Worker;

// Shared memory: passes over the banks, and how many there would be without conflicts.
typedef struct {
    uint8_t wavefronts, groups; // no groups: not counted yet
} BankPasses;

// What a whole warp's access looked like. The next one with the same base register and another offset looks the same
// (repeated_shapes.c).
typedef struct {
    bool known;
    bool regular_words; // known, and of words in regular halves
    uint32_t pattern, bytes;
    uint64_t low, high;       // addresses of lanes 0 and 16
    uint64_t lowest, highest; // first byte, and first byte after the last
    uint64_t offset;          // of the instruction
    BankPasses passes[3];     // kept for banks.c, of loads of words: alone, merged to 8 bytes and to 16
} AccessShape;
#define SHAPES 8

typedef enum { WARP_READY, WARP_WAITING, WARP_DONE } WarpState;

// What a warp has asked global memory for and not waited for yet, in bytes (waits/in_flight.c).
#define FLIGHT_GROUPS 8
typedef struct {
    bool has_waited;
    uint64_t asked;                  // by loads
    uint64_t copying[FLIGHT_GROUPS]; // by asynchronous copies: [0] since the last commit, [n] n commits ago
    uint64_t attached;               // by asynchronous copies that a barrier object waits for
    uint32_t turns;                  // iterations of an unrolled loop since the last wait
    uint64_t taken;                  // in all: atomics that took a value from one place
} Flight;

struct Warp {
    uint8_t *bank[BANK_COUNT];
    uint32_t mask;   // lanes that run the current instruction (path and guard)
    uint32_t active; // lanes of the current path
    uint32_t carry;  // condition code of add.cc and kin, a bit per lane
    Block *block;
    Worker *worker;
    uint32_t index;             // in the block
    uint32_t live;              // lanes that exist and have not exited
    uint32_t sync_epoch;        // counts warp-level synchronisations (bar.warp.sync), for race checks
    uint8_t *local;             // lane l's local memory at local + l * launch->local_bytes
    const Instruction *next;    // the instruction after the current one; control flow changes it
    const Instruction *horizon; // another path of this frame waits there: look for merges on reaching it
    struct BranchPath *paths;   // divergence (divergence.c): at most one a lane
    uint32_t path_count, path;  // how many, and which is current
    struct Frame *frame;        // of the current path (frames.c)
    struct Frame *free_frames, *all_frames;
    uint8_t *stack[3]; // WORD, LONG and PREDICATE banks of all frames
    uint32_t stack_bytes[3];
    int state;                   // WarpState
    AccessShape shapes[SHAPES];  // [0] is not used
    bool forced;                 // converge without the lanes that cannot come
    bool spin_read;              // a volatile read, or an atomic that changed nothing, since the last backward branch
    bool changed;                // something that another lane may read, since then
    bool yield;                  // nothing to do but wait for other warps
    uint64_t steps;              // instructions taken
    uint64_t clock, clock_steps; // what it last read from the clock, and its steps then
    uint32_t clock_reads;
    Flight flight;
    uint64_t patience;          // when the first path that yields runs again
    struct ValueShadow *values; // what nothing has written; NULL: nobody asks
    uint32_t cluster_owed,
        cluster_pending; // lanes at the cluster's barrier: have arrived and not waited yet; it is not complete for them
};

struct Block {
    Launch *launch;
    Worker *worker;
    uint32_t index; // linear in the grid
    Dim3 position;
    uint32_t warp_count, thread_count;
    Warp *warps;
    uint8_t *shared;             // launch->shared_bytes bytes
    struct SharedValues *values; // what of them is undefined (undefined/), NULL: nothing
    uint32_t barrier_epoch;      // completed block-wide barriers, for race checks
    uint32_t barrier_location;   // source place of the last of them, 0: none, or not known
    uint32_t live_threads;       // not exited
    bool stopped;                // a fatal fault: nothing more runs
    int error;                   // the fault's CUDA error
    struct Barrier *barriers;
    uint32_t barriers_in_use; // a bit each: threads have arrived there
    struct Cluster *cluster;
    uint32_t rank;         // in the cluster
    bool shares;           // its shared memory with other blocks of the cluster
    uint64_t cluster_bits; // what its addresses of shared memory have above CLUSTER_SHIFT: the rank
    uint8_t *literals[2];  // the program's, with these bits in the addresses of shared memory; NULL: as they are
    int *last_errors;      // of the device's runtime, by thread; NULL: none yet
    char *printed;         // device printf of this block
    size_t printed_bytes;
    struct PendingFaults *pending;      // faults of its threads; NULL: they go to the list at once
    struct SharedShadow *shadow;        // checks' record of shared memory (initialised bytes, last accesses)
    struct GlobalShadow *global_shadow; // checks' record of global accesses of this block
    struct BlockOrder *order;           // checks' record of what orders it among other blocks
};

#define GRID_WORKSPACE_BYTES 16 // a size, and the word that blocks of a cooperative launch count in

struct Launch {
    const struct Program *program;
    Memory *memory;
    void *const *extensions; // what they keep of the device (extensions/extensions.h)
    uint64_t number;         // of the launch, from 0
    uint32_t module;         // handle, for fault records
    const char *kernel;      // mangled name as in the PTX
    Dim3 grid, block;
    Dim3 cluster;          // blocks of a cluster; 0: there are no clusters
    uint64_t shared_bytes; // static + dynamic, and after them what is reserved for cooperative groups
    uint64_t dynamic_shared_bytes;
    uint64_t local_bytes;    // per thread
    uint64_t stack_limit;    // cudaLimitStackSize: of it, what the machine code may use in calls
    bool local_in_registers; // the machine code has no stack: local arrays were put in registers
    const uint8_t *constant; // __constant__ memory, and the kernel's parameters after it
    uint64_t constant_bytes;
    struct FaultList *faults;
    bool keeps_origins;       // stores are marked as a kernel's (Allocation.computed)
    bool notes_use;           // of each byte of memory, for the order of streams
    bool checks;              // races, initialisation (bounds and alignment are always checked)
    uint64_t budget;          // warp instructions, 0: no limit
    const atomic_bool *stop;  // once true the launch ends; NULL: never
    uint64_t grid_workspace;  // device address of what blocks count in at the grid's barrier, 0: not cooperative
    uint32_t multiprocessors; // of the GPU
    void (*print)(void *context, const char *text, size_t length);
    void *print_context;
    _Atomic uint32_t print_end; // of device printf: output of later blocks does not fit into the buffer
    uint64_t waiting_warps;     // for loads from global memory, of all warps, once the grid has ended
    struct Grid *running;       // grid.c
    const struct Gpu *gpu;
    const struct Fatbin *fatbin;     // that the kernel is of
    const struct ValueWatch *values; // follows values that nothing has written; NULL: there are none
    struct RaceBlocks *races;        // between blocks, NULL: nobody looks for them
    bool apart;                      // no thread accesses global memory that another one writes: none can be found
    struct TraceLog *trace;          // NULL: nobody wants single accesses
    LaunchProgress *progress;        // NULL: nobody looks
    const ClockReadings *readings;   // of its warps where its time was modelled, NULL: it was not
    double start_nanoseconds;        // %globaltimer when it begins
    double nanoseconds_a_clock;
};

#define LOADED_PLACES 64
struct Worker {
    SiteCounts *sites;
    Launch *launch;
    struct RaceMemory *races; // what the check for races between blocks need not look up again, NULL: nothing yet
    struct Trace *trace;      // NULL: nobody wants single accesses
    uint64_t waiting_warps;   // of those that it ran, the ones that waited for loads from global memory
    uintptr_t loaded_at[LOADED_PLACES]; // where in this machine's memory loads found their last words (load_store.c)
};

static inline void *operand_lanes(const Warp *warp, Operand operand) {
    return warp->bank[operand.bank] + operand.offset;
}
// The upper half of a register of 128 bits, which is two neighbours in the LONG bank.
static inline Operand operand_upper(Operand operand) {
    operand.offset += sizeof(uint64_t) * WARP_LANES;
    return operand;
}
static inline uint32_t operand_predicate(const Warp *warp, Operand operand) {
    uint32_t bits = *(const uint32_t *)operand_lanes(warp, operand);
    return operand.negated ? ~bits : bits;
}

static inline uint32_t warp_thread(const Warp *warp, unsigned lane) { return warp->index * WARP_LANES + lane; }

#endif
