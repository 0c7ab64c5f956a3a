// faults.h - what went wrong on the device: data, stored once per place, reported by whoever asks.
#ifndef FAULTS_H
#define FAULTS_H

#include "../../faults/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Warp Warp;
typedef struct Block Block;
typedef struct Instruction Instruction;

typedef struct {
    uint32_t x, y, z;
} Dim3;

typedef struct {
    uint32_t block;  // linear index in the grid
    uint32_t thread; // linear index in the block
} FaultThread;

// One fault: a kind at a place of one kernel. Later occurrences at the same place only raise `count`; the
// thread kept is the smallest (block, thread), so that the record does not depend on the order of execution.
typedef struct {
    FaultKind kind;
    uint64_t launch;  // number of the launch, from 0; UINT64_MAX: outside any launch (copy, free, leak)
    char kernel[256]; // "" outside a launch
    FaultThread thread;
    uint64_t count;   // thread-level occurrences
    uint64_t address; // VA or offset in its space
    uint32_t bytes;   // of the access, per thread
    char space[8];    // "global", "shared", "local", "const", "host" or ""
    bool is_write;
    uint64_t allocation; // start of the nearest or containing allocation, 0: none
    uint64_t allocation_bytes;
    uint32_t module;         // whose locations these are
    uint32_t location;       // source place (index into the module's locations; 0: unknown)
    uint32_t other_location; // races: the other access's place
    FaultThread other;       // races: the other access's thread
    bool other_is_write;
    uint32_t barrier_location; // of the barrier that the block passed last, 0: none, or not known
    Fact fact;                 // what the check found
} Fault;

#define PENDING_FAULTS 64 // places of one block

// What a block's threads did that is not in the list yet.
typedef struct PendingFaults {
    Fault faults[PENDING_FAULTS];
    unsigned count;
} PendingFaults;

typedef struct FaultList FaultList;
FaultList *faults_create(void);
void faults_destroy(FaultList *list);
// Thread-safe. Adds the fault, or counts it to the record of the same kind, kernel and place.
void faults_add(FaultList *list, const Fault *fault);
// Drops launch's faults in blocks after last_block (what ran after a fatal fault depends on timing).
void faults_drop_after(FaultList *list, uint64_t launch, uint32_t last_block);
// All faults, ordered by launch, then by first (block, thread), then kind and place.
const Fault *faults_sorted(FaultList *list, size_t *count);

// Records a fault of one lane of the current instruction. kind's error != 0 stops the launch (warp_stop). Place and
// thread are found from the warp; address, bytes and so on are taken from *details (may be NULL).
void warp_fault(Warp *warp, const Instruction *instruction, unsigned lane, FaultKind kind, const Fault *details);
// Hands the block's pending faults to the launch's list.
void faults_flush(Block *block);

#endif
