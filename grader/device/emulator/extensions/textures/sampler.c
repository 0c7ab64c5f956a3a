// sampler.c - from coordinates to texels: what a fetch reads, in layers and levels, for the lanes of a warp.
//
// The rules are those of the CUDA Programming Guide (Texture Fetching); what it leaves open is as an H200 has it.
#include "sampler.h"
#include "../../numbers/half.h"

// ---- texels ---------------------------------------------------------------------------------------------------------

Texel sampler_fetch(const TexelSource *source, unsigned lane, const TextureLevel *level, const int32_t at[3],
                    TexelReader *read) {
    const Texture *texture = source->texture;
    if (at[0] < 0 || at[1] < 0 || at[2] < 0) return read == texture->read ? texture->border : texture->raw_border;
    uint64_t offset = level->offset + (uint64_t)at[2] * level->slice + (uint64_t)at[1] * level->pitch +
                      (uint64_t)at[0] * texture->texel_bytes;
    if (source->seen && !source->seen(source->context, lane, offset)) return (Texel){.u = {0}};
    return read(&texture->description, source->bytes + offset);
}

// A texel without weight is not read.
static void quad_fetch(const TexelSource *source, unsigned lane, const TextureLevel *level, const Axis axis[2],
                       int32_t slice, Quad *quad) {
    for (unsigned n = 0; n < 4; n++) {
        const int32_t at[3] = {axis[0].texel[n & 1], axis[1].texel[n >> 1], slice};
        quad->texel[n] = quad->weight[n] ? sampler_fetch(source, lane, level, at, source->texture->raw) : (Texel){{0}};
    }
}

unsigned quads_gather(const TexelSource *source, unsigned lane, const TextureLevel *level, const Axis axis[3],
                      unsigned dimensions, uint32_t whole, Quad *quads) {
    uint32_t behind = dimensions == 3 ? (whole * axis[2].weight + WEIGHT_ONE / 2) / WEIGHT_ONE : 0;
    const uint32_t shares[2] = {whole - behind, behind};
    unsigned count = 0;
    for (unsigned n = 0; n < 2; n++) {
        if (!shares[n]) continue;
        quad_weigh(&quads[count], shares[n], axis[0].weight, axis[1].weight);
        quad_fetch(source, lane, level, axis, axis[2].texel[n], &quads[count++]);
    }
    return count;
}

int32_t layer_inside(int32_t layer, uint32_t count) {
    uint32_t wanted = (uint32_t)layer;
    return (int32_t)(wanted < count ? wanted : count - 1);
}

// ---- fetches --------------------------------------------------------------------------------------------------------

typedef Axis Axes[3][WARP_LANES];

// A linear filter samples a texture of one dimension as a plane's first row, at y = 0: half of what it mixes lies above
// that row, which is the border's color if y has border mode.
static unsigned axes_of_level(const TextureDescription *d, const TextureLevel *level, const Coordinates *c,
                              unsigned dimensions, uint32_t lanes, Axes axes) {
    static const float origin[WARP_LANES];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    bool half = dimensions == 1 && d->linear && !c->layer && d->mode[1] == ADDRESS_BORDER;
    unsigned found = half ? 2 : dimensions;
    for (unsigned k = 0; k < found; k++) axes_find(d, k, size[k], k < dimensions ? c->at[k] : origin, lanes, axes[k]);
    return found;
}

static Quad quad_of_one(Texel texel, uint32_t whole) { return (Quad){{texel}, {whole}}; }

static void axis_of_lane(const TextureLevel *level, const Coordinates *c, Axes axes, unsigned dimensions, unsigned lane,
                         Axis axis[3]) {
    axis[0] = axes[0][lane];
    for (unsigned k = 1; k < 3; k++) axis[k] = k < dimensions ? axes[k][lane] : (Axis){{0, 0}, 0};
    if (c->layer) axis[2].texel[0] = layer_inside(c->layer[lane], level->depth);
}

static Texel texel_of(const TexelSource *source, unsigned lane, const TextureLevel *level, const Axis axis[3],
                      TexelReader *read) {
    const int32_t at[3] = {axis[0].texel[0], axis[1].texel[0], axis[2].texel[0]};
    return sampler_fetch(source, lane, level, at, read);
}

static void sample_plane(const TexelSource *source, unsigned dimensions, const Coordinates *c, uint32_t lanes,
                         Texel *texels) {
    const TextureDescription *d = &source->texture->description;
    const TextureLevel *level = &source->texture->level[0];
    Axes axes = {0};
    unsigned found = axes_of_level(d, level, c, dimensions, lanes, axes);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        Axis axis[3];
        Quad quads[2];
        axis_of_lane(level, c, axes, found, lane, axis);
        texels[lane] = d->linear
                           ? quads_mix(d, quads, quads_gather(source, lane, level, axis, found, WEIGHT_ONE, quads))
                           : texel_of(source, lane, level, axis, source->texture->read);
    }
}

