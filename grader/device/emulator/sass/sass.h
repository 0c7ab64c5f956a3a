// sass.h - machine code: what ptxas made of a kernel, decoded, and a warp that executes it.
//
// An instruction of sm_70 to sm_90 has 128 bits: an opcode (bits 0-8), the form of its operands (9-11), the guard
// (12-15), registers, modifiers, and from bit 105 on what the scheduler obeys: how long to stall, and which of six
// scoreboards to set and to wait for. Words are decoded here and not read from nvdisasm's text: no toolkit that
// students have contains nvdisasm, and a kernel is decoded in microseconds.
//
// A register is a row of 32 words, one for each lane. Uniform registers are rows too, whose words are all alike, so
// that an instruction of the uniform datapath is executed by the same function as that of a warp. Rows of zeros stand
// for RZ and URZ, rows that nobody reads for results that are dropped.
#ifndef SASS_H
#define SASS_H

#include "../../protocol/costs.h"
#include "../base/clock_readings.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SASS_LANES 32
#define SASS_ALL_LANES 0xffffffffu
#define SASS_BARRIERS 6   // scoreboards of a warp
#define SASS_NO_BARRIER 7 // sets none
#define SASS_TRUE 7       // predicate PT
#define SASS_UNIFORM 8    // predicates of the uniform datapath follow those of lanes
#define SASS_UNIFORM_REGISTERS 64
#define SASS_BLOCK_BARRIERS 16
#define SASS_MERGED 4   // lines of stores that are merged
#define SASS_OBJECTS 64 // barrier objects of a block that each have times of their own
#define SASS_BULK 16    // bytes, of which bulk copies move a whole number

// The execution resource that an instruction occupies.
typedef enum {
    UNIT_NONE,
    UNIT_ALU,    // integers, logic, comparisons
    UNIT_FMA,    // single precision: either half of the pipe
    UNIT_HEAVY,  // integer products: one half of it
    UNIT_HIGH,   // integer products with their upper words: the same half, twice as long
    UNIT_HALF,   // half precision
    UNIT_DOUBLE, // double precision
    UNIT_XU,     // special functions and conversions
    UNIT_TENSOR,
    UNIT_UNIFORM,
    UNIT_BRANCH,
    UNIT_BARRIER, // of the block
    UNIT_SPECIAL, // reads a special register
    UNIT_CONSTANT,
    UNIT_SHUFFLE,
    UNIT_GLOBAL, // loads, stores and atomics, by Access
    UNIT_LOCAL,
    UNIT_SHARED,
    UNIT_OBJECT, // barrier objects in shared memory, by Access
    UNIT_COUNT
} SassUnit;

// What an instruction of UNIT_GLOBAL, UNIT_LOCAL, UNIT_SHARED or UNIT_OBJECT does there.
typedef enum {
    SASS_LOAD,
    SASS_STORE,
    SASS_ATOMIC,
    SASS_REDUCTION,
    SASS_COPY,       // to shared memory
    SASS_LOAD_BULK,  // many bytes to shared memory, which arrive at an object
    SASS_STORE_BULK, // many bytes of shared memory
    SASS_INIT,       // of an object
    SASS_ARRIVE,
    SASS_ARRIVE_COPIES, // when the copies of a lane so far are done
    SASS_TEST,          // whether a phase is over
    SASS_AWAIT,         // until it is
} SassAccess;

typedef struct SassWarp SassWarp;
typedef struct Sass Sass;
// Executes the instruction for the lanes in mask.
typedef void (*SassRun)(SassWarp *warp, const Sass *in, uint32_t mask);

typedef struct {
    uint16_t row;
    bool literal; // the words are in SassCode.literals, from row * 32 on
    bool negated, absolute;
} SassOperand;

