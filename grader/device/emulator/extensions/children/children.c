// children.c - two lists of work: what the running grid has asked for, and a stack of what waits to be done.
#include "children.h"
#include "../../../system/grow.h"
#include "../../base/checked.h"
#include "../../base/cuda_errors.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES (1u << 20) // of memory for parameters
#define PARAMETER_ALIGN 256
#define PENDING_MOST (1u << 19)
#define FIRST_HANDLE 16 // below are the streams that have names

typedef struct {
    uint64_t address;
    LaunchRequest request;
} Buffer;

typedef struct {
    DeviceWork work;
    uint64_t pending; // launches that have not ended while it runs: itself and those it descends from
} Entry;

typedef struct {
    Entry *entries;
    size_t count;
} List;

struct Children {
    Memory *memory;
    List asked, waiting;            // in order; a stack, what is next on top
    uint64_t pending;               // of the running grid; 0: the host's
    uint64_t limit, handles, tails; // tails: that wait, or have been asked for
    Buffer *buffers;                // that no launch has used yet
    size_t buffer_count;
    uint64_t chunk, chunk_used; // where the next buffer goes
    uint64_t *chunks;
    size_t chunk_count;
};

void *children_create(Memory *memory) {
    Children *children = calloc(1, sizeof *children);
    if (!children) return NULL;
    children->memory = memory;
    children->limit = PENDING_CHILDREN;
    children->handles = FIRST_HANDLE;
    children->chunk_used = CHUNK_BYTES;
    return children;
}

static void forget_grid(Children *children) {
    free(children->buffers);
    children->buffers = NULL;
    children->buffer_count = 0;
}

static void list_clear(List *list) {
    for (size_t n = 0; n < list->count; n++) free((void *)(uintptr_t)list->entries[n].work.request.parameters);
    free(list->entries);
    *list = (List){0};
}

static void drop(void *state) {
    Children *children = state;
    list_clear(&children->asked);
    list_clear(&children->waiting);
    forget_grid(children);
    for (size_t n = 0; n < children->chunk_count; n++) memory_free(children->memory, children->chunks[n]);
    free(children->chunks);
    children->chunks = NULL;
    children->chunk_count = 0;
    children->chunk_used = CHUNK_BYTES;
    children->pending = children->tails = 0;
}

void children_destroy(void *children) {
    drop(children);
    free(children);
}

static void set_limit(void *state, uint64_t pending) {
    Children *children = state;
    children->limit = pending < PENDING_MOST ? pending : PENDING_MOST;
}
uint64_t children_limit(const Children *children) { return children->limit; }

static bool list_push(List *list, const Entry *entry) {
    if (!ARRAY_GROW(list->entries, list->count)) return false;
    list->entries[list->count++] = *entry;
    return true;
}

// ---- what waits ------------------------------------------------------------------------------------------------

// Pushes the grid's launches onto the stack in reverse, those of the tail stream first, so that they run in order and
// the tail stream runs last.
static void grid_ended(void *state) {
    Children *children = state;
    List *asked = &children->asked;
    for (unsigned tail = 2; tail-- > 0;)
        for (size_t n = asked->count; n-- > 0;)
            if (asked->entries[n].work.tail == tail && !list_push(&children->waiting, &asked->entries[n]))
                free((void *)(uintptr_t)asked->entries[n].work.request.parameters);
    asked->count = 0;
    forget_grid(children);
}

static bool next(void *state, DeviceWork *work) {
    Children *children = state;
    if (!children->waiting.count) return false;
    const Entry *entry = &children->waiting.entries[--children->waiting.count];
    *work = entry->work;
    children->pending = entry->pending;
    assert(children->tails >= entry->work.tail);
    children->tails -= entry->work.tail;
    return true;
}

const DeviceWorkKind children_work = {grid_ended, next, drop, set_limit};

// ---- what a grid asks for ----------------------------------------------------------------------------------------

// Pending for sure are launches that wait in the tail stream and those whose children run. All others may have ended.
static bool is_full(const Children *children) {
    size_t count = children->asked.count + children->waiting.count + children->buffer_count;
    return children->pending + children->tails >= children->limit || count >= PENDING_MOST;
}

int children_add(Children *children, const DeviceWork *work) {
    if (is_full(children)) return ERROR_PENDING;
    Entry entry = {.work = *work, .pending = children->pending + 1};
    if (work->tail && children->pending) entry.pending--; // the grid itself will have ended
    if (!list_push(&children->asked, &entry)) return ERROR_MEMORY;
    children->tails += work->tail;
    return 0;
}

static bool chunk_add(Children *children) {
    if (!ARRAY_GROW(children->chunks, children->chunk_count)) return false;
    children->chunk = memory_allocate(children->memory, CHUNK_BYTES, ALLOCATION_VARIABLE, -1, "launch parameters");
    if (!children->chunk) return false;
    children->chunks[children->chunk_count++] = children->chunk;
    children->chunk_used = 0;
    return true;
}

// Memory that lasts until all children have ended, 0: there is none.
static uint64_t reserve(Children *children, uint64_t bytes) {
    uint64_t at;
    if (checked_place(&children->chunk_used, PARAMETER_ALIGN, bytes + 1, CHUNK_BYTES, &at)) return children->chunk + at;
    bool placed =
        chunk_add(children) && checked_place(&children->chunk_used, PARAMETER_ALIGN, bytes + 1, CHUNK_BYTES, &at);
    return placed ? children->chunk + at : 0;
}

uint64_t children_text(Children *children, const char *text) {
    uint64_t bytes = strlen(text) + 1, address = reserve(children, bytes);
    Allocation *memory = address ? memory_find(children->memory, address) : NULL;
    if (!memory) return 0;
    memcpy(memory->data + (address - memory->base), text, bytes);
    memory_mark(memory, address - memory->base, bytes);
    return address;
}

uint64_t children_buffer(Children *children, const LaunchRequest *request, int *error) {
    *error = ERROR_PENDING;
    if (is_full(children)) return 0;
    *error = ERROR_MEMORY;
    if (!ARRAY_GROW(children->buffers, children->buffer_count)) return 0;
    uint64_t address = reserve(children, request->parameter_bytes);
    if (!address) return 0;
    children->buffers[children->buffer_count++] = (Buffer){address, *request};
    *error = 0;
    return address;
}

int children_launch(Children *children, uint64_t address, bool tail) {
    size_t n = children->buffer_count;
    while (n > 0 && children->buffers[n - 1].address != address) n--;
    if (!n) return ERROR_INVALID_VALUE;
    Buffer buffer = children->buffers[n - 1];
    children->buffers[n - 1] = children->buffers[--children->buffer_count];
    const Allocation *memory = memory_find(children->memory, address);
    uint8_t *parameters = malloc(buffer.request.parameter_bytes + 1);
    if (!parameters) return ERROR_MEMORY;
    assert(checked_inside(address - memory->base, buffer.request.parameter_bytes, memory->size));
    memcpy(parameters, memory->data + (address - memory->base), buffer.request.parameter_bytes);
    DeviceWork work = {.tail = tail, .request = buffer.request};
    work.request.parameters = parameters;
    int error = children_add(children, &work);
    if (error) free(parameters);
    return error;
}

uint64_t children_handle_create(Children *children) { return children->handles++; }

bool children_handle_known(const Children *children, uint64_t handle) {
    return handle < 5 || (handle >= FIRST_HANDLE && handle < children->handles); // 5: past cudaStreamFireAndForget
}
