// extensions.h - what the rows of extensions have the core do, other than decode and run instructions.
#ifndef EXTENSIONS_H
#define EXTENSIONS_H

#include "../../protocol/textures.h"
#include "../control/system_calls.h"
#include "../machine/allocations.h"
#include "../machine/cluster.h"
#include "../machine/launch_request.h"

// ---- STATE(name, create, destroy): what an extension keeps of a device, from one launch to the next ---------------
//
// create() gets the device's memory and returns a pointer that the extension alone knows how to use, or NULL: out of
// memory. It is states[STATE_name] of the device and of its launches.
enum {
#define STATE(name, create, destroy) STATE_##name,
#include "extensions.def"
    STATE_COUNT
};

// STATE_COUNT pointers. NULL: out of memory.
void **extension_states_create(Memory *memory);
void extension_states_destroy(void **states); // of NULL: nothing

// ---- CALLS(rows): functions that device code may call and that no PTX defines ------------------------------------

// NULL: no extension has a function of that name.
const SystemCallRow *extension_call(const char *name);

// ---- OBJECTS(name, create, destroy): objects that kernels know by a handle ---------------------------------------
//
// create(state, memory, description, handle) returns a CUDA error, 0 if it made the object; destroy(state, handle,
// is_surface) false if there is no such object. The description is not checked before.

int extension_object_create(void *const *states, const Memory *memory, const TextureDescription *description,
                            uint64_t *handle);
int extension_object_destroy(void *const *states, uint64_t handle, bool is_surface);

// ---- WORK(name): what the threads of a grid ask to be done once it has ended --------------------------------------

typedef struct {
    bool copies;           // what follows `request`; else the launch
    bool tail;             // after all other work of the same grid
    LaunchRequest request; // its parameters are to be freed by who gets the work
    uint64_t to, from, to_pitch, from_pitch, width, rows;
} DeviceWork;

// The row stands for a constant `name_work`, whose functions get the extension's state.
typedef struct {
    void (*grid_ended)(void *state);                  // what its threads asked for is next
    bool (*next)(void *state, DeviceWork *work);      // false: there is nothing to be done
    void (*drop)(void *state);                        // drops what is still to be done, and all that it needed
    void (*set_limit)(void *state, uint64_t pending); // of launches that may wait
} DeviceWorkKind;

void extension_work_grid_ended(void *const *states);
bool extension_work_next(void *const *states, DeviceWork *work);
void extension_work_drop(void *const *states);
void extension_work_set_limit(void *const *states, uint64_t pending);

// ---- CLUSTERS(kind): blocks that run together --------------------------------------------------------------------

// NULL: none do, and launches that ask for clusters are refused.
const ClusterKind *extension_clusters(void);

#endif
