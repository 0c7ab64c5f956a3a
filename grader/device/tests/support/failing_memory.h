// failing_memory.h - allocations that fail on demand. The program of tests is linked so that every malloc, calloc and
// realloc of the project comes here (--wrap).
#ifndef FAILING_MEMORY_H
#define FAILING_MEMORY_H

#include <stdbool.h>

// The next `count` allocations succeed, then one fails, and all others succeed.
void memory_fails_after(unsigned count);
// Whether that one was asked for. From now on all succeed.
bool memory_has_failed(void);

#endif
