// host_memory.c - memory that the program and the device both see: pinned, mapped, managed and registered.
//
// A mapping is removed before its block is freed, for the device goes on counting a block that somebody could still
// fill. cudaHostRegister works the other way round: the program's own pages are replaced by the device's memfd, at the
// address that they have, and the device has another (cudaHostGetDevicePointer tells; canUseHostPointerForRegisteredMem
// is 0).
#define _GNU_SOURCE
#include "../base/captures.h"
#include "../order/call_site.h"
#include "../order/order.h"
#include "memory.h"
#include "regions.h"
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Memory of the device's whose bytes both sides have: its address and descriptor.
static cudaError_t shared_memory(size_t size, bool is_managed, Exchange *allocate) {
    *allocate = (Exchange){.request = {CALL_MALLOC_SHARED, 0, {size, is_managed}}};
    cudaError_t error = capture_unsafe();
    if (!error) error = context_ready();
    if (!error) call_site_note();
    return error ? error : waited(&allocate->reply, channel_exchange(allocate));
}

cudaError_t region_allocate(void **pointer, size_t size, MemoryKind kind, unsigned flags) {
    Exchange allocate;
    cudaError_t error = shared_memory(size, kind == MEMORY_MANAGED, &allocate);
    if (error) return error;
    const uint64_t *value = allocate.reply.value;
    error = region_map(kind, value[0], size, value[1], allocate.fd, flags);
    if (error) CHANNEL_CALL(NULL, CALL_FREE, value[0]);
    if (!error) *pointer = (void *)(uintptr_t)value[0];
    return error;
}

API cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned flags) {
    if (!pointer || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) RESULT(cudaErrorInvalidValue);
    RESULT(region_allocate(pointer, size, MEMORY_MANAGED, flags));
}

static cudaError_t allocate_host(void **pointer, size_t size, unsigned flags) {
    if (!pointer || flags > 7) return cudaErrorInvalidValue;
    *pointer = NULL;
    if (!size) return context_ready();
    // With unified addressing all pinned memory is mapped, and says so.
    return region_allocate(pointer, size, MEMORY_HOST, flags | cudaHostAllocMapped);
}

API cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned flags) {
    RESULT(allocate_host(pointer, size, flags));
}

API cudaError_t cudaMallocHost(void **pointer, size_t size) {
    RESULT(allocate_host(pointer, size, cudaHostAllocDefault));
}

API cudaError_t cudaFreeHost(void *pointer) {
    Region region;
    Mapped mapped;
    cudaError_t error = capture_unsafe();
    if (!error) error = context_wait();
    if (error || !pointer) RESULT(error);
    order_waited_all();
    MemoryKind kind = memory_kind(pointer, &region);
    if (kind != MEMORY_HOST || region.base != (uint64_t)(uintptr_t)pointer)
        RESULT(wrong_memory(WRONG_FREE_HOST, kind, pointer));
    if (region_take(region.base, &mapped)) munmap(mapped.mapping, mapped.mapped);
    call_site_note();
    RESULT(CHANNEL_CALL(NULL, CALL_FREE, region.base));
}

cudaError_t device_release(void *pointer) {
    Region region;
    Reply reply = {0};
    Mapped mapped;
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    MemoryKind kind = memory_kind(pointer, &region);
    call_site_note();
    if (kind != MEMORY_DEVICE && kind != MEMORY_MANAGED) return wrong_memory(WRONG_FREE, kind, pointer);
    if (kind == MEMORY_MANAGED && region_take(address, &mapped)) munmap(mapped.mapping, mapped.mapped);
    cudaError_t error = waited(&reply, CHANNEL_CALL(&reply, CALL_FREE, address));
    if (!error) freed_tell(address);
    return error;
}

cudaError_t device_free(void *pointer) {
    cudaError_t error = context_wait();
    if (error || !pointer) return error;
    order_waited_all();
    return device_release(pointer);
}

API cudaError_t cudaFree(void *pointer) {
    cudaError_t error = capture_unsafe();
    RESULT(error ? error : device_free(pointer));
}

// Puts `fd`, or private memory if it is -1, in the place of pages, with the bytes that they hold.
static bool pages_replace(void *pages, size_t bytes, int fd) {
    int kind = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void *copy = mmap(NULL, bytes, PROT_READ | PROT_WRITE, kind, fd, 0);
    if (copy == MAP_FAILED) return false;
    memcpy(copy, pages, bytes);
    if (mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pages) == pages) return true;
    munmap(copy, bytes);
    return false;
}

