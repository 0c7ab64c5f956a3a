// allocations.h - the emulated GPU's global memory: one range of addresses, allocations far apart, never reused.
//
// Device addresses start at GLOBAL_BASE and are the same in every run. An allocation begins at a multiple of
// SLOT_BYTES and is followed by at least one untouched slot, so an access past its end (or before its start)
// finds no neighbour. Freed allocations keep their slots (and give their pages back), so use after free is
// always seen. A table of slots finds the allocation of an address in one load.
//
// Device addresses are no host addresses: every allocation has its own mapping, made when it is allocated, and
// all of it (contents, marks, table) costs memory only where it is touched. The marks take 1/8 + 1/128 of the
// size. Allocating and freeing need the memory to themselves (a kernel that does either runs its blocks in order);
// marks are set by many threads at once.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#include "../../protocol/addresses.h"
#include "../base/lent_pages.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SLOT_SHIFT 20
#define SLOT_BYTES (1ull << SLOT_SHIFT)
#define SHARED_WINDOW 0x100000000000ull // generic addresses of shared memory: window + offset
#define LOCAL_WINDOW 0x110000000000ull  // generic addresses of local memory, the same for every thread
#define CONST_WINDOW 0x120000000000ull  // generic addresses of constant memory
#define WINDOW_BYTES (1ull << 32)
#define SHARED_BASE 0x400 // shared addresses: of a block's first variable; what is below is the system's
#define CLUSTER_SHIFT 24  // shared addresses: above it the rank of the block in the cluster
#define SECTOR_BYTES 32

// HEAP: by a kernel, which alone may free it.
typedef enum {
    ALLOCATION_DEVICE,
    ALLOCATION_MANAGED,
    ALLOCATION_HOST,
    ALLOCATION_VARIABLE,
    ALLOCATION_HEAP
} AllocationKind;

// Results that are missing because blocks of launches were left out (launch_results.h). PERHAPS: of the launch that is
// being estimated.
typedef enum { LACKS_NOTHING, LACKS_PERHAPS, LACKS_BLOCKS } Lacks;

// How a launch uses bytes, where it is asked for (counters/exact_use.c). SIGNAL: by accesses that the host's may meet.
typedef enum { USE_READ, USE_WRITE, USE_ATOMIC, USE_SIGNAL, USE_COUNT } MemoryUse;

typedef struct {
    uint64_t base, size; // device address and bytes asked for
    AllocationKind kind;
    uint32_t module, location; // place of the program that asked for it; location 0: not known
    uint32_t freed_location;   // the same of what freed it
    bool freed;
    bool all_initialised;      // every byte written: reads need not look further
    uint64_t written_pages;    // known to be written: the first one, and in the high half the one after the last
    bool host_visible;         // the program's side sees the bytes too, as kernels write them
    LentPages *lent;           // managed memory lent to the program page by page (memory_lend_pages); NULL: none
    bool constant;             // __constant__ memory: kernels read it, and not through this address
    uint8_t *data;             // host address of the first byte (private, or shared with the program)
    uint64_t *initialised;     // one bit per byte, lowest bit first; NULL: counts as written (managed, host)
    uint64_t *computed;        // one bit per byte: a kernel wrote it last; NULL: nobody asks (memory_keep_origins)
    uint64_t *loaded, *stored; // one bit per sector, touched in the current launch; cleared by memory_footprint
    uint64_t *used[USE_COUNT]; // by a launch: a bit per byte; NULL: none
    uint64_t watched;          // 1 + the number of the last launch that may write to it
    uint64_t watched_low, watched_high; // addresses to which it does
    struct Settled *settled;            // by reads of the current launch (checks/race_blocks.h); NULL: nothing
    Lacks lacks;
    uint32_t widest;  // bytes of the widest store of a lane to it
    uint8_t *touched; // not 0 for each slot of the allocation in which loaded or stored has a bit
    int file;         // of what is shared from the start; -1: none
    char label[64];   // "cudaMalloc", or a __device__ variable's name
    char name[32];    // what a reader calls it, "": nobody has said
} Allocation;

typedef struct Memory Memory;

// A memory of `limit` bytes of allocations, which all memories with the same `together` share (NULL: it is alone). NULL
// if there is no memory for its tables.
Memory *memory_create(uint64_t limit, _Atomic uint64_t *together);
void memory_destroy(Memory *memory);
// From the first allocation on, the memory knows of each byte whether a kernel wrote it last.
void memory_keep_origins(Memory *memory);
bool memory_keeps_origins(const Memory *memory);
// From now on all memory counts as written, what is allocated later too: results are missing that something else than
// the device should have computed.
void memory_count_as_written(Memory *memory);

