// children.h - what device code has launched and copied, in the order in which it will be done.
//
// All of it waits until the grid that asked for it has ended; then it is done in the order it was asked for, each child
// with all that it asks for itself before the next one, and what goes to the tail stream last. That is one of the
// orders the streams of CUDA's dynamic parallelism allow: work of one stream is in order, work of several may be, a
// parent need not see anything of its children, and events and fences add nothing.
#ifndef CHILDREN_H
#define CHILDREN_H

#include "../machine/allocations.h"
#include "../machine/launch_request.h"

#define PENDING_CHILDREN 2048

typedef enum { CHILD_LAUNCH, CHILD_COPY } ChildKind;

typedef struct {
    ChildKind kind;
    bool tail;             // after all other children of the same grid
    LaunchRequest request; // its parameters are the owner's to free
    uint64_t to, from, to_pitch, from_pitch, width, rows;
} ChildWork;

typedef struct Children Children;

Children *children_create(Memory *memory); // NULL: out of memory
void children_destroy(Children *children);
void children_set_limit(Children *children, uint64_t pending); // cudaLimitDevRuntimePendingLaunchCount
uint64_t children_limit(const Children *children);

// ---- for the device: the grid that ran has ended; what is to be done next (false: nothing), and the end of it all
void children_grid_ended(Children *children);
bool children_next(Children *children, ChildWork *work);
void children_drop(Children *children); // drops what is still to be done and frees the memory of parameters

// ---- for the running grid, whose blocks run in order. Errors are CUDA runtime errors.
// A buffer for the parameters of a launch, 0 and the error if it is refused.
uint64_t children_buffer(Children *children, const LaunchRequest *request, int *error);
// Launches what the buffer was made for.
int children_launch(Children *children, uint64_t buffer, bool tail);
int children_add(Children *children, const ChildWork *work);
// A copy of the text in the device's memory, 0: no memory.
uint64_t children_text(Children *children, const char *text);
// Streams and events are numbers.
uint64_t children_handle_create(Children *children);
bool children_handle_known(const Children *children, uint64_t handle);

#endif
