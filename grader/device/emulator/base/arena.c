// arena.c - memory that is given out piece by piece and freed all at once.
#include "arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, CHUNK_BYTES = 64 << 10 };

typedef struct Chunk {
    struct Chunk *next;
    size_t used, size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} Chunk;
_Static_assert(ALIGNMENT >= _Alignof(max_align_t) && (ALIGNMENT & (ALIGNMENT - 1)) == 0, "pieces suit any type");
_Static_assert(offsetof(Chunk, bytes) % ALIGNMENT == 0 && CHUNK_BYTES % ALIGNMENT == 0, "so does the first one");

struct Arena {
    Chunk *chunks; // small pieces come from the first one
    size_t left;
    Attempt *attempt; // given up when there is no memory
};

Arena *arena_new(size_t limit) {
    Arena *arena = calloc(1, sizeof *arena);
    if (arena) arena->left = limit;
    return arena;
}

static Chunk *chunk_new(Arena *arena, size_t size) {
    if (size > arena->left) return NULL;
    Chunk *chunk = calloc(1, sizeof *chunk + size); // large ones cost no memory until they are touched
    if (!chunk) return NULL;
    chunk->size = size;
    arena->left -= size;
    return chunk;
}

// A piece too large to share a chunk gets its own, after the one that still has room.
static void *alloc_alone(Arena *arena, size_t size) {
    assert(size > CHUNK_BYTES / 4);
    Chunk *chunk = chunk_new(arena, size);
    if (!chunk) return NULL;
    chunk->used = size;
    Chunk **place = arena->chunks ? &arena->chunks->next : &arena->chunks;
    chunk->next = *place;
    *place = chunk;
    return chunk->bytes;
}

void *arena_alloc(Arena *arena, size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > CHUNK_BYTES / 4) return alloc_alone(arena, size);
    Chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        chunk = chunk_new(arena, CHUNK_BYTES);
        if (!chunk) return NULL;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    assert(chunk->used % ALIGNMENT == 0 && size <= chunk->size - chunk->used);
    void *piece = chunk->bytes + chunk->used;
    chunk->used += size;
    return piece;
}

void arena_free(Arena *arena) {
    if (!arena) return;
    for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

void arena_on_failure(Arena *arena, Attempt *attempt) { arena->attempt = attempt; }

void arena_exhausted(Arena *arena) {
    assert(arena->attempt);
    attempt_give_up(arena->attempt);
}

void *arena_array(Arena *arena, size_t count, size_t size) {
    size_t bytes;
    void *elements = __builtin_mul_overflow(count, size, &bytes) ? NULL : arena_alloc(arena, bytes ? bytes : 1);
    if (!elements) arena_exhausted(arena);
    return elements;
}

void *arena_grow(Arena *arena, const void *elements, uint32_t *room, size_t size) {
    uint32_t before = *room;
    *room = 2 * before + 16;
    assert(*room > before);
    void *more = arena_array(arena, *room, size);
    if (before) memcpy(more, elements, before * size);
    return more;
}
