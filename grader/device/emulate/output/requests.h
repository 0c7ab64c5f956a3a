// requests.h - what single accesses of a line look like: the worst and the usual one, of each kind of access to each
// piece of memory.
#ifndef REQUESTS_H
#define REQUESTS_H

#include "../../emulator/device.h"

// Loads, stores or atomics of one line, of one allocation or of shared memory.
typedef struct {
    const TracedCost **costs;
    size_t cost_count;
    const TracedAccess *worst, *usual; // the same if all cost the same
    uint64_t count, worst_count, usual_count;
    uint64_t cost, conflicts;     // sectors or passes of all, and how many of the passes are conflicts
    const Allocation *allocation; // NULL: shared memory, or of another run
} Requests;

typedef struct {
    Requests *list; // worst first
    size_t count;
} LineRequests;

// What it points to must live as long as the line. Accesses of local memory are left out, because their addresses do
// not say where they lie. false: out of memory.
bool requests_add(LineRequests *line, const TracedCost *cost, const Allocation *allocation);
// To be called once after all are added: finds the worst and the usual access of each group, and joins groups that look
// the same.
void requests_finish(LineRequests *line);
void requests_free(LineRequests *line);

// Requests and what they cost, of a kind of access to global or to shared memory.
typedef struct {
    uint64_t requests, cost, conflicts;
} RequestSum;
void requests_sum(const LineRequests *line, TracedSpace space, TracedKind kind, RequestSum *sum); // adds

// The fewest sectors or passes in which as many lanes could be served.
uint32_t access_least(const TracedAccess *access);
static inline bool access_costs(const TracedAccess *access) { return traced_cost(access) > access_least(access); }
// Bytes that lanes ask for, each once.
uint32_t access_asked(const TracedAccess *access);
// Sectors that lanes touch, in order, each once. Returns how many.
unsigned access_sectors(const TracedAccess *access, uint64_t sectors[TRACED_LANES]);

// Passes through the banks, part by part of the warp: the words of each bank.
#define BANKS 32
typedef struct {
    uint8_t words[BANKS]; // of this part in each bank, different ones
    uint8_t deepest;
} BankPart;
unsigned access_bank_parts(const TracedAccess *access, BankPart parts[TRACED_LANES]);

// "4 sectors, 100 % used", "32 passes, 31 of them conflicts".
void access_cost_text(const TracedAccess *access, char *text, size_t size);
// "lanes 0, 1, 2 ... 31 touch elements 0, 8, 16 ... 248"
void access_elements_text(const TracedAccess *access, char *text, size_t size);

#endif
