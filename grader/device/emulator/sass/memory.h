// memory.h - global memory for machine code that runs beside the emulation: what the device held before the launch, and
// what the launch's own stores have put over it.
//
// The device's bytes are never written. A page that is stored to is copied first, and read from the copy from then on.
#ifndef SASS_MEMORY_H
#define SASS_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SassMemory SassMemory;

// Asked for the allocation around an address: its first address, size, and bytes. false: there is none.
typedef bool (*SassFind)(void *context, uint64_t address, uint64_t *base, uint64_t *size, const uint8_t **bytes);

SassMemory *sass_memory_create(SassFind find, void *context); // NULL: out of memory
void sass_memory_free(SassMemory *memory);
// Copies size (1 to 16) bytes, aligned to their size. What lies outside of allocations reads as zeros and is not
// written.
void sass_memory_read(SassMemory *memory, uint64_t address, void *to, unsigned size);
// The same for lanes of a warp: those of lane l go to `to + l * step`.
void sass_memory_gather(SassMemory *memory, const uint64_t *address, uint32_t mask, unsigned size, uint8_t *to,
                        unsigned step);
void sass_memory_write(SassMemory *memory, uint64_t address, const void *from, unsigned size);

// The address was given to an atomic.
void sass_memory_note_atomic(SassMemory *memory, uint64_t address);

// What was done in an allocation. read: of bytes that the device holds.
typedef struct {
    uint64_t base, size;
    bool read, written, atomics;
} SassUse;
void sass_memory_uses(const SassMemory *memory, void (*visit)(void *context, const SassUse *use), void *context);

// Calls visit for each page that was written: its address, what is in it now, what the device has there.
void sass_memory_written(const SassMemory *memory,
                         void (*visit)(void *context, uint64_t address, const uint8_t *now, const uint8_t *device,
                                       uint64_t size),
                         void *context);

#endif