struct Sass {
    SassRun run;      // NULL: not known
    const char *name; // NULL: the opcode has none here
    uint64_t low, high;
    uint8_t unit, access;
    uint8_t guard; // predicate
    bool guard_not;
    bool uniform;        // of the uniform datapath
    bool branches;       // may change the lanes' program counters
    bool meets;          // lanes of a warp wait for each other, or read each other's registers
    uint8_t form, bytes; // of the operands; of a lane's access
    uint8_t stall, write_barrier, read_barrier, wait;
    uint8_t conflict;     // clocks that register banks add
    bool is_float, swaps; // an atomic: of a floating type; compare and swap
    bool reduces;         // a reduction over lanes
    bool tells;           // compare and swap: whether it succeeded, and not the old value
    bool matches;         // lanes with equal values find each other
    bool ends_group;      // of asynchronous copies
    bool awaits_groups;   // of them, until at most groups_left are under way of those that a scoreboard counts
    uint8_t groups_left, awaited;
    uint16_t result; // row
    SassOperand a, b, c;
    int32_t offset;  // of an address
    uint32_t target; // of a branch: index of an instruction
    uint32_t line;   // of the source; 0: not known
    uint32_t file;   // of SassCode.files
    CostSet without; // costs that an experiment removes (../time/experiments.h)
};

// A constant operand, filled in when a launch is known.
typedef struct {
    uint32_t literal; // row
    uint16_t bank, offset;
} SassConstant;

// A kernel's machine code.
typedef struct SassCode {
    Sass *instructions;
    uint32_t count;
    uint32_t (*literals)[SASS_LANES]; // rows
    uint32_t literal_count;
    SassConstant *constants;
    uint32_t constant_count;
    uint32_t registers, rows; // of a thread; of a warp
    uint32_t zero_row, dump_row, uniform_row;
    uint32_t local_bytes, shared_bytes; // of a thread, of a block (static)
    bool calls;                         // functions, with a stack: how much they need is not in local_bytes
    bool has_objects;                   // barrier objects
    bool skips;                         // instructions that are not known, see sass_skip_unknown()
    uint32_t parameter_offset;          // in bank 0
    struct SassBank {
        uint8_t *bytes; // owned
        uint32_t size;
    } banks[5]; // [0] and [3] are the launch's, [1] is unused
    struct SassSymbol {
        char *name; // owned: of a variable whose address or contents belong there
        uint32_t offset, size;
        bool address; // 8 bytes, its device address; otherwise its contents
        uint8_t bank;
        uint64_t addend;
    } * symbols;
    uint32_t symbol_count;
    char **files; // owned: names of source files
    uint32_t file_count;
} SassCode;

// Reads the kernel's code from an ELF image that ptxas made for sm_<target>; registers: of a thread, as the image says
// elsewhere. NULL: it is not there, or damaged. Instructions that are not known are decoded with run == NULL.
SassCode *sass_read(const uint8_t *elf, size_t size, const char *kernel, int target, uint32_t registers);
void sass_free(SassCode *code);
// Lets instructions that are not known do nothing, and phases of barrier objects be over, or nobody who waits would go
// on. false: they are not known again.
void sass_skip_unknown(SassCode *code, bool skips);

// ---- execution -----------------------------------------------------------------------------------------------------

// Global memory as a warp sees it. Addresses outside of any allocation read zeros and drop what is written.
typedef struct SassMemory SassMemory;

typedef struct SassBlock {
    uint32_t index[3];        // in the grid
    uint8_t *shared;          // from shared address 0 on: the first 1024 bytes are the system's
    uint32_t shared_bytes;    // with these
    uint32_t reduction[2][3]; // of a barrier that reduces, the one filled and the one read: lanes that say yes, all
                              // lanes, and whether it asks for all of them
    uint32_t reduced;         // barriers that were passed
    bool passes;              // whoever waits for a phase of a barrier object, at once
    double *ended;            // of SASS_OBJECTS places: when the last phase of a barrier object has ended
} SassBlock;

