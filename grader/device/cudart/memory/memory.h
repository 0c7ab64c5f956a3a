// memory.h - memory of the device: allocating and freeing it, copying and setting it.
#ifndef MEMORY_H
#define MEMORY_H

#include "../order/work.h"
#include "regions.h"

// memory.c, host_memory.c: these do not look at captures. device_free and device_release take managed memory too; the
// first waits for the device before.
cudaError_t device_allocate(void **pointer, size_t size);
cudaError_t device_free(void *pointer);
cudaError_t device_release(void *pointer);

// Somebody who is told of memory that was freed.
typedef struct FreedListener {
    void (*freed)(uint64_t address);
    struct FreedListener *next;
} FreedListener;
void freed_listen(FreedListener *listener);
void freed_tell(uint64_t address);

// copies.c: rows of bytes from any memory to any other.
cudaError_t copy_rows(void *to, const void *from, Shape shape, enum cudaMemcpyKind kind, bool waits);
cudaError_t copy_box(const struct cudaMemcpy3DParms *box, bool waits);
// What is asked of the parameters of a node that copies.
cudaError_t copy_check(const struct cudaMemcpy3DParms *box);
bool copy_waits(const struct cudaMemcpy3DParms *box); // for its end although it is Async: a copy to pageable memory
// Who copies boxes that name arrays.
void copy_arrays_by(cudaError_t (*copy)(const struct cudaMemcpy3DParms *box, bool waits));
bool device_sees(MemoryKind kind);

// sets.c: what nodes that set do, and what is asked of their parameters.
cudaError_t set_rows(const struct cudaMemsetParams *set);
cudaError_t set_check(const struct cudaMemsetParams *set);

// wrong_memory.c: tell the device of a call that is refused because of the memory it was given. cudaErrorInvalidValue.
cudaError_t wrong_memory(WrongCall call, MemoryKind kind, const void *pointer);
cudaError_t wrong_copy(enum cudaMemcpyKind kind, MemoryKind to, MemoryKind from, const void *pointer);

#endif
