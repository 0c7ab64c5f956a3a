// graph_memory.c - memory that graphs allocate and free.
//
// An allocation's address is known when its node is made and is the same at each launch; its memory is there from the
// node's turn until it is freed: by a node, of the same or another graph, or by cudaFree. Before and after that the
// device knows the address as reserved or freed, so that a use then is reported as any use after free. What a graph
// takes of the device is modelled as on hardware: in units of GRAPH_MEMORY_UNIT, kept after a launch until it is
// trimmed.
#include "../../system/grow.h"
#include "graph.h"
#include <pthread.h>
#include <stdlib.h>

#define GRAPH_MEMORY_UNIT (32ull << 20)

typedef struct {
    uint64_t address, size;
    bool there; // allocated and not freed
} Reserved;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Reserved *reserved; // of all graphs ever, by address: addresses are never given twice
static size_t reserved_count;
static uint64_t kept, highest_used, highest_reserved; // bytes

static size_t place_of(uint64_t address) {
    size_t low = 0, high = reserved_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (reserved[middle].address < address) low = middle + 1;
        else high = middle;
    }
    return low;
}

static bool remember(uint64_t address, uint64_t size) {
    pthread_mutex_lock(&lock);
    bool room = ARRAY_GROW(reserved, reserved_count);
    if (room) {
        size_t place = place_of(address);
        for (size_t i = reserved_count; i > place; i--) reserved[i] = reserved[i - 1];
        reserved[place] = (Reserved){address, size, false};
        reserved_count++;
    }
    pthread_mutex_unlock(&lock);
    return room;
}

// The reserved memory at the address, NULL: there is none. The caller holds the lock.
static Reserved *reserved_at(uint64_t address) {
    size_t place = place_of(address);
    return place < reserved_count && reserved[place].address == address ? &reserved[place] : NULL;
}

bool graph_memory_is(uint64_t address, uint64_t *size) {
    pthread_mutex_lock(&lock);
    const Reserved *found = reserved_at(address);
    if (found) *size = found->size;
    pthread_mutex_unlock(&lock);
    return found;
}

static bool is_there(uint64_t address) {
    pthread_mutex_lock(&lock);
    const Reserved *found = reserved_at(address);
    bool there = found && found->there;
    pthread_mutex_unlock(&lock);
    return there;
}

static void set_there(uint64_t address, bool there) {
    pthread_mutex_lock(&lock);
    Reserved *found = reserved_at(address);
    if (found) found->there = there;
    pthread_mutex_unlock(&lock);
}

// By cudaFree, if it is such an allocation.
static void freed(uint64_t address) { set_there(address, false); }

WHEN_LOADED void listen(void) {
    static FreedListener listener = {.freed = freed};
    freed_listen(&listener);
}

void graph_memory_forget(void) {
    pthread_mutex_lock(&lock);
    reserved_count = 0;
    kept = highest_used = highest_reserved = 0;
    pthread_mutex_unlock(&lock);
}

bool graph_has_memory(const Graph *graph) {
    return graph_has(graph, cudaGraphNodeTypeMemAlloc) || graph_has(graph, cudaGraphNodeTypeMemFree);
}

// ---- allocating ---------------------------------------------------------------------------------------------------

static cudaError_t allocation_read(Work *work, const struct cudaGraphNodeParams *params) {
    const struct cudaMemPoolProps *pool = &params->alloc.poolProps;
    if (pool->allocType != cudaMemAllocationTypePinned || pool->handleTypes != cudaMemHandleTypeNone)
        return cudaErrorInvalidValue;
    if (pool->location.type != cudaMemLocationTypeDevice) return cudaErrorNotSupported;
    if (pool->location.id != 0) return cudaErrorInvalidDevice;
    if (!params->alloc.bytesize) return cudaErrorInvalidValue;
    work->alloc = (AllocationWork){0, params->alloc.bytesize};
    return cudaSuccess;
}

// A new node gets an address; its copy in an executable graph keeps it.
static cudaError_t allocation_own(Work *work, Graph *graph) {
    Reply reply;
    if (graph->owner) return cudaErrorNotSupported;
    if (work->alloc.address) return cudaSuccess;
    cudaError_t error = CHANNEL_CALL(&reply, CALL_RESERVE, work->alloc.size);
    if (error) return error;
    work->alloc.address = reply.value[0];
    return remember(reply.value[0], work->alloc.size) ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t allocation_do(const Work *work) {
    Reply reply = {0};
    cudaError_t error = not_waited(&reply, CHANNEL_CALL(&reply, CALL_RENEW, work->alloc.address));
    if (!error) set_there(work->alloc.address, true);
    return error;
}

extern const WorkKind work_allocation, work_free;
const WorkKind work_allocation = {"memory allocation", allocation_read, allocation_own, NULL, allocation_do, NULL};

// ---- freeing ------------------------------------------------------------------------------------------------------

static cudaError_t free_read(Work *work, const struct cudaGraphNodeParams *params) {
    uint64_t size;
    work->freed = (uint64_t)(uintptr_t)params->free.dptr;
    return graph_memory_is(work->freed, &size) ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t free_own(Work *work, Graph *graph) {
    uint64_t size;
    if (graph->owner) return cudaErrorNotSupported;
    for (size_t i = 0; i < graph->count; i++) {
        const Work *other = &graph->nodes[i]->work;
        if (other->type == cudaGraphNodeTypeMemFree && other->freed == work->freed) return cudaErrorInvalidValue;
    }
    return graph_memory_is(work->freed, &size) ? cudaSuccess : cudaErrorInvalidValue;
}

static cudaError_t free_do(const Work *work) {
    Reply reply = {0};
    cudaError_t error = not_waited(&reply, CHANNEL_CALL(&reply, CALL_FREE, work->freed));
    if (!error) set_there(work->freed, false);
    return error;
}

const WorkKind work_free = {"memory free", free_read, free_own, NULL, free_do, NULL};

// ---- launches -----------------------------------------------------------------------------------------------------

static uint64_t whole_units(uint64_t bytes) {
    return (bytes + GRAPH_MEMORY_UNIT - 1) / GRAPH_MEMORY_UNIT * GRAPH_MEMORY_UNIT;
}

static uint64_t largest(uint64_t a, uint64_t b) { return a > b ? a : b; }

// Bytes of graphs' allocations that are there now. The caller holds the lock.
static uint64_t bytes_there(void) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < reserved_count; i++)
        if (reserved[i].there) bytes += reserved[i].size;
    return bytes;
}