// ---- levels and cube maps: lane by lane -----------------------------------------------------------------------------

// What one level has in a mixture.
static unsigned level_gather(const TexelSource *source, unsigned n, TextureShape shape, const Coordinates *c,
                             unsigned lane, uint32_t whole, Quad *quads) {
    const TextureDescription *d = &source->texture->description;
    const TextureLevel *level = &source->texture->level[n];
    Axes axes = {0};
    Axis axis[3];
    if (!whole) return 0;
    if (shape.cube && d->linear) return cube_gather(source, level, c, lane, whole, quads);
    if (shape.cube) {
        quads[0] = quad_of_one(cube_texel(source, level, c, lane, source->texture->raw), whole);
        return 1;
    }
    unsigned found = axes_of_level(d, level, c, shape.dimensions, 1u << lane, axes);
    axis_of_lane(level, c, axes, found, lane, axis);
    if (d->linear) return quads_gather(source, lane, level, axis, found, whole, quads);
    quads[0] = quad_of_one(texel_of(source, lane, level, axis, source->texture->raw), whole);
    return 1;
}

static Texel level_texel(const TexelSource *source, unsigned n, TextureShape shape, const Coordinates *c,
                         unsigned lane) {
    const TextureLevel *level = &source->texture->level[n];
    Axes axes = {0};
    Axis axis[3];
    if (shape.cube) return cube_texel(source, level, c, lane, source->texture->read);
    unsigned found = axes_of_level(&source->texture->description, level, c, shape.dimensions, 1u << lane, axes);
    axis_of_lane(level, c, axes, found, lane, axis);
    return texel_of(source, lane, level, axis, source->texture->read);
}

static Texel sample_levels(const TexelSource *source, TextureShape shape, const Coordinates *c, unsigned lane) {
    const TextureDescription *d = &source->texture->description;
    MipLevel level = mip_level(source->texture, shape, c, lane);
    Quad quads[MOST_QUADS];
    if (!d->linear && (!level.weight || !texel_is_float(d))) return level_texel(source, level.first, shape, c, lane);
    unsigned count = level_gather(source, level.first, shape, c, lane, WEIGHT_ONE - level.weight, quads);
    count += level_gather(source, level.first + 1, shape, c, lane, level.weight, quads + count);
    return quads_mix(d, quads, count);
}

void sample(const TexelSource *source, TextureShape shape, const Coordinates *c, uint32_t lanes, Texel *texels) {
    if (source->texture->description.levels == 1 && !shape.cube) {
        sample_plane(source, shape.dimensions, c, lanes, texels);
        return;
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        texels[lane] = sample_levels(source, shape, c, lane);
    }
}

// ---- fetches by index, gathers --------------------------------------------------------------------------------------

static Texel indexed(const TexelSource *source, TextureShape shape, const Coordinates *c, unsigned lane) {
    const TextureLevel *level = &source->texture->level[0];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    int32_t at[3] = {0};
    for (unsigned n = 0; n < shape.dimensions; n++) {
        uint32_t index = float_bits(c->at[n][lane]);
        if (index >= size[n]) return (Texel){.u = {0}};
        at[n] = (int32_t)index;
    }
    if (c->layer) at[2] = layer_inside(c->layer[lane], level->depth);
    return sampler_fetch(source, lane, level, at, source->texture->read);
}

void sample_indices(const TexelSource *source, TextureShape shape, const Coordinates *c, uint32_t lanes,
                    Texel *texels) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        texels[lane] = indexed(source, shape, c, lane);
    }
}

void sample_gather(const TexelSource *source, unsigned component, const Coordinates *c, uint32_t lanes, Texel *texels) {
    static const uint8_t RIGHT[4] = {0, 1, 1, 0}, BELOW[4] = {1, 1, 0, 0};
    TextureDescription d = source->texture->description;
    const TextureLevel *level = &source->texture->level[0];
    Axis x[WARP_LANES], y[WARP_LANES];
    d.linear = true;
    axes_find(&d, 0, level->width, c->at[0], lanes, x);
    axes_find(&d, 1, level->height, c->at[1], lanes, y);
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        for (unsigned n = 0; n < 4; n++) {
            const int32_t at[3] = {x[lane].texel[RIGHT[n]], y[lane].texel[BELOW[n]], 0};
            texels[lane].u[n] = sampler_fetch(source, lane, level, at, source->texture->read).u[component];
        }
    }
}
