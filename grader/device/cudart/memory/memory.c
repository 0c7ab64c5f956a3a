// memory.c - memory of the device: allocation, and who is told when it is freed.
#include "memory.h"
#include "../base/captures.h"
#include "../order/call_site.h"
#include "../order/protection.h"

#define PITCH_ALIGNMENT 512u // of rows, as on hardware (texture alignment)

cudaError_t device_allocate(void **pointer, size_t size) {
    Reply reply = {0};
    if (!pointer) return cudaErrorInvalidValue;
    cudaError_t error = context_ready();
    if (error) return error;
    *pointer = NULL;
    if (!size) return cudaSuccess;
    call_site_note();
    error = waited(&reply, CHANNEL_CALL(&reply, CALL_MALLOC, size));
    if (!error) *pointer = (void *)(uintptr_t)reply.value[0];
    protection_begins();
    return error;
}

static cudaError_t allocate(void **pointer, size_t size) {
    cudaError_t error = capture_unsafe();
    return error ? error : device_allocate(pointer, size);
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

static FreedListener *listeners; // added when the library is loaded

void freed_listen(FreedListener *listener) {
    listener->next = listeners;
    listeners = listener;
}

void freed_tell(uint64_t address) {
    for (const FreedListener *at = listeners; at; at = at->next) at->freed(address);
}