// The stack in use cannot be replaced while it is in use.
static bool holds_stack(uint64_t from, uint64_t to) {
    pthread_attr_t attributes;
    void *stack;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return true;
    pthread_attr_getstack(&attributes, &stack, &size);
    pthread_attr_destroy(&attributes);
    uint64_t low = (uint64_t)(uintptr_t)stack;
    return from < low + size && low < to;
}

static cudaError_t register_pages(uint64_t address, size_t size, unsigned flags) {
    uint64_t page = page_size(), from = address & ~(page - 1);
    uint64_t to = (address + size + page - 1) & ~(page - 1);
    unsigned char resident[1];
    if (region_overlaps(from, to)) return cudaErrorHostMemoryAlreadyRegistered;
    for (uint64_t at = from; at < to; at += page)
        if (mincore((void *)(uintptr_t)at, page, resident) != 0) return cudaErrorInvalidValue; // nothing is there
    if (holds_stack(from, to)) return cudaErrorNotSupported;
    Exchange allocate;
    cudaError_t error = shared_memory(to - from, false, &allocate);
    if (error) return error;
    Mapped mapped = {{MEMORY_REGISTERED, address, size, allocate.reply.value[0] + (address - from), flags},
                     (void *)(uintptr_t)from,
                     to - from};
    bool replaced = allocate.fd >= 0 && pages_replace(mapped.mapping, mapped.mapped, allocate.fd);
    close(allocate.fd);
    if (replaced && region_add(mapped)) return cudaSuccess;
    CHANNEL_CALL(NULL, CALL_FREE, allocate.reply.value[0]);
    return cudaErrorMemoryAllocation;
}

API cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned flags) {
    cudaError_t error = capture_unsafe();
    if (!error) error = context_wait();
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (error) RESULT(error);
    if (!pointer || !size || flags > 15 || address + size < address) RESULT(cudaErrorInvalidValue);
    RESULT(register_pages(address, size, flags));
}

API cudaError_t cudaHostUnregister(void *pointer) {
    Region region;
    Mapped mapped;
    cudaError_t error = context_wait();
    if (error) RESULT(error);
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (memory_kind(pointer, &region) != MEMORY_REGISTERED || !region_take(address, &mapped))
        RESULT(cudaErrorHostMemoryNotRegistered);
    order_waited_all();
    if (!pages_replace(mapped.mapping, mapped.mapped, -1)) RESULT(cudaErrorMemoryAllocation);
    RESULT(CHANNEL_CALL(NULL, CALL_FREE, region.device - (address - (uint64_t)(uintptr_t)mapped.mapping)));
}

API cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    Region region;
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    MemoryKind kind = memory_kind(host, &region);
    if (!device || flags || kind == MEMORY_UNKNOWN || kind == MEMORY_DEVICE) RESULT(cudaErrorInvalidValue);
    *device = (void *)(uintptr_t)(region.device + ((uint64_t)(uintptr_t)host - region.base));
    RESULT(cudaSuccess);
}

API cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
    Region region;
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    if (!flags || memory_kind(host, &region) != MEMORY_HOST) RESULT(cudaErrorInvalidValue);
    *flags = region.flags;
    RESULT(cudaSuccess);
}

API cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer) {
    Region region;
    Reply reply;
    cudaError_t error = context_ready();
    if (error) RESULT(error);
    if (!attributes) RESULT(cudaErrorInvalidValue);
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    void *same = (void *)(uintptr_t)address;
    MemoryKind kind = memory_kind(pointer, &region);
    *attributes = (struct cudaPointerAttributes){
        .type = cudaMemoryTypeUnregistered, .device = cudaInvalidDeviceId, .hostPointer = same};
    if (kind == MEMORY_DEVICE && !CHANNEL_CALL(&reply, CALL_RANGE, address, 1, DIRECTION_COUNT))
        *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeDevice, .devicePointer = same};
    if (kind != MEMORY_UNKNOWN && kind != MEMORY_DEVICE)
        *attributes = (struct cudaPointerAttributes){
            .type = kind == MEMORY_MANAGED ? cudaMemoryTypeManaged : cudaMemoryTypeHost,
            .devicePointer = (void *)(uintptr_t)(region.device + (address - region.base)),
            .hostPointer = same};
    RESULT(cudaSuccess);
}
