// extensions.c - does what extensions.h says for the rows that this build has.
#include "extensions.h"
#include "../base/cuda_errors.h"
#include <stdlib.h>

#define STATE(name, create, destroy)                                                                                   \
    void *create(Memory *memory);                                                                                      \
    void destroy(void *state);
#define CALLS(rows) extern const SystemCallRow rows[];
#define OBJECTS(name, create, destroy)                                                                                 \
    int create(void *state, const Memory *memory, const TextureDescription *description, uint64_t *handle);            \
    bool destroy(void *state, uint64_t handle, bool is_surface);
#define WORK(name) extern const DeviceWorkKind name##_work;
#define CLUSTERS(kind) extern const ClusterKind kind;
#include "extensions.def"

// ---- states --------------------------------------------------------------------------------------------------------

static const struct {
    void *(*create)(Memory *memory);
    void (*destroy)(void *state);
} STATES[] = {
#define STATE(name, create, destroy) {create, destroy},
#include "extensions.def"
    {0}};

void **extension_states_create(Memory *memory) {
    void **states = calloc(STATE_COUNT + 1, sizeof *states);
    for (unsigned n = 0; states && n < STATE_COUNT; n++) {
        states[n] = STATES[n].create(memory);
        if (states[n]) continue;
        extension_states_destroy(states);
        return NULL;
    }
    return states;
}

void extension_states_destroy(void **states) {
    for (unsigned n = 0; states && n < STATE_COUNT; n++)
        if (states[n]) STATES[n].destroy(states[n]);
    free(states);
}

// ---- calls ---------------------------------------------------------------------------------------------------------

const SystemCallRow *extension_call(const char *name) {
    static const SystemCallRow *const TABLES[] = {
#define CALLS(rows) rows,
#include "extensions.def"
        NULL};
    for (size_t n = 0; TABLES[n]; n++)
        for (const SystemCallRow *row = TABLES[n]; row->name; row++)
            if (strcmp(name, row->name) == 0) return row;
    return NULL;
}

// ---- objects -------------------------------------------------------------------------------------------------------

int extension_object_create(void *const *states, const Memory *memory, const TextureDescription *description,
                            uint64_t *handle) {
    (void)states, (void)memory, (void)description, (void)handle;
#define OBJECTS(name, create, destroy) return create(states[STATE_##name], memory, description, handle);
#include "extensions.def"
    return ERROR_NOT_SUPPORTED;
}

int extension_object_destroy(void *const *states, uint64_t handle, bool is_surface) {
    (void)states, (void)handle, (void)is_surface;
#define OBJECTS(name, create, destroy)                                                                                 \
    if (destroy(states[STATE_##name], handle, is_surface)) return 0;
#include "extensions.def"
    return ERROR_INVALID_VALUE;
}

// ---- work ----------------------------------------------------------------------------------------------------------

static const struct {
    const DeviceWorkKind *kind;
    unsigned state;
} WORK_KINDS[] = {
#define WORK(name) {&name##_work, STATE_##name},
#include "extensions.def"
    {0}};

void extension_work_grid_ended(void *const *states) {
    for (size_t n = 0; WORK_KINDS[n].kind; n++) WORK_KINDS[n].kind->grid_ended(states[WORK_KINDS[n].state]);
}

bool extension_work_next(void *const *states, DeviceWork *work) {
    for (size_t n = 0; WORK_KINDS[n].kind; n++)
        if (WORK_KINDS[n].kind->next(states[WORK_KINDS[n].state], work)) return true;
    return false;
}

void extension_work_drop(void *const *states) {
    for (size_t n = 0; WORK_KINDS[n].kind; n++) WORK_KINDS[n].kind->drop(states[WORK_KINDS[n].state]);
}

void extension_work_set_limit(void *const *states, uint64_t pending) {
    for (size_t n = 0; WORK_KINDS[n].kind; n++) WORK_KINDS[n].kind->set_limit(states[WORK_KINDS[n].state], pending);
}

// ---- clusters ------------------------------------------------------------------------------------------------------

const ClusterKind *extension_clusters(void) {
#define CLUSTERS(kind) return &kind;
#include "extensions.def"
    return NULL;
}
