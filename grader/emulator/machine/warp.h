// warp.h - the running machine: warps, blocks, decoded instructions, and what meters and checks see of them.
//
// A decoded instruction is a function pointer and operands; a register is an array of 32 lanes. The main loop
// (execute.c) finds the lanes that run the instruction, stores them in warp->mask, counts, and calls run().
// An operand names a bank and a byte offset in it, so that registers, literals and special registers are read
// the same way: lane l of a 32-bit operand is ((uint32_t *)operand_lanes(warp, o))[l].
//
//   bank       element        one operand is
//   WORD       8..32-bit      uint32_t[32]; narrower values are zero-extended by who writes them
//   LONG       64-bit         uint64_t[32]
//   PREDICATE  predicate      one uint32_t, a bit per lane
//   LITERAL_*  constants      as WORD or LONG, filled with the literal (also symbol addresses)
//   SPECIAL    tid.x, ...     uint32_t[32]
//   SINK       destination _  scratch
//
// A memory instruction makes an Access: what every meter and check gets to see.
#ifndef WARP_H
#define WARP_H

#include "../ptx/ptx.h"
#include "allocations.h"
#include "faults.h"
#include <stdatomic.h>

#define WARP_LANES 32
#define FULL_MASK 0xffffffffu

typedef enum {
    BANK_WORD,
    BANK_LONG,
    BANK_PREDICATE,
    BANK_LITERAL_WORD,
    BANK_LITERAL_LONG,
    BANK_LITERAL_PREDICATE,
    BANK_SPECIAL,
    BANK_SINK,
    BANK_COUNT
} Bank;

typedef struct {
    uint32_t bank : 4, negated : 1, offset : 27;
} Operand; // negated: predicates only

typedef struct Warp Warp;
typedef struct Block Block;
typedef struct Launch Launch;
typedef struct Worker Worker;
typedef struct Instruction Instruction;

typedef void (*Handler)(Warp *warp, const Instruction *instruction);

// What an instruction is to the counters. MEMORY kinds are refined by the space at run time.
typedef enum {
    CLASS_OTHER,
    CLASS_FFMA,
    CLASS_FADD,
    CLASS_FMUL,
    CLASS_DFMA,
    CLASS_DADD,
    CLASS_DMUL,
    CLASS_HFMA,
    CLASS_HADD,
    CLASS_HMUL,
    CLASS_HFMA2,
    CLASS_HADD2,
    CLASS_HMUL2,
#define EXPANSION(class, ...) CLASS_##class,
#include "../assembled/expansions.def"
#undef EXPANSION
    CLASS_LOAD,
    CLASS_STORE,
    CLASS_ATOMIC,
    CLASS_REDUCTION,
    CLASS_BRANCH,
    CLASS_BARRIER,
    CLASS_TEXTURE,
    CLASS_SURFACE,
    CLASS_BULK_COPY
} InstructionClass;

struct Instruction {
    Handler run;
    Operand d, a, b, c, e; // destination and sources
    Operand pair;          // the second of an `a|b` destination: always a predicate
    Operand guard;         // BANK_PREDICATE, or BANK_SINK for none
    const Operand *list;   // vector elements, arguments
    uint64_t extra;        // immediate offset, branch target, whatever the handler defines
    uint32_t site;         // index into Worker.sites; a generic access has one per space (see SITE_SPACES)
    uint8_t list_count;
    uint8_t bytes;        // memory: bytes per element
    uint8_t space;        // memory: PtxSpace
    uint8_t class;        // InstructionClass
    uint8_t flags;        // the handler's own
    uint8_t merged_bytes; // of the access that the assembler makes of this one and neighbours, 0: none
    int8_t merged_from;   // where that access begins, relative to this one's address
    uint8_t shape;        // memory: slot of Warp.shapes for its base register, 0: none
    bool same_base;       // the slot's last access had the same base register, unchanged since
    bool redundant;       // a load that the assembler leaves out: it is done, and not counted
    uint32_t location;    // index into the module's locations
    uint32_t source;      // index of the PtxInstruction, for messages
};

#define MERGED_AWAY 255 // merged_bytes of the neighbours

// Counts of one instruction (memory instructions: of one instruction and space). One per worker, summed at the end.
typedef struct {
    uint64_t warps, threads;        // issued by warps, executed by threads
    uint64_t requests, sectors;     // memory: requests with a lane active; sectors (global) as meters define
    uint64_t wavefronts, conflicts; // shared
    uint64_t bytes;                 // asked for by lanes
    uint64_t divergent;             // branches: lanes disagreed
    uint64_t cluster;               // accesses to shared memory of other blocks
    uint64_t to_host;               // bytes sent to memory that the host sees
} SiteCounts;
enum { SITE_GLOBAL, SITE_SHARED, SITE_LOCAL, SITE_SPACES }; // instruction.site + SITE_x for generic accesses

