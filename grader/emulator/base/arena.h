// arena.h - memory that is given out piece by piece and freed all at once.
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

// An arena that never holds more than limit bytes. NULL: out of memory.
Arena *arena_new(size_t limit);
// size bytes, zeroed, aligned for any type, valid until arena_free. NULL: the limit or the memory is exhausted.
void *arena_alloc(Arena *arena, size_t size);
void arena_free(Arena *arena);

#endif
