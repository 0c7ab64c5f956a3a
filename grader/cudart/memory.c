// memory.c - device memory: allocation, pools, and questions about memory.
#include "api.h"
#include <string.h>

#define PITCH_ALIGNMENT 512u // of rows, as on hardware (texture alignment)

static cudaError_t allocate(void **pointer, size_t size) {
    Reply reply = {0};
    if (!pointer) return cudaErrorInvalidValue;
    cudaError_t error = context_ready();
    if (error) return error;
    *pointer = NULL;
    if (!size) return cudaSuccess;
    error = waited(&reply, CHANNEL_CALL(&reply, CALL_MALLOC, size));
    if (!error) *pointer = (void *)(uintptr_t)reply.value[0];
    return error;
}

API cudaError_t cudaMalloc(void **pointer, size_t size) { RESULT(allocate(pointer, size)); }

static cudaError_t allocate_rows(void **pointer, size_t *pitch, size_t width, size_t rows) {
    size_t bytes;
    if (!pointer || !pitch) return cudaErrorInvalidValue;
    *pitch = (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
    if (*pitch < width || __builtin_mul_overflow(*pitch, rows, &bytes)) return cudaErrorMemoryAllocation;
    return allocate(pointer, bytes);
}

API cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    RESULT(allocate_rows(pointer, pitch, width, height));
}

API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent) {
    size_t rows;
    if (!pitched) RESULT(cudaErrorInvalidValue);
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows)) RESULT(cudaErrorMemoryAllocation);
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    RESULT(allocate_rows(&pitched->ptr, &pitched->pitch, extent.width, rows));
}

API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    Reply reply = {0};
    if (!free_bytes || !total) RESULT(cudaErrorInvalidValue);
    cudaError_t error = waited(&reply, channel_call(CALL_MEMORY_INFO, NULL, 0, &reply));
    if (error) RESULT(error);
    *free_bytes = reply.value[0];
    *total = reply.value[1];
    RESULT(cudaSuccess);
}

// There is one pool, the device's default one, and it keeps nothing: its attributes may be set and have no effect.
static struct {
    uint64_t release_threshold;
    int reuse[3];
} pool = {0, {1, 1, 1}};
#define DEFAULT_POOL ((cudaMemPool_t)(void *)&pool)

API cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream) {
    (void)stream;
    RESULT(allocate(pointer, size));
}
PER_THREAD(cudaMallocAsync, _ptsz);

API cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t from, cudaStream_t stream) {
    (void)stream;
    if (from != DEFAULT_POOL) RESULT(cudaErrorInvalidValue);
    RESULT(allocate(pointer, size));
}
PER_THREAD(cudaMallocFromPoolAsync, _ptsz);

static cudaError_t give_pool(cudaMemPool_t *given, int device) {
    cudaError_t error = context_ready();
    if (error) return error;
    if (!given) return cudaErrorInvalidValue;
    if (device != 0) return cudaErrorInvalidDevice;
    *given = DEFAULT_POOL;
    return cudaSuccess;
}

API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *given, int device) { RESULT(give_pool(given, device)); }
API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *given, int device) { RESULT(give_pool(given, device)); }

API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t chosen) {
    RESULT(device != 0 ? cudaErrorInvalidDevice : chosen != DEFAULT_POOL ? cudaErrorInvalidValue : context_ready());
}

API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t of, size_t keep) {
    (void)keep;
    RESULT(of != DEFAULT_POOL ? cudaErrorInvalidValue : context_ready());
}

API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t of, enum cudaMemPoolAttr attribute, void *value) {
    if (of != DEFAULT_POOL || !value) RESULT(cudaErrorInvalidValue);
    if (attribute == cudaMemPoolAttrReleaseThreshold) memcpy(&pool.release_threshold, value, sizeof(uint64_t));
    else if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
             attribute <= cudaMemPoolReuseAllowInternalDependencies)
        memcpy(&pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies], value, sizeof(int));
    else if (attribute != cudaMemPoolAttrReservedMemHigh && attribute != cudaMemPoolAttrUsedMemHigh)
        RESULT(cudaErrorInvalidValue);
    RESULT(context_ready());
}

API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t of, enum cudaMemPoolAttr attribute, void *value) {
    Reply reply = {0};
    if (of != DEFAULT_POOL || !value) RESULT(cudaErrorInvalidValue);
    cudaError_t error = channel_call(CALL_MEMORY_INFO, NULL, 0, &reply);
    if (error) RESULT(error);
    uint64_t used = reply.value[1] - reply.value[0];
    if (attribute == cudaMemPoolAttrReleaseThreshold) memcpy(value, &pool.release_threshold, sizeof(uint64_t));
    else if (attribute >= cudaMemPoolReuseFollowEventDependencies &&
             attribute <= cudaMemPoolReuseAllowInternalDependencies)
        memcpy(value, &pool.reuse[attribute - cudaMemPoolReuseFollowEventDependencies], sizeof(int));
    else if (attribute >= cudaMemPoolAttrReservedMemCurrent && attribute <= cudaMemPoolAttrUsedMemHigh)
        memcpy(value, &used, sizeof used);
    else RESULT(cudaErrorInvalidValue);
    RESULT(cudaSuccess);
}

// Where managed memory lies is a hint without effect: both sides see the same bytes all the time.
static cudaError_t hint(const void *pointer, size_t bytes, struct cudaMemLocation location) {
    Region region;
    cudaError_t error = context_ready();
    if (error) return error;
    if (memory_kind(pointer, &region) != MEMORY_MANAGED) return cudaErrorInvalidValue;
    uint64_t offset = (uint64_t)(uintptr_t)pointer - region.base;
    if (!bytes || bytes > region.size - offset) return cudaErrorInvalidValue;
    return location.type == cudaMemLocationTypeDevice && location.id != 0 ? cudaErrorInvalidDevice : cudaSuccess;
}

API cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, enum cudaMemoryAdvise advice,
                              struct cudaMemLocation location) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) RESULT(cudaErrorInvalidValue);
    if (advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly) location.id = 0;
    RESULT(hint(pointer, bytes, location));
}

API cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, struct cudaMemLocation location, unsigned flags,
                                     cudaStream_t stream) {
    (void)stream;
    RESULT(flags ? cudaErrorInvalidValue : hint(pointer, bytes, location));
}
PER_THREAD(cudaMemPrefetchAsync, _ptsz);

API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags) {
    (void)stream;
    Region region;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
        RESULT(cudaErrorInvalidValue);
    if (memory_kind(pointer, &region) != MEMORY_MANAGED || (bytes && bytes != region.size))
        RESULT(cudaErrorInvalidValue);
    RESULT(context_ready());
}
PER_THREAD(cudaStreamAttachMemAsync, _ptsz);

API struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind) {
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}