// What all warps of a launch share.
typedef struct SassLaunch {
    const SassCode *code;
    uint32_t grid[3], block[3];
    SassMemory *memory;
    uint64_t clock; // clocks since the launch began, for clock64()
    double nanoseconds_a_clock;
    ClockReadings *readings; // of all its warps, to be noted; NULL: nobody asks
} SassLaunch;

struct SassWarp {
    uint32_t (*rows)[SASS_LANES];
    uint32_t predicates[16]; // a bit for each lane; from SASS_UNIFORM on all bits are alike
    uint32_t alive;          // lanes that have not ended
    bool together;           // all of them are at pc
    uint32_t pc;             // index of an instruction
    uint32_t lane_pc[SASS_LANES];
    uint8_t (*local)[SASS_LANES][4]; // local memory: words of 32 lanes
    uint32_t local_words;
    uint64_t local_base; // an address that stands for its local memory, where time is modelled
    SassBlock *block;
    SassLaunch *launch;
    uint32_t first_thread;
    // Of the last access:
    uint64_t address[SASS_LANES];
    uint64_t copied[SASS_LANES];  // SASS_COPY: where to in shared memory; SASS_LOAD_BULK: [0] is the object
    uint32_t bulk_bytes;          // that a bulk copy moves, from address[0] or to it
    uint32_t phases_ended;        // lanes whose arrival ended a phase; 1 if a bulk copy's did
    uint32_t swapped;             // lanes whose compare and swap succeeded
    uint8_t space;                // UNIT_GLOBAL, UNIT_LOCAL or UNIT_SHARED
    uint64_t stored[SASS_MERGED]; // lines of a store to global memory, where time is modelled
    uint32_t stored_lines;        // how many; 0: it was no such store, or of more lines
    uint32_t turns;               // jumps backwards since lanes diverged, or others had their turn
    uint32_t sleeps;              // nanoseconds from the last instruction on
    uint32_t others;              // instructions that other lanes than the lowest ones may execute first
};

// Asked for a variable of the program: its device address and contents. false: there is none of that name.
typedef bool (*SassVariable)(void *context, const char *name, uint64_t *address, const uint8_t **bytes, uint64_t *size);
// Fills in the constants of a launch. parameters: the parameter block as the kernel takes it. workspace: the address of
// what the barrier of a grid counts in; 0: the launch is not cooperative.
void sass_bind(SassCode *code, const uint32_t grid[3], const uint32_t block[3], const uint8_t *parameters,
               uint32_t parameter_bytes, uint64_t workspace, SassVariable find, void *context);

// A warp at the start of the kernel. Its local memory and its code->rows rows are the caller's: zeros before the first
// block, and afterwards what the block before left, as on the GPU.
void sass_warp_begin(SassWarp *warp, SassLaunch *launch, SassBlock *block, uint32_t warp_index);
// The lanes that execute next, and where; the lowest place first, so that diverged lanes reconverge. Lanes that loop
// for long while others wait for them let the others go on to the next place where lanes meet: they may hold a lock.
uint32_t sass_warp_next(const SassWarp *warp, uint32_t *pc);
// Executes that instruction. The lanes whose guard let them.
uint32_t sass_warp_step(SassWarp *warp, uint32_t pc, uint32_t lanes);

// ---- barrier objects -----------------------------------------------------------------------------------------------

bool sass_awaits_phase(const Sass *in);
// Whether the warp can do nothing before somebody else arrives: lanes wait for phases that are not over, and the others
// for these lanes. Leaves addresses in the warp.
bool sass_warp_is_held(SassWarp *warp);
// Where the times of an object are. Objects far apart may share a place.
static inline unsigned sass_object_place(uint64_t address) {
    return (unsigned)(address / sizeof(uint64_t) % SASS_OBJECTS);
}
static inline double *sass_phase_end(const SassBlock *block, uint64_t address) {
    return &block->ended[sass_object_place(address)];
}

#endif
