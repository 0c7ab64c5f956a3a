// failing_memory.c - counts allocations down to the one that fails.
#include "failing_memory.h"

#include <stdatomic.h>
#include <stddef.h>

static atomic_long left = -1; // allocations before the one that fails, below 0: there is none

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void) { return atomic_load(&left) >= 0 && atomic_fetch_sub(&left, 1) == 0; }

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *memory, size_t size) { return fails() ? NULL : __real_realloc(memory, size); }

void memory_fails_after(unsigned count) { atomic_store(&left, (long)count); }
bool memory_has_failed(void) { return atomic_exchange(&left, -1) < 0; }
