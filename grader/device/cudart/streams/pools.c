// pools.c - stream-ordered memory: pools, and allocation and freeing in streams.
//
// Memory is the device's as any other, at addresses that are never given again, so that use after free is found; a pool
// counts what it would hold on hardware. There a pool takes memory in units of POOL_UNIT and gives back what is more
// than its release threshold when a stream is waited for; here it does when memory is freed.
#include "../../system/grow.h"
#include "../base/handles.h"
#include "../order/later.h"
#include "streams.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define POOL_UNIT (32ull << 20)

typedef struct CUmemPoolHandle_st {
    uint64_t used, highest_used, reserved, highest_reserved, release_threshold;
    int reuse[3]; // which freed memory may be used again: kept and told, without effect
} Pool;

typedef struct {
    uint64_t address, size;
    Pool *pool;
} Allocated;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Pool standard = {.reuse = {1, 1, 1}}, *chosen = &standard;
static Allocated *allocated; // from pools, and not freed yet
static size_t allocated_count;

static Pool *pool_of(cudaMemPool_t handle) {
    return handle == &standard || handle_is(handle, HANDLE_POOL) ? handle : NULL;
}

static uint64_t whole_units(uint64_t bytes) { return (bytes + POOL_UNIT - 1) / POOL_UNIT * POOL_UNIT; }
static uint64_t largest(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void pool_take(Pool *pool, uint64_t address, uint64_t size) {
    pthread_mutex_lock(&lock);
    if (ARRAY_GROW(allocated, allocated_count)) { // without memory for the table it is not counted
        allocated[allocated_count++] = (Allocated){address, size, pool};
        pool->used += size;
        pool->reserved = largest(pool->reserved, whole_units(pool->used));
        pool->highest_used = largest(pool->highest_used, pool->used);
        pool->highest_reserved = largest(pool->highest_reserved, pool->reserved);
    }
    pthread_mutex_unlock(&lock);
}

static void pool_shrink(Pool *pool, uint64_t keep) {
    assert(pool->used <= pool->reserved);
    uint64_t least = largest(whole_units(pool->used), whole_units(keep));
    if (pool->reserved > least) pool->reserved = least;
}

void pools_forget(void) {
    pthread_mutex_lock(&lock);
    allocated_count = 0;
    standard = (Pool){.reuse = {1, 1, 1}};
    chosen = &standard;
    pthread_mutex_unlock(&lock);
}

static void pools_freed(uint64_t address) {
    pthread_mutex_lock(&lock);
    for (size_t i = allocated_count; i-- > 0;) {
        if (allocated[i].address != address) continue;
        Pool *pool = allocated[i].pool;
        assert(pool->used >= allocated[i].size);
        pool->used -= allocated[i].size;
        pool_shrink(pool, pool->release_threshold);
        allocated[i] = allocated[--allocated_count];
        break;
    }
    pthread_mutex_unlock(&lock);
}

WHEN_LOADED void listen(void) {
    static FreedListener listener = {.freed = pools_freed};
    freed_listen(&listener);
}

// ---- allocating and freeing in streams ----------------------------------------------------------------------------

static cudaError_t allocate_in_stream(void **pointer, size_t size, Pool *pool, cudaStream_t handle) {
    Stream *stream;
    if (!pointer || !pool) return cudaErrorInvalidValue;
    cudaError_t error = stream_enter(handle, &stream);
    if (!error && stream->capture) return recorder->allocate(stream, size, pointer);
    if (!error) error = capture_unsafe();
    if (error) return error;
    order_begin(&stream->order, ORDER_ALLOCATION);
    error = device_allocate(pointer, size);
    order_end();
    if (!error && *pointer) pool_take(pool, (uint64_t)(uintptr_t)*pointer, size);
    return error;
}

API cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    RESULT(allocate_in_stream(pointer, size, chosen, stream));
}
PER_THREAD(cudaMallocAsync, _ptsz);

API cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
    RESULT(allocate_in_stream(pointer, size, pool_of(pool), stream));
}
PER_THREAD(cudaMallocFromPoolAsync, _ptsz);

static cudaError_t release(const Asked *asked, void *pointer) {
    order_start(asked);
    cudaError_t error = device_release(pointer);
    order_end();
    return error;
}

static void release_later(Later *later) { context_failed(release(&later->asked, (void *)(uintptr_t)later->of)); }

static cudaError_t put_off(const Asked *asked, const void *pointer) {
    return later_add(&(Later){.asked = *asked, .run = release_later, .of = pointer}, sizeof(Later));
}

// The order of work is the order of calls, so that memory given back in a stream is free at once. The program has
// waited for nothing by that.
static cudaError_t free_in_stream(void *pointer, cudaStream_t handle) {
    Stream *stream;
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    cudaError_t error = stream_enter(handle, &stream);
    if (error) return error;
    if (stream->capture) return recorder->add(stream, &(Work){.type = cudaGraphNodeTypeMemFree, .freed = address});
    error = context_wait();
    if (error || !pointer) return error;
    Asked asked = order_ask(&stream->order, ORDER_FREE);
    return later_is_before(&asked) ? put_off(&asked, pointer) : release(&asked, pointer);
}

API cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) { RESULT(free_in_stream(pointer, stream)); }
PER_THREAD(cudaFreeAsync, _ptsz);

// ---- pools --------------------------------------------------------------------------------------------------------

API cudaError_t cudaMemPoolCreate(cudaMemPool_t *made, const struct cudaMemPoolProps *props) {
    if (!made || !props || props->allocType != cudaMemAllocationTypePinned) RESULT(cudaErrorInvalidValue);
    if (props->location.type != cudaMemLocationTypeDevice || props->handleTypes != cudaMemHandleTypeNone)
        RESULT(cudaErrorNotSupported);
    if (props->location.id != 0) RESULT(cudaErrorInvalidValue);
    cudaError_t error = capture_unsafe();
    if (!error) error = context_ready();
    if (error) RESULT(error);
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool || !handle_add(pool, HANDLE_POOL)) {
        free(pool);
        RESULT(cudaErrorMemoryAllocation);
    }
    for (int i = 0; i < 3; i++) pool->reuse[i] = 1;
    *made = pool;
    RESULT(cudaSuccess);
}

// Memory that was allocated from it stays valid.
API cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
    Pool *pool = pool_of(handle);
    if (!pool || pool == &standard) RESULT(cudaErrorInvalidValue);
    handle_remove(pool);
    pthread_mutex_lock(&lock);
    if (chosen == pool) chosen = &standard;
    for (size_t i = allocated_count; i-- > 0;)
        if (allocated[i].pool == pool) allocated[i] = allocated[--allocated_count];
    pthread_mutex_unlock(&lock);
    free(pool);
    RESULT(cudaSuccess);
}

static cudaError_t give_pool(cudaMemPool_t *given, int device, Pool *pool) {
    cudaError_t error = context_ready();
    if (error) return error;
    if (!given) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *given = pool;
    return cudaSuccess;
}

API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *given, int device) {
    RESULT(give_pool(given, device, &standard));
}

API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *given, int device) { RESULT(give_pool(given, device, chosen)); }

static cudaError_t choose(int device, cudaMemPool_t pool) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (!pool_of(pool)) return cudaErrorInvalidValue;
    chosen = pool;
    return context_ready();
}

API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) { RESULT(choose(device, pool)); }

// Pools are on the device only.
static cudaError_t place_check(const struct cudaMemLocation *location, enum cudaMemAllocationType type) {
    if (!location || (type != cudaMemAllocationTypePinned && type != cudaMemAllocationTypeManaged))
        return cudaErrorInvalidValue;
    bool here = location->type == cudaMemLocationTypeDevice && type == cudaMemAllocationTypePinned;
    return here ? cudaSuccess : cudaErrorNotSupported;
}

API cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *given, struct cudaMemLocation *location,
                                         enum cudaMemAllocationType type) {
    cudaError_t error = place_check(location, type);
    RESULT(error ? error : give_pool(given, location->id, &standard));
}

API cudaError_t cudaMemGetMemPool(cudaMemPool_t *given, struct cudaMemLocation *location,
                                  enum cudaMemAllocationType type) {
    cudaError_t error = place_check(location, type);
    RESULT(error ? error : give_pool(given, location->id, chosen));
}

API cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                                  cudaMemPool_t pool) {
    cudaError_t error = place_check(location, type);
    RESULT(error ? error : choose(location->id, pool));
}

API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t keep) {
    Pool *pool = pool_of(handle);
    if (!pool) RESULT(cudaErrorInvalidValue);
    cudaError_t error = capture_unsafe();
    if (!error) error = context_ready();
    pthread_mutex_lock(&lock);
    if (!error) pool_shrink(pool, keep);
    pthread_mutex_unlock(&lock);
    RESULT(error);
}

static bool is_reuse(enum cudaMemPoolAttr attribute) {
    return attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

// The 64-bit attributes; NULL: it is none.
static uint64_t *attribute_of(Pool *pool, enum cudaMemPoolAttr attribute) {
    switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold: return &pool->release_threshold;
    case cudaMemPoolAttrReservedMemCurrent: return &pool->reserved;
    case cudaMemPoolAttrReservedMemHigh: return &pool->highest_reserved;
    case cudaMemPoolAttrUsedMemCurrent: return &pool->used;
    case cudaMemPoolAttrUsedMemHigh: return &pool->highest_used;
    default: return NULL;
    }
}

// High-water marks can be set to 0 and nothing else, what is in use not at all.
static cudaError_t attribute_set(Pool *pool, enum cudaMemPoolAttr attribute, const void *value) {
    uint64_t wanted, *place = attribute_of(pool, attribute);
    if (is_reuse(attribute)) {
        memcpy(&pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies], value, sizeof(int));
        return cudaSuccess;
    }
    if (!place) return cudaErrorInvalidValue;
    memcpy(&wanted, value, sizeof wanted);
    bool mark = attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
    if (attribute != cudaMemPoolAttrReleaseThreshold && (!mark || wanted)) return cudaErrorInvalidValue;
    *place = wanted;
    return cudaSuccess;
}

API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    if (!pool_of(pool) || !value) RESULT(cudaErrorInvalidValue);
    cudaError_t error = attribute_set(pool, attribute, value);
    RESULT(error ? error : context_ready());
}

API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value) {
    if (!pool_of(pool) || !value) RESULT(cudaErrorInvalidValue);
    const uint64_t *place = attribute_of(pool, attribute);
    if (!place && !is_reuse(attribute)) RESULT(cudaErrorInvalidValue);
    if (place) memcpy(value, place, sizeof *place);
    else memcpy(value, &pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies], sizeof(int));
    RESULT(context_ready());
}

// The one device can always use the memory of its pools.
API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access, size_t count) {
    if (!pool_of(pool) || (count && !access)) RESULT(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++)
        if (access[i].location.type != cudaMemLocationTypeDevice || access[i].location.id != 0 ||
            access[i].flags != cudaMemAccessFlagsProtReadWrite)
            RESULT(cudaErrorInvalidDevice);
    RESULT(context_ready());
}

API cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                     struct cudaMemLocation *location) {
    if (!flags || !pool_of(pool) || !location) RESULT(cudaErrorInvalidValue);
    if (location->type != cudaMemLocationTypeDevice || location->id != 0) RESULT(cudaErrorInvalidDevice);
    *flags = cudaMemAccessFlagsProtReadWrite;
    RESULT(context_ready());
}
