// arena.c - memory that lives as long as its unit, and texts that are there once.
#include "front.h"
#include <stdarg.h>
#include <stdlib.h>

enum { CHUNK = 256 * 1024 };

typedef struct Chunk {
    struct Chunk *next;
    size_t used, size;
    _Alignas(16) char bytes[];
} Chunk;

struct Arena {
    Chunk *chunks;
    uint64_t used, limit;
};

CudaArena *cuda_arena_new(uint64_t limit) {
    CudaArena *arena = calloc(1, sizeof *arena);
    if (!arena) abort();
    arena->limit = limit;
    return arena;
}

// Never fails within reason: whoever allocates in a loop asks cuda_arena_is_full(), which every token read does.
void *cuda_arena_alloc(CudaArena *arena, size_t size) {
    size = (size + 15) / 16 * 16;
    Chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;
        chunk = calloc(1, sizeof *chunk + room);
        if (!chunk) abort();
        chunk->size = room;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *memory = chunk->bytes + chunk->used;
    chunk->used += size;
    arena->used += size;
    return memory;
}

bool cuda_arena_is_full(const CudaArena *arena) { return arena->used > arena->limit; }

void cuda_arena_free(CudaArena *arena) {
    for (Chunk *chunk = arena->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    free(arena);
}

void *unit_alloc(Unit *unit, size_t size) { return cuda_arena_alloc(unit->arena, size); }
void *front_alloc(Front *front, size_t size) { return cuda_arena_alloc(front->unit->arena, size); }

// Arrays grow when their count is a power of two, so no array needs to remember its room.
void *front_grow(Front *front, void *elements, size_t count, size_t size) {
    if (count & (count - 1)) return elements;
    void *larger = front_alloc(front, (count ? 2 * count : 1) * size);
    if (count) memcpy(larger, elements, count * size);
    return larger;
}

const char *unit_format(Unit *unit, const char *format, ...) {
    va_list arguments;
    char text[1024];
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    char *copy = unit_alloc(unit, size + 1);
    memcpy(copy, text, size);
    return copy;
}

// ---- interned texts -------------------------------------------------------------------------------------------

struct Interned {
    const char **table;
    size_t size, count;
};

static uint32_t hash_text(const char *text, size_t length) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    return hash;
}

static const char **place_of(const char **table, size_t size, const char *text, size_t length) {
    size_t at = hash_text(text, length) & (size - 1);
    while (table[at] && (strncmp(table[at], text, length) || table[at][length])) at = (at + 1) & (size - 1);
    return &table[at];
}

static void interned_grow(Front *front, struct Interned *interned) {
    size_t size = interned->size ? 2 * interned->size : 4096;
    const char **table = front_alloc(front, size * sizeof *table);
    for (size_t i = 0; i < interned->size; i++) {
        const char *text = interned->table[i];
        if (text) *place_of(table, size, text, strlen(text)) = text;
    }
    interned->table = table;
    interned->size = size;
}

const char *intern(Front *front, const char *text, size_t length) {
    if (!front->interned) front->interned = front_alloc(front, sizeof *front->interned);
    struct Interned *interned = front->interned;
    if (2 * interned->count >= interned->size) interned_grow(front, interned);
    const char **place = place_of(interned->table, interned->size, text, length);
    if (*place) return *place;
    char *copy = front_alloc(front, length + 1);
    memcpy(copy, text, length);
    interned->count++;
    return *place = copy;
}

const char *intern_text(Front *front, const char *text) { return intern(front, text, strlen(text)); }
