// sampler.c - from coordinates to texels: addressing, and the filter's weighted sums.
//
// The rules are those of the CUDA Programming Guide (Texture Fetching). A linear filter reads the two texels around
// x - 0.5 of each dimension; the second one's weight is the fraction, kept in 8 bits. A texel without weight is not
// read.
#include "half.h"
#include "texture.h"

#define WEIGHT_ONE 256 // weights are in 1/256
#define FARTHEST 0x1p30

// One dimension of a fetch: two neighbouring texels and the weight of the second; without a filter there is one.
typedef struct {
    int32_t texel[2]; // -1: beyond the border
    uint32_t weight;
} Axis;

static AddressMode mode_of(const TextureDescription *d, unsigned dimension) {
    AddressMode mode = (AddressMode)d->mode[dimension];
    bool needs_unit = mode == ADDRESS_WRAP || mode == ADDRESS_MIRROR;
    return needs_unit && !d->normalized ? ADDRESS_CLAMP : mode;
}

// The coordinate in texels, wrapped or mirrored into the texture.
static double in_texels(const TextureDescription *d, AddressMode mode, float coordinate, uint32_t size) {
    double x = coordinate, whole = __builtin_floor(x);
    if (!d->normalized) return x;
    if (mode == ADDRESS_WRAP) x -= whole;
    if (mode == ADDRESS_MIRROR) x = (int64_t)whole & 1 ? 1 - (x - whole) : x - whole;
    return x * size;
}

static int32_t texel_at(AddressMode mode, int32_t texel, int32_t size) {
    if (texel >= 0 && texel < size) return texel;
    if (mode == ADDRESS_BORDER) return -1;
    if (mode == ADDRESS_WRAP) return texel < 0 ? size - 1 : 0;
    return texel < 0 ? 0 : size - 1;
}

static double bounded(double x) { return x > -FARTHEST ? (x < FARTHEST ? x : FARTHEST) : -FARTHEST; }

static Axis axis_raw(const TextureDescription *d, double x) {
    if (!d->linear) return (Axis){.texel = {(int32_t)__builtin_floor(bounded(x))}};
    int64_t fixed = (int64_t)__builtin_floor(bounded(x - 0.5) * WEIGHT_ONE + 0.5);
    int32_t first = (int32_t)(fixed >> 8);
    return (Axis){{first, first + 1}, (uint32_t)(fixed & (WEIGHT_ONE - 1))};
}

static Axis axis_find(const TextureDescription *d, unsigned dimension, float coordinate, uint32_t size) {
    AddressMode mode = mode_of(d, dimension);
    Axis axis = axis_raw(d, in_texels(d, mode, coordinate, size));
    for (unsigned n = 0; n < 2; n++) axis.texel[n] = texel_at(mode, axis.texel[n], (int32_t)size);
    return axis;
}

// ---- texels ---------------------------------------------------------------------------------------------------------

static Texel texel_at_offset(const TexelSource *source, uint64_t offset) {
    if (source->seen && !source->seen(source->context, offset)) return (Texel){.u = {0}};
    return source->texture->read(&source->texture->description, source->bytes + offset);
}

static Texel fetch(const TexelSource *source, const TextureLevel *level, int32_t x, int32_t y, int32_t z) {
    if (x < 0 || y < 0 || z < 0) return texel_border(&source->texture->description);
    return texel_at_offset(source, level->offset + (uint64_t)z * level->slice + (uint64_t)y * level->pitch +
                                       (uint64_t)x * source->texture->texel_bytes);
}

static void accumulate(double sum[4], Texel texel, double weight) {
    for (unsigned n = 0; n < 4; n++) sum[n] += weight * texel.f[n];
}

static Texel rounded(const double sum[4]) {
    Texel texel;
    for (unsigned n = 0; n < 4; n++) texel.f[n] = (float)sum[n];
    return texel;
}

// The corners of the cell that the first axes span, each with the product of its weights.
static Texel mix(const TexelSource *source, const TextureLevel *level, const Axis axis[3], unsigned dimensions) {
    double sum[4] = {0};
    for (unsigned corner = 0; corner < 1u << dimensions; corner++) {
        double weight = 1;
        int32_t at[3] = {axis[0].texel[0], axis[1].texel[0], axis[2].texel[0]};
        for (unsigned n = 0; n < dimensions; n++) {
            bool second = corner >> n & 1;
            at[n] = axis[n].texel[second];
            weight *= (second ? axis[n].weight : WEIGHT_ONE - axis[n].weight) / (double)WEIGHT_ONE;
        }
        if (weight > 0) accumulate(sum, fetch(source, level, at[0], at[1], at[2]), weight);
    }
    return rounded(sum);
}

static int32_t layer_of(const TextureLevel *level, const TextureDescription *d, int32_t layer) {
    int32_t count = (int32_t)level->depth / (d->cube ? 6 : 1);
    return layer < 0 ? 0 : layer >= count ? count - 1 : layer;
}

// ---- cube maps ------------------------------------------------------------------------------------------------------

