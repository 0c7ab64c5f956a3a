// objects.c - the table of texture and surface objects.
#include "objects.h"
#include "../../../system/grow.h"
#include "../../base/checked.h"
#include "../../base/cuda_errors.h"
#include <stdlib.h>

#define MOST_OBJECTS (1u << 20) // ever
#define MOST_ALIVE (1u << 16)
#define HANDLE_STEP 16u
#define MOST_TEXELS (1u << 30) // of a dimension, so that products stay within 64 bits

// What is left of an object that was destroyed.
static const Texture DESTROYED[2] = {{.destroyed = true}, {.destroyed = true, .description = {.is_surface = true}}};

struct TextureTable {
    const Texture **objects;
    uint32_t count, alive;
};

void *textures_create(Memory *memory) {
    (void)memory;
    return calloc(1, sizeof(TextureTable));
}

static void discard(const Texture *texture) {
    if (!texture->destroyed) free((void *)(uintptr_t)texture);
}

void textures_destroy(void *state) {
    TextureTable *table = state;
    for (uint32_t n = 0; n < table->count; n++) discard(table->objects[n]);
    free(table->objects);
    free(table);
}

static bool format_sensible(const TextureDescription *d) {
    bool channels = d->channels == 1 || d->channels == 2 || d->channels == 4;
    bool is_float = d->kind == TEXEL_FLOAT, normalized = d->kind == TEXEL_SNORM || d->kind == TEXEL_UNORM;
    if (!channels || d->kind >= TEXEL_KIND_COUNT) return false;
    if (d->bits == 10) return d->kind == TEXEL_UNORM && d->channels == 4;
    if (d->bits == 8) return !is_float;
    return d->bits == 16 || (d->bits == 32 && !normalized);
}

static bool shape_sensible(const TextureDescription *d) {
    if (d->width > MOST_TEXELS || d->height > MOST_TEXELS || d->depth > MOST_TEXELS) return false;
    if (d->source == SOURCE_ARRAY && !d->width) return false;
    if (d->source >= SOURCE_COUNT || d->levels < 1 || d->levels > TEXTURE_LEVELS) return false;
    if (d->cube && (d->width != d->height || !d->depth || d->depth % 6 || d->source != SOURCE_ARRAY)) return false;
    if (d->source == SOURCE_LINEAR && (d->height || d->depth || d->levels > 1)) return false;
    return d->source != SOURCE_PITCHED || (!d->depth && d->levels == 1);
}

static bool sampler_sensible(const TextureDescription *d) {
    for (unsigned n = 0; n < 3; n++)
        if (d->mode[n] >= ADDRESS_MODE_COUNT) return false;
    return d->anisotropy <= 16;
}

// Are all texels in one live allocation? A texture of memory that is no array may claim more than there is: its fetches
// are checked one by one.
static bool texels_are_there(const TextureDescription *d, const Memory *memory) {
    if (d->source != SOURCE_ARRAY) return memory_range(memory, d->address, 1) != NULL;
    uint64_t rows = d->height ? d->height : 1, slices = d->depth ? d->depth : 1, bytes;
    uint64_t pitch = (uint64_t)d->width * texture_texel_bytes(d);
    if (!checked_multiply(pitch, rows, &bytes) || !checked_multiply(bytes, slices, &bytes)) return false;
    if (bytes > GLOBAL_SPAN) return false; // each level is at most as large, so that their sum fits into 64 bits
    return memory_range(memory, d->address, texture_bytes(d)) != NULL;
}

static bool reserve_entry(TextureTable *table) {
    if (table->alive == MOST_ALIVE || table->count == MOST_OBJECTS) return false;
    return ARRAY_GROW(table->objects, table->count);
}

int texture_create(void *state, const Memory *memory, const TextureDescription *d, uint64_t *handle) {
    TextureTable *table = state;
    if (!format_sensible(d) || !shape_sensible(d) || !sampler_sensible(d)) return ERROR_INVALID_VALUE;
    if (!texels_are_there(d, memory)) return ERROR_INVALID_VALUE;
    Texture *texture = reserve_entry(table) ? calloc(1, sizeof *texture) : NULL;
    if (!texture) return ERROR_MEMORY;
    texture->description = *d;
    texture->texel_bytes = texture_texel_bytes(d);
    texture->read = texel_reader(d);
    texture->raw = texel_raw_reader(d);
    texture->border = texel_border(d, texture->read);
    texture->raw_border = texel_border(d, texture->raw);
    for (unsigned level = 0; level < d->levels; level++) texture->level[level] = texture_level(d, level);
    *handle = TEXTURE_WINDOW + (uint64_t)HANDLE_STEP * table->count;
    table->objects[table->count++] = texture;
    table->alive++;
    return 0;
}

const Texture *texture_find(const TextureTable *table, uint64_t handle) {
    uint64_t offset = handle - TEXTURE_WINDOW; // wraps for numbers below: then it is past the last
    if (offset % HANDLE_STEP || offset / HANDLE_STEP >= table->count) return NULL;
    return table->objects[offset / HANDLE_STEP];
}

bool texture_destroy(void *state, uint64_t handle, bool is_surface) {
    TextureTable *table = state;
    const Texture *texture = texture_find(table, handle);
    if (!texture || texture->destroyed || (texture->description.is_surface != 0) != is_surface) return false;
    table->objects[(handle - TEXTURE_WINDOW) / HANDLE_STEP] = &DESTROYED[is_surface];
    table->alive--;
    discard(texture);
    return true;
}
