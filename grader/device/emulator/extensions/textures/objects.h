// objects.h - texture and surface objects: what a handle in a kernel stands for.
//
// An object is a description of texels in global memory (where, how many, of what format) and of how coordinates find
// them. A CUDA array is an allocation like any other: its levels lie one after another, in each its layers (or slices,
// or faces), in each its rows, without gaps; kernels never learn its address. The runtime library computes the same
// places for copies to and from arrays, so the rules are in protocol/textures.h, for both.
//
//   objects.c   the table of objects            sampler.c   fetches of a warp, with coordinates.c, cube_map.c,
//   mip_level.c texel.c     formats                         fetch.c, surface.c   the instructions
//
// Handles are never used again, so that a destroyed object's is known for what it was.
#ifndef TEXTURE_OBJECTS_H
#define TEXTURE_OBJECTS_H

#include "../../../protocol/textures.h"
#include "../extensions.h"

// Four components: floats of formats that are floats or normalized, else 32-bit integers. What a format does not have
// is 0, the fourth 1.
typedef union {
    float f[4];
    uint32_t u[4];
} Texel;
typedef Texel TexelReader(const TextureDescription *description, const uint8_t *bytes);

typedef struct {
    TextureDescription description;
    TextureLevel level[TEXTURE_LEVELS];
    TexelReader *read, *raw; // for a fetch without a filter, and for one with
    Texel border, raw_border;
    uint32_t texel_bytes;
    bool destroyed;
} Texture;

typedef struct TextureTable TextureTable;
void *textures_create(Memory *memory); // a TextureTable; NULL: out of memory
void textures_destroy(void *table);
// 0 and *handle, or a CUDA error: the description makes no sense, or its texels are not within a live allocation.
int texture_create(void *table, const Memory *memory, const TextureDescription *description, uint64_t *handle);
bool texture_destroy(void *table, uint64_t handle, bool is_surface); // false: no live object of that kind
// The object, live or destroyed; NULL: the number is no handle.
const Texture *texture_find(const TextureTable *table, uint64_t handle);

// ---- texel.c --------------------------------------------------------------------------------------------------------
bool texel_is_float(const TextureDescription *description);
TexelReader *texel_reader(const TextureDescription *description);
// For filters: normalized integers stay integers, those of 8 bits without a sign are widened to 16.
TexelReader *texel_raw_reader(const TextureDescription *description);
Texel texel_border(const TextureDescription *description, TexelReader *read);

// ---- sampler.c ------------------------------------------------------------------------------------------------------
typedef struct {
    uint8_t dimensions; // of the coordinates: 1, 2, 3; a cube map's directions have 3
    bool layered, cube;
} TextureShape;

// Of the lanes of a warp, each a row of WARP_LANES values.
typedef struct {
    const float *at[3];         // for sample_indices() the bits of integers
    const int32_t *layer;       // NULL: not layered
    const float *level;         // NULL: not given
    const float *dx[3], *dy[3]; // NULL: no gradients
} Coordinates;

// Where texels come from: the host address of the first one. seen() is told of each texel that has a part in the
// lane's result, and says whether it is there; NULL: nobody asks, and all are.
typedef struct {
    const Texture *texture;
    const uint8_t *bytes;
    bool (*seen)(void *context, unsigned lane, uint64_t offset);
    void *context;
} TexelSource;

// Of the lanes in the mask `lanes`; texels has room for WARP_LANES.
void sample(const TexelSource *source, TextureShape shape, const Coordinates *coordinates, uint32_t lanes,
            Texel *texels);
// Texels by their indices (tex1Dfetch); zeros where there is none.
void sample_indices(const TexelSource *source, TextureShape shape, const Coordinates *coordinates, uint32_t lanes,
                    Texel *texels);
// tld4: one component of the four texels that a linear filter would mix, from lower left against the clock.
void sample_gather(const TexelSource *source, unsigned component, const Coordinates *coordinates, uint32_t lanes,
                   Texel *texels);

#endif
