// comparison.h - the accesses of another program's run (its --trace), to be shown beside those of this one.
#ifndef COMPARISON_H
#define COMPARISON_H

#include "requests.h"

// The fields of a trace that a comparison reads, each named here once; output_trace.c writes and describes them.
#define TRACE_WHAT "what"
#define TRACE_COST "cost" // what a row is; so is TRACE_ALLOCATION
#define TRACE_ALLOCATION "allocation"
#define TRACE_ADDRESS "address"
#define TRACE_ADDRESSES "addresses"
#define TRACE_COUNT "count"
#define TRACE_FILE "file"
#define TRACE_LINE "line"
#define TRACE_KIND "kind"
#define TRACE_SPACE "space"
#define TRACE_BYTES "bytes"
#define TRACE_SECTORS "sectors"
#define TRACE_PASSES "passes"
#define TRACE_CONFLICTS "conflicts"
extern const char *const trace_kinds[], *const trace_spaces[]; // words by TracedKind, by TracedSpace

typedef struct Comparison Comparison;

typedef struct {
    const Requests *requests;
    const char *file; // NULL: unknown
    uint32_t line;
} Compared;

// name: of the other program, as a reader is told. NULL: the file cannot be read, or holds no trace.
Comparison *comparison_read(const char *path, const char *name);
void comparison_free(Comparison *comparison);
const char *comparison_name(const Comparison *comparison);
// The corresponding line of the other program: the same kind of access to the same allocation, or to shared memory, at
// the nearest address; of these the one with the most requests. requests NULL: there is none.
Compared comparison_find(const Comparison *comparison, const TracedAccess *access);

// The sum over its accesses of a kind.
RequestSum comparison_sum(const Comparison *comparison, TracedSpace space, TracedKind kind);

#endif
