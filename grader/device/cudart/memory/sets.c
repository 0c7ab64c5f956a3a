// sets.c - setting rows of memory to bytes, or to elements of two or four.
#include "memory.h"

cudaError_t set_check(const struct cudaMemsetParams *p) {
    Region region;
    bool fits = p->elementSize == 1   ? p->value <= UINT8_MAX
                : p->elementSize == 2 ? p->value <= UINT16_MAX
                                      : p->elementSize == 4;
    if (!fits || !p->dst || (uintptr_t)p->dst % p->elementSize) return cudaErrorInvalidValue;
    if (p->height > 1 && (p->pitch % p->elementSize || p->pitch / p->elementSize < p->width))
        return cudaErrorInvalidValue;
    MemoryKind kind = memory_kind(p->dst, &region);
    return device_sees(kind) ? cudaSuccess : wrong_memory(WRONG_SET, kind, p->dst);
}

cudaError_t set_rows(const struct cudaMemsetParams *p) {
    Region region;
    Reply reply = {0};
    size_t bytes;
    cudaError_t error = context_ready();
    if (error || !p->width || !p->height) return error;
    MemoryKind kind = memory_kind(p->dst, &region);
    if (__builtin_mul_overflow(p->width, p->elementSize, &bytes)) return cudaErrorInvalidValue;
    if (!device_sees(kind)) return wrong_memory(WRONG_SET, kind, p->dst);
    if (p->height > 1 && p->pitch < bytes) return cudaErrorInvalidPitchValue;
    error = CHANNEL_CALL(&reply, CALL_SET, (uint64_t)(uintptr_t)p->dst, p->height > 1 ? p->pitch : bytes, bytes,
                         p->height, p->value, p->elementSize);
    return not_waited(&reply, error);
}