// Managed memory. The program has only the pages that it touches, each until the device is used again: what the
// program never looks at, it has not learnt. In other memories both sides see all of it at any time.
//
// From the first allocation on, managed memory is of that kind.
void memory_lend_pages(Memory *memory);
bool memory_lends(const Memory *memory);
// The program touches the byte at the address and gets the page in which it lies. Adds to *unseen how many of its bytes
// are news to the program. false: it is no memory of that kind.
bool memory_lend(Memory *memory, uint64_t address, uint64_t *unseen);
// The device is used: it takes back what the program has.
void memory_take_back(Memory *memory);
// A kernel may wait for the program, or let it wait, while it runs. From now on both sides see all managed memory at
// any time. Adds to *unseen how many bytes of it are news to the program. false: no more mappings can be made.
bool memory_lend_for_good(Memory *memory, uint64_t *unseen);
// Of a live allocation's `size` bytes from offset on: how many the program has not seen, and how many it may have
// written, in whole sectors, but for bytes that a kernel wrote last. No page is lent.
uint64_t memory_unseen(const Allocation *allocation, uint64_t offset, uint64_t size);
uint64_t memory_told(const Allocation *allocation, uint64_t offset, uint64_t size);

// Allocates size bytes (0 is size 1), 256-byte aligned at least, contents poisoned with a byte pattern that
// makes a NaN of floats, and uninitialised. 0 if the limit would be passed or the addresses are used up.
// ALLOCATION_HOST and MANAGED take their bytes from fd (a sealed memfd of at least size bytes of zeros, mapped shared;
// it may be closed afterwards) and count as initialised.
uint64_t memory_allocate(Memory *memory, uint64_t size, AllocationKind kind, int fd, const char *label);
// Shares a live allocation's bytes through fd (as above) from now on. `initial` are those that it was made with, of
// which the program knows. false: no such allocation, it is shared already, or there is no mapping.
bool memory_share(Memory *memory, uint64_t address, int fd, const uint8_t *initial);
// false: not the start of a live allocation. Shared memory counts as in use as long as the program may write to it.
bool memory_free(Memory *memory, uint64_t address);
// The same for what a kernel allocated, and nothing else.
bool memory_free_heap(Memory *memory, uint64_t address);
// Makes a freed allocation of device memory live again at its address, with contents as of a new one. false: it is
// none, it is live, or memory is exhausted.
bool memory_renew(Memory *memory, uint64_t address);
// The allocation whose slots hold the address, live or freed, though the address may be past its end; NULL: none.
Allocation *memory_find(const Memory *memory, uint64_t address);
// The live allocation that holds all of [address, address + size), NULL if there is none.
Allocation *memory_range(const Memory *memory, uint64_t address, uint64_t size);
// The word behind the handle of a graph's condition, which is its device address; NULL: it is none.
#define CONDITION_LABEL "condition of a graph"
uint32_t *memory_condition(const Memory *memory, uint64_t handle);
uint64_t memory_in_use(const Memory *memory), memory_limit(const Memory *memory), memory_peak(const Memory *memory);
// Calls visit for each live allocation in address order.
void memory_each(const Memory *memory, void (*visit)(Allocation *, void *), void *context);

// Marks bytes of an allocation as written, by no kernel / asks whether all are written (first: offset of the first that
// is not). Bytes that nothing has written beside written ones, within what one of its widest stores would cover, are
// taken for a structure's padding and count as written.
void memory_mark(Allocation *allocation, uint64_t offset, uint64_t size);
bool memory_initialised(const Allocation *allocation, uint64_t offset, uint64_t size, uint64_t *first);
// True if the bytes from offset `first` to before `end` are known to be written, without a look at their marks.
#define WRITTEN_PAGE_SHIFT 12
static inline bool memory_known_written(const Allocation *allocation, uint64_t first, uint64_t end) {
    uint64_t known = __atomic_load_n(&allocation->written_pages, __ATOMIC_RELAXED);
    return first >> WRITTEN_PAGE_SHIFT >= (uint32_t)known && (end - 1) >> WRITTEN_PAGE_SHIFT < known >> 32;
}
void memory_unmark(Allocation *allocation, uint64_t offset, uint64_t size); // as if nothing had written them
// Marks bytes as written by a kernel; that they are initialised is marked apart.
void memory_mark_computed(Allocation *allocation, uint64_t offset, uint64_t size);
// Whether a kernel wrote the byte last.
bool memory_computed(const Allocation *allocation, uint64_t offset);
// Copies the marks of size bytes from one allocation to another, for a copy from device to device. The target is not
// marked as computed where the source is managed or mapped memory: the host may have changed it after the kernel.
void memory_mark_copy(Allocation *to, uint64_t to_offset, const Allocation *from, uint64_t from_offset, uint64_t size);
// Marks sector first + i for every bit i of sectors as loaded or stored by the current launch.
void memory_touch(Allocation *allocation, bool is_store, uint64_t first, uint64_t sectors);
// Sectors that were touched.
typedef struct {
    uint64_t loaded, stored;
    uint64_t from_host; // of those loaded: in memory that the program's side sees
} Footprint;
// Counts the sectors touched since the last call, and clears the record.
Footprint memory_footprint(Memory *memory);
// How often kernels have allocated memory.
uint64_t memory_heap_uses(const Memory *memory);
// The bytes that kernels may have at once, in pieces of 16 bytes. false: a kernel has allocated before.
#define HEAP_UNIT 16u
#define HEAP_DEFAULT (8u << 20) // cudaLimitMallocHeapSize
bool memory_limit_heap(Memory *memory, uint64_t bytes);

#endif