typedef enum { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC, ACCESS_REDUCTION } AccessKind;

// What an access says of its order, for the checks of races. STRONG: a relaxed, acquire or release load or store, which
// is like an atomic. SWAP: an atomic compare-and-swap, which finds out whether a plain read before it is out of date.
// AHEAD: a load by which pipelines fetch one tile more than there is: nobody uses what nothing has written.
typedef enum { ORDER_NONE, ORDER_VOLATILE, ORDER_STRONG, ORDER_SWAP, ORDER_AHEAD } AccessOrder;

// How the lanes' addresses lie. All but the first say that the mask is full.
typedef enum {
    UNIFORM = 1,            // all lanes of mask at one address
    CONSECUTIVE = 2,        // address[l] == address[0] + l * bytes
    UNIFORM_HALVES = 4,     // each half of the warp at one address, as 16-wide tiles have it
    CONSECUTIVE_HALVES = 8, // each half of the warp consecutive
    REGULAR_HALVES = UNIFORM_HALVES | CONSECUTIVE_HALVES
} Pattern;

// One warp-level access to one space. Addresses are device addresses (global) or byte offsets (shared, local).
typedef struct {
    const Instruction *instruction;
    AccessKind kind;
    AccessOrder order;
    PtxSpace space;               // GLOBAL, SHARED, LOCAL or CONST
    uint32_t bytes;               // per lane: 1, 2, 4, 8, 16 or 32
    uint32_t mask;                // lanes that take part; never 0
    uint64_t address[WARP_LANES]; // of lanes in mask; others undefined
    const void *values;           // stores: lane l's bytes at values + l * bytes; NULL otherwise
    SiteCounts *counts;
    bool shaped; // the shape is there already; otherwise access_observe() finds it
    // Shape, which meters and checks look at:
    uint32_t pattern;         // bits of Pattern
    uint64_t lowest, highest; // first byte, and first byte after the last
    Allocation *allocation;   // global: the one allocation that holds [lowest, highest), or NULL
} Access;

// Shared memory: passes over the banks, and how many there would be without conflicts.
typedef struct {
    uint8_t wavefronts, groups; // no groups: not counted yet
} BankPasses;

// What a whole warp's access looked like. The next one with the same base register and another offset looks the same
// (shapes.c).
typedef struct {
    bool known;
    bool regular_words; // known, and of words in regular halves
    uint32_t pattern, bytes;
    uint64_t low, high;       // addresses of lanes 0 and 16
    uint64_t lowest, highest; // first byte, and first byte after the last
    uint64_t offset;          // of the instruction
    BankPasses passes[3];     // of loads of words: alone, merged to 8 bytes and to 16
} Shape;
#define SHAPES 8

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
    struct Path *paths;         // divergence (path.c): at most one a lane
    uint32_t path_count, path;  // how many, and which is current
    struct Frame *frame;        // of the current path (call.c)
    struct Frame *free_frames, *all_frames;
    uint8_t *stack[3]; // WORD, LONG and PREDICATE banks of all frames
    uint32_t stack_bytes[3];
    int state;            // WarpState
    Shape shapes[SHAPES]; // [0] is not used
    bool forced;          // converge without the lanes that cannot come
    bool spin_read;       // a volatile read, or an atomic that changed nothing, since the last backward branch
    bool changed;         // something that another lane may read, since then
    bool yield;           // nothing to do but wait for other warps
    uint64_t steps;       // instructions taken
    uint64_t patience;    // when the first path that stands back wants its turn
    uint32_t cluster_owed,
        cluster_pending; // lanes that arrived at the cluster's barrier: and have not waited; not over
};

struct Block {
    Launch *launch;
    Worker *worker;
    uint32_t index; // linear in the grid
    Dim3 position;
    uint32_t warp_count, thread_count;
    Warp *warps;
    uint8_t *shared;        // launch->shared_bytes bytes
    uint32_t barrier_epoch; // completed block-wide barriers, for race checks
    uint32_t live_threads;  // not exited
    bool stopped;           // a fatal fault: nothing more runs
    int error;              // the fault's CUDA error
    struct Barrier *barriers;
    uint32_t barriers_in_use; // a bit each: threads have arrived there
    struct Cluster *cluster;
    uint32_t rank;         // in the cluster
    bool shares;           // its shared memory with other blocks of the cluster
    uint64_t cluster_bits; // what its addresses of shared memory have above CLUSTER_SHIFT: the rank
    uint8_t *literals[2];  // the program's, with these bits in the addresses of shared memory; NULL: as they are
    int *last_errors;      // of the device\'s runtime, by thread; NULL: none yet
    char *printed;         // device printf of this block
    size_t printed_bytes;
    struct SharedShadow *shadow;        // checks' record of shared memory (initialised bytes, last accesses)
    struct GlobalShadow *global_shadow; // checks' record of global accesses of this block
};

