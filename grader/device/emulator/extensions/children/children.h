// children.h - what device code has launched and copied, in the order in which it will be done.
//
// All of it waits until the grid that asked for it has ended; then it is done in the order it was asked for, each child
// with all that it asks for itself before the next one, and what goes to the tail stream last. That is one of the
// orders the streams of CUDA's dynamic parallelism allow: work of one stream is in order, work of several may be, a
// parent need not see anything of its children, and events and fences add nothing.
#ifndef CHILDREN_H
#define CHILDREN_H

#include "../../machine/allocations.h"
#include "../extensions.h"

#define PENDING_CHILDREN 2048

typedef struct Children Children;

// The launches that a device's kernels ask for. The device runs them through the functions of children_work
// (children.c).
void *children_create(Memory *memory); // a Children; NULL: out of memory
void children_destroy(void *children);
uint64_t children_limit(const Children *children); // cudaLimitDevRuntimePendingLaunchCount

// ---- for the running grid, whose blocks run in order. Errors are CUDA runtime errors.

// A buffer for the parameters of a launch, 0 and the error if it is refused.
uint64_t children_buffer(Children *children, const LaunchRequest *request, int *error);
// Launches what the buffer was made for.
int children_launch(Children *children, uint64_t buffer, bool tail);
int children_add(Children *children, const DeviceWork *work);
// A copy of the text in the device's memory, 0: no memory.
uint64_t children_text(Children *children, const char *text);
// Streams and events are numbers.
uint64_t children_handle_create(Children *children);
bool children_handle_known(const Children *children, uint64_t handle);

#endif
