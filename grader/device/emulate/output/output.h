// output.h - what a run did on the device, in the formats people and programs read.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "../../system/text.h"
#include "../demangle.h"
#include "../program.h"
#include "../service.h"
#include "presentation.h"
#include <stdio.h>

// A fault with all that a report says of it.
typedef struct {
    const Fault *fault;
    FactSentence sentence; // what happened
    const Context *context;
    const LaunchRecord *launch; // NULL: outside any launch, or refused
    size_t launch_index;        // among all launches of the run
    Place place, other_place;   // file NULL: unknown
    Place barrier_place;        // of the barrier that the block passed last
} FaultView;

// Calls visit for every fault of the run; returns how many there were.
size_t faults_visit(const Service *service, void (*visit)(const FaultView *, void *), void *opaque);
// Whether an API error only repeats a fault: the context's error, returned by every call after it.
bool api_error_follows_fault(const Service *service, const ApiError *error);
// What a program left undone because it was ended is no mistake of its author's: memory that it had no chance to free,
// and a kernel that ran when a signal ended it. Nor is memory that it did not free after a fault or an error.
bool fault_was_unavoidable(const FaultView *view, const ProgramEnd *end);
// Faults and failed API calls: what --error-exitcode asks about. leaks: memory that was not freed is one, too.
bool run_is_faulty(const Service *service, const ProgramEnd *end, bool leaks);

// Whether the fault's other place is that of the call which freed the memory.
bool fault_is_of_freed(const Fault *fault);

Dim3 index_in(uint32_t linear, Dim3 size); // x runs fastest
const char *error_name(int error);         // of a CUDA runtime error

// occupancy_note: why occupancies are not known, NULL: all are.
bool output_json(FILE *file, const Service *service, const ProgramEnd *end, const char *occupancy_note);
bool output_trace(FILE *file, const Service *service);    // of contexts that keep one
bool output_timeline(FILE *file, const Service *service); // as text, for timeline_picture() and figures
bool output_csv(FILE *file, const Service *service);
void output_text(FILE *file, const Service *service, const ProgramEnd *end, bool colour);
// columns: of the terminal, 0: lines may be of any length
void output_annotated(FILE *file, const Service *service, bool colour, size_t columns, const char *occupancy_note,
                      const Presentation *presentation);

#endif