struct Launch {
    const struct Program *program;
    Memory *memory;
    const struct TextureTable *textures;
    uint64_t number;    // of the launch, from 0
    uint32_t module;    // handle, for fault records
    const char *kernel; // mangled name as in the PTX
    Dim3 grid, block;
    Dim3 cluster;          // blocks of a cluster; 0: there are no clusters
    uint64_t shared_bytes; // static + dynamic, and behind them what is reserved for cooperative groups
    uint64_t dynamic_shared_bytes;
    uint64_t local_bytes;    // per thread
    uint64_t stack_limit;    // cudaLimitStackSize: of it, what the machine code may use in calls
    bool local_in_registers; // the machine code has no stack: local arrays were put in registers
    const uint8_t *constant; // __constant__ memory, and the kernel's parameters behind it
    uint64_t constant_bytes;
    struct FaultList *faults;
    bool checks;              // races, initialisation (bounds and alignment are always checked)
    uint64_t budget;          // warp instructions, 0: no limit
    const atomic_bool *stop;  // once true the launch ends; NULL: never
    uint64_t grid_workspace;  // device address of the grid barrier's word, 0: not cooperative
    uint32_t multiprocessors; // of the GPU
    void (*print)(void *context, const char *text, size_t length);
    void *print_context;
    struct Grid *running; // grid.c
    const struct Gpu *gpu;
    const struct Module *loaded; // that the kernel is of
    struct Children *children;   // what the grid's threads launch
    struct TraceLog *trace;      // NULL: nobody wants single accesses
};

struct Worker {
    SiteCounts *sites;
    Launch *launch;
    struct Trace *trace; // NULL: nobody wants single accesses
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

// ---- access.c, meters and checks --------------------------------------------------------------------------
// Fills the shape, runs checks, then meters. Returns the lanes that may go on to touch memory; the others have
// faulted (recorded; if the fault is fatal the block is stopped with warp_stop).
uint32_t access_observe(Warp *warp, Access *access);

// A meter counts, a check looks for faults and returns the lanes that may go on.
typedef void (*Meter)(const Warp *warp, const Access *access);
typedef uint32_t (*Check)(Warp *warp, Access *access);

// Bytes of a block's shared memory are written by what is no access. (initialised.c)
void shared_mark(Block *block, uint64_t offset, uint64_t bytes);

// Asynchronous copies of the lanes of warp->mask, for the check of races. (race_async.c)
// They have begun: the store as it was observed.
void race_copy_begin(Warp *warp, const Access *store);
// What they have begun since the last time is a group.
void race_copies_commit(Warp *warp);
// They wait until all but that many of their last groups are there; COPIES_NONE: all, in a group or not.
#define COPIES_NONE UINT32_MAX
void race_copies_wait(Warp *warp, uint32_t on_the_way);

// Per block, before its first and after its last instruction. begin: all shared memory is uninitialised.
void checks_block_begin(Block *block);
void checks_block_end(Block *block);
// Frees what a block's shadows hold. A Block is reused for many blocks of a launch; shadows are made at the first
// begin.
void checks_block_free(Block *block);

// ---- faults.c ---------------------------------------------------------------------------------------------
typedef struct FaultList FaultList;
FaultList *faults_create(void);
void faults_destroy(FaultList *list);
// Thread-safe. Adds lane's fault, or counts it to the record of the same kind, kernel and place.
void faults_add(FaultList *list, const Fault *fault);
// Drops launch's faults in blocks after last_block (what ran after a fatal fault depends on timing).
void faults_drop_after(FaultList *list, uint64_t launch, uint32_t last_block);
// All faults, ordered by launch, then by first (block, thread), then kind and place.
const Fault *faults_sorted(FaultList *list, size_t *count);
const char *fault_name(FaultKind kind);
const char *fault_sentence(FaultKind kind);
int fault_error(FaultKind kind); // the CUDA error the context gets, 0: none

// Records a fault of one lane of the current instruction. kind's error != 0 stops the launch (warp_stop).
// `fill` starts from the place and thread of the warp; set address, bytes, ... in *details before (may be NULL).
void warp_fault(Warp *warp, const Instruction *instruction, unsigned lane, FaultKind kind, const Fault *details);
// Stops the block at the end of the current instruction, the launch after all earlier blocks. (execute.c)
void warp_stop(Warp *warp, int cuda_error);

static inline uint32_t warp_thread(const Warp *warp, unsigned lane) { return warp->index * WARP_LANES + lane; }

#endif
