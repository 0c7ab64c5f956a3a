// workspace.c - large chunks of pages, filled from their beginnings.
#include "workspace.h"
#include "../base/pages.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

#define CHUNK_BYTES ((size_t)16 << 20)
#define KEPT_BYTES ((size_t)128 << 20) // between launches

typedef struct Chunk {
    struct Chunk *next;
    unsigned char *bytes;
    size_t size, used;
} Chunk;

struct Workspace {
    Chunk *chunks; // pieces come from the first one that has enough left
};

Workspace *workspace_create(void) { return calloc(1, sizeof(Workspace)); }

static void chunk_free(Chunk *chunk) {
    pages_unmap(chunk->bytes, chunk->size);
    free(chunk);
}

void workspace_free(Workspace *workspace) {
    for (Chunk *chunk = workspace ? workspace->chunks : NULL, *next; chunk; chunk = next) {
        next = chunk->next;
        chunk_free(chunk);
    }
    free(workspace);
}

void workspace_empty(Workspace *workspace) {
    size_t kept = 0;
    for (Chunk **place = &workspace->chunks; *place;) {
        Chunk *chunk = *place;
        chunk->used = 0;
        kept += chunk->size;
        if (kept <= KEPT_BYTES) {
            place = &chunk->next;
            continue;
        }
        *place = chunk->next;
        chunk_free(chunk);
    }
}

static Chunk *chunk_new(size_t size) {
    Chunk *chunk = malloc(sizeof *chunk);
    if (!chunk) return NULL;
    *chunk = (Chunk){.bytes = pages_map(size), .size = size};
    if (chunk->bytes) return chunk;
    free(chunk);
    return NULL;
}

void *workspace_take(Workspace *workspace, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2) return NULL;
    bytes = (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    Chunk **place = &workspace->chunks;
    while (*place && (*place)->size - (*place)->used < bytes) place = &(*place)->next;
    if (!*place) *place = chunk_new(bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES);
    if (!*place) return NULL;
    void *piece = (*place)->bytes + (*place)->used;
    assert((uintptr_t)piece % ALIGNMENT == 0 && bytes <= (*place)->size - (*place)->used);
    (*place)->used += bytes;
    return piece;
}

void *workspace_take_zeros(Workspace *workspace, size_t count, size_t size) {
    void *piece = workspace_take(workspace, count, size);
    return piece ? memset(piece, 0, count * size) : NULL;
}
