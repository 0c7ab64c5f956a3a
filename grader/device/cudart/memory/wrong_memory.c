// wrong_memory.c - calls that are refused because a pointer is one of another side: what the device's report says of
// them.
#include "../order/call_site.h"
#include "memory.h"

_Static_assert((int)MEMORY_UNKNOWN == SIDE_ORDINARY && (int)MEMORY_DEVICE == SIDE_DEVICE &&
                   (int)MEMORY_HOST == SIDE_PINNED && (int)MEMORY_MANAGED == SIDE_MANAGED &&
                   (int)MEMORY_REGISTERED == SIDE_REGISTERED,
               "kinds of memory have the numbers of sides");

static cudaError_t tell(WrongCall call, enum cudaMemcpyKind kind, MemoryKind to, MemoryKind from, const void *pointer) {
    uint64_t address = (uint64_t)(uintptr_t)pointer, site = call_site();
    Exchange wrong = {.request = {CALL_WRONG_MEMORY, 0, {call, kind, to, from, address, site}}};
    channel_lock();
    channel_send(&wrong);
    channel_unlock();
    return cudaErrorInvalidValue;
}

cudaError_t wrong_memory(WrongCall call, MemoryKind kind, const void *pointer) {
    return tell(call, cudaMemcpyDefault, kind, kind, pointer);
}

cudaError_t wrong_copy(enum cudaMemcpyKind kind, MemoryKind to, MemoryKind from, const void *pointer) {
    return tell(WRONG_COPY, kind, to, from, pointer);
}
