// textures.h - a texture or surface object as the runtime library describes it, and where the texels of an array are.
#ifndef PROTOCOL_TEXTURES_H
#define PROTOCOL_TEXTURES_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT, TEXEL_SNORM, TEXEL_UNORM, TEXEL_KIND_COUNT } TexelKind;
typedef enum { ADDRESS_WRAP, ADDRESS_CLAMP, ADDRESS_MIRROR, ADDRESS_BORDER, ADDRESS_MODE_COUNT } AddressMode;
typedef enum { SOURCE_ARRAY, SOURCE_LINEAR, SOURCE_PITCHED, SOURCE_COUNT } TextureSource;

#define TEXTURE_LEVELS 18                // of an array 131072 texels wide
#define TEXTURE_WINDOW 0x140000000000ull // handles begin here

// Comes through the channel from the runtime library: plain numbers, untrusted until texture_create() has checked them.
typedef struct {
    uint64_t address;              // of the first texel
    uint32_t width, height, depth; // 0: no such dimension. Of layered arrays and cube maps depth counts layers, faces
    uint32_t pitch;                // SOURCE_PITCHED: bytes from row to row
    uint8_t source;                // TextureSource
    uint8_t layered, cube, levels; // levels of a mipmapped array, else 1
    uint8_t kind, bits, channels;  // TexelKind; bits of a channel: 8, 16, 32, or 10 for three of 10 bits and one of 2
    uint8_t is_surface;
    // Of textures only:
    uint8_t mode[3]; // AddressMode of x, y, z
    uint8_t linear, level_linear, normalized, srgb, seamless, anisotropy;
    float border[4], level_bias, level_least, level_most;
} TextureDescription;

static inline uint32_t texture_texel_bytes(const TextureDescription *d) {
    return d->bits == 10 ? 4 : (uint32_t)(d->bits / 8 * d->channels);
}
static inline uint32_t texture_at_level(uint32_t size, unsigned level) { return size >> level ? size >> level : 1; }

// One level's extent in texels (1 where there is no such dimension), and where it begins.
typedef struct {
    uint32_t width, height, depth;
    uint64_t pitch, slice, offset; // bytes
} TextureLevel;
static inline TextureLevel texture_level(const TextureDescription *d, unsigned level) {
    bool slices_stay = d->layered || d->cube;
    TextureLevel found = {0};
    for (unsigned n = 0; n <= level; n++) {
        found.offset += found.slice * found.depth;
        found.width = texture_at_level(d->width, n);
        found.height = texture_at_level(d->height, n);
        found.depth = slices_stay ? d->depth : texture_at_level(d->depth, n);
        found.pitch = d->source == SOURCE_PITCHED ? d->pitch : (uint64_t)found.width * texture_texel_bytes(d);
        found.slice = found.pitch * found.height;
    }
    return found;
}
// Bytes of an array.
static inline uint64_t texture_bytes(const TextureDescription *d) {
    TextureLevel last = texture_level(d, d->levels - 1u);
    return last.offset + last.slice * last.depth;
}

#endif