// A texel over the edge is the neighbouring face's; over a corner, the mean of the three that meet there.
static Texel fetch_face(const TexelSource *source, const TextureLevel *level, int32_t first, unsigned face, int32_t x,
                        int32_t y) {
    int32_t last = (int32_t)level->width - 1;
    unsigned at = face;
    if (cube_texel(&at, &x, &y, last + 1)) return fetch(source, level, x, y, first + (int32_t)at);
    double sum[4] = {0};
    int32_t inner_x = x < 0 ? 0 : last, inner_y = y < 0 ? 0 : last;
    accumulate(sum, fetch(source, level, inner_x, inner_y, first + (int32_t)face), 1.0 / 3);
    accumulate(sum, fetch_face(source, level, first, face, x, inner_y), 1.0 / 3);
    accumulate(sum, fetch_face(source, level, first, face, inner_x, y), 1.0 / 3);
    return rounded(sum);
}

static Texel mix_faces(const TexelSource *source, const TextureLevel *level, int32_t first, CubePoint point) {
    Axis x = axis_raw(&source->texture->description, (double)point.s * level->width);
    Axis y = axis_raw(&source->texture->description, (double)point.t * level->width);
    double sum[4] = {0};
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned right = corner & 1, below = corner >> 1;
        double weight = (right ? x.weight : WEIGHT_ONE - x.weight) / (double)WEIGHT_ONE *
                        (below ? y.weight : WEIGHT_ONE - y.weight) / (double)WEIGHT_ONE;
        if (weight > 0)
            accumulate(sum, fetch_face(source, level, first, point.face, x.texel[right], y.texel[below]), weight);
    }
    return rounded(sum);
}

static Texel sample_cube(const TexelSource *source, const TextureLevel *level, TextureShape shape,
                         const Coordinates *c) {
    const TextureDescription *d = &source->texture->description;
    CubePoint point = cube_point(c->at);
    int32_t first = 6 * (shape.layered ? layer_of(level, d, c->layer) : 0);
    if (d->linear && d->seamless) return mix_faces(source, level, first, point);
    int32_t slice = first + (int32_t)point.face;
    Axis axis[3] = {axis_find(d, 0, point.s, level->width), axis_find(d, 1, point.t, level->height), {{slice}, 0}};
    return d->linear ? mix(source, level, axis, 2) : fetch(source, level, axis[0].texel[0], axis[1].texel[0], slice);
}

// ---- fetches --------------------------------------------------------------------------------------------------------

static Texel sample_level(const TexelSource *source, unsigned n, TextureShape shape, const Coordinates *c) {
    const TextureDescription *d = &source->texture->description;
    const TextureLevel *level = &source->texture->level[n];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    Axis axis[3] = {{{0}, 0}, {{0}, 0}, {{0}, 0}};
    if (shape.cube) return sample_cube(source, level, shape, c);
    for (unsigned k = 0; k < shape.dimensions; k++) axis[k] = axis_find(d, k, c->at[k], size[k]);
    if (shape.layered) axis[2].texel[0] = layer_of(level, d, c->layer);
    return d->linear ? mix(source, level, axis, shape.dimensions)
                     : fetch(source, level, axis[0].texel[0], axis[1].texel[0], axis[2].texel[0]);
}

Texel sample(const TexelSource *source, TextureShape shape, const Coordinates *c) {
    MipLevel level = mip_level(source->texture, shape, c);
    Texel first = sample_level(source, level.first, shape, c);
    if (!level.weight || !texel_is_float(&source->texture->description)) return first;
    double sum[4] = {0}, weight = level.weight / (double)WEIGHT_ONE;
    accumulate(sum, first, 1 - weight);
    accumulate(sum, sample_level(source, level.first + 1, shape, c), weight);
    return rounded(sum);
}

Texel sample_texel(const TexelSource *source, TextureShape shape, const int32_t index[3], int32_t layer) {
    const TextureLevel *level = &source->texture->level[0];
    const uint32_t size[3] = {level->width, level->height, level->depth};
    int32_t at[3] = {0};
    for (unsigned n = 0; n < shape.dimensions; n++) {
        if (index[n] < 0 || (uint32_t)index[n] >= size[n]) return (Texel){.u = {0}};
        at[n] = index[n];
    }
    if (shape.layered) at[2] = layer_of(level, &source->texture->description, layer);
    return fetch(source, level, at[0], at[1], at[2]);
}

Texel sample_gather(const TexelSource *source, const Coordinates *c, unsigned component) {
    TextureDescription d = source->texture->description;
    const TextureLevel *level = &source->texture->level[0];
    d.linear = true;
    Axis x = axis_find(&d, 0, c->at[0], level->width), y = axis_find(&d, 1, c->at[1], level->height);
    static const uint8_t RIGHT[4] = {0, 1, 1, 0}, BELOW[4] = {1, 1, 0, 0};
    Texel gathered;
    for (unsigned n = 0; n < 4; n++)
        gathered.u[n] = fetch(source, level, x.texel[RIGHT[n]], y.texel[BELOW[n]], 0).u[component];
    return gathered;
}
