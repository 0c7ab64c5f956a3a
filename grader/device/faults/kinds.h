// kinds.h - the kinds of faults, and what is known of each: the rows of faults.def.
#ifndef FAULT_KINDS_H
#define FAULT_KINDS_H

#include <stdbool.h>

typedef enum {
#define FAULT(kind, ...) FAULT_##kind,
#define VARIANT(kind, ...) FAULT_##kind,
#include "faults.def"
#undef FAULT
#undef VARIANT
    FAULT_KIND_COUNT
} FaultKind;

// Faults that are told alike.
typedef enum {
    FAMILY_NONE,
    FAMILY_ACCESS,   // an address that the access must not have
    FAMILY_RACE,     // two threads use the same memory and nothing orders them
    FAMILY_UNWRITTEN // a read of memory that nothing has written
} FaultFamily;

// What results are worth after a fault.
typedef enum {
    RESULTS_SPOILT,   // a GPU may compute something else, in this run or the next: right results are luck
    RESULTS_NEVER,    // spoilt, too: the kernel does not end
    RESULTS_STAND,    // a refused call changes nothing
    RESULTS_UNTOUCHED // no mistake of a function's: it is mentioned and costs no points
} FaultResults;

// A variant has the name, rank, results and symptom of the kind that it is reported as.
const char *fault_name(FaultKind kind);
const char *fault_symptom(FaultKind kind); // a row of chapters/checklist.md, "": none
int fault_error(FaultKind kind);           // the CUDA error that the context gets, 0: none
unsigned fault_rank(FaultKind kind);
FaultResults fault_results(FaultKind kind);
// Whether it is a mistake of the function's: a leak is none, because a process that ends frees everything.
bool fault_counts(FaultKind kind);
FaultFamily fault_family(FaultKind kind); // a variant has none

// The kind of that name, FAULT_UNKNOWN: there is none.
FaultKind fault_named(const char *name);
// The names by kind, to NULL. A variant has the name that it is reported by.
extern const char *const fault_names[FAULT_KIND_COUNT + 1];

#endif