// The most bytes that are there at once during a launch, of those now there and those it allocates. Nodes are taken in
// the order of their creation, which may not be the order of the launch: an estimate.
typedef struct {
    uint64_t bytes, most;
} Account;

static bool account_node(Node *node, void *opaque) {
    Account *account = opaque;
    uint64_t size;
    if (node->work.type == cudaGraphNodeTypeMemAlloc) account->bytes += node->work.alloc.size;
    if (node->work.type == cudaGraphNodeTypeMemFree && graph_memory_is(node->work.freed, &size)) account->bytes -= size;
    account->most = largest(account->most, account->bytes);
    return true;
}

static void account_launch(const Graph *graph) {
    pthread_mutex_lock(&lock);
    Account account = {.bytes = bytes_there()};
    pthread_mutex_unlock(&lock);
    account.most = account.bytes;
    graph_visit(graph, account_node, &account);
    kept = largest(kept, whole_units(account.most));
    highest_used = largest(highest_used, kept);
    highest_reserved = largest(highest_reserved, kept);
}

typedef struct {
    const Graph *graph;
    bool frees_first;
    uint64_t freed; // what allocates_not looks for
    cudaError_t error;
} Check;

static bool allocates_not(Node *node, void *check) {
    return node->work.type != cudaGraphNodeTypeMemAlloc || node->work.alloc.address != ((Check *)check)->freed;
}

static bool check_node(Node *node, void *opaque) {
    Check *check = opaque;
    const Work *work = &node->work;
    if (work->type == cudaGraphNodeTypeMemAlloc && is_there(work->alloc.address))
        check->error = check->frees_first ? free_do(&(Work){.freed = work->alloc.address}) : cudaErrorInvalidValue;
    if (work->type == cudaGraphNodeTypeMemFree && !is_there(work->freed)) {
        check->freed = work->freed;
        if (graph_visit(check->graph, allocates_not, check)) check->error = cudaErrorInvalidValue;
    }
    return !check->error;
}

cudaError_t graph_memory_ready(const Graph *graph, bool frees_first) {
    Check check = {.graph = graph, .frees_first = frees_first};
    if (!graph_has_memory(graph)) return cudaSuccess;
    graph_visit(graph, check_node, &check);
    if (!check.error) account_launch(graph);
    return check.error;
}

// ---- what is asked of it ------------------------------------------------------------------------------------------

API cudaError_t cudaDeviceGraphMemTrim(int device) {
    if (device != 0) RESULT(cudaErrorInvalidDevice);
    cudaError_t error = context_ready();
    pthread_mutex_lock(&lock);
    if (!error) kept = whole_units(bytes_there());
    pthread_mutex_unlock(&lock);
    RESULT(error);
}

static cudaError_t attribute_of(uint64_t **attribute, int device, enum cudaGraphMemAttributeType which, void *value) {
    uint64_t *const attributes[] = {&kept, &highest_used, &kept, &highest_reserved};
    if (device != 0) return cudaErrorInvalidDevice;
    if (!value || (unsigned)which > cudaGraphMemAttrReservedMemHigh) return cudaErrorInvalidValue;
    *attribute = attributes[which];
    return context_ready();
}

API cudaError_t cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType which, void *value) {
    uint64_t *attribute;
    cudaError_t error = attribute_of(&attribute, device, which, value);
    if (!error) *(uint64_t *)value = *attribute;
    RESULT(error);
}

// High-water marks can be set to 0 and nothing else.
API cudaError_t cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType which, void *value) {
    uint64_t *attribute;
    cudaError_t error = attribute_of(&attribute, device, which, value);
    if (error) RESULT(error);
    bool is_mark = which == cudaGraphMemAttrUsedMemHigh || which == cudaGraphMemAttrReservedMemHigh;
    if (!is_mark || *(const uint64_t *)value) RESULT(cudaErrorInvalidValue);
    *attribute = 0;
    RESULT(cudaSuccess);
}
