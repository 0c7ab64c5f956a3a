// arena.h - memory that is given out piece by piece and freed all at once.
#ifndef ARENA_H
#define ARENA_H

#include "attempt.h"
#include <stddef.h>
#include <stdint.h>

typedef struct Arena Arena;

// An arena that never holds more than limit bytes. NULL: out of memory.
Arena *arena_new(size_t limit);
// size bytes, zeroed, aligned for any type, valid until arena_free. NULL: the limit or the memory is exhausted.
void *arena_alloc(Arena *arena, size_t size);
void arena_free(Arena *arena);

// ---- that fails in one place: who builds something large says once what is to be done where memory ends ------------

// From now on the following give the attempt up instead of giving nothing.
void arena_on_failure(Arena *arena, Attempt *attempt);
_Noreturn void arena_exhausted(Arena *arena); // gives it up for another limit than the arena's
// Room for `count` elements, zeroed.
void *arena_array(Arena *arena, size_t count, size_t size);
// Room for more elements than the *room there are: twice as many and some. They are copied.
void *arena_grow(Arena *arena, const void *elements, uint32_t *room, size_t size);

#endif
