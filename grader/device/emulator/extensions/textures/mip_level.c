// mip_level.c - which levels of a mipmapped array a fetch reads.
//
// The level is given, or follows from how far the coordinates move from pixel to pixel, in texels. The bias is added,
// then the result is clamped to what the description allows. An H200 approximates lengths and logarithms, nearly so:
//
// - A gradient's length is its largest component and 11/32 of the next, 1/4 of the last. Of two gradients the longer
//   one counts, or 11/16 of their sum or difference. All of these are cut off nine bits below the largest component.
// - A length's logarithm has eight bits and is taken of eight bits; it is a little more than the true one.
#include "sampler.h"

#define LENGTH_BITS 9

typedef struct {
    double x, y, z;
} Gradient;

static double cut(double value, double unit) { return __builtin_floor(value / unit) * unit; }
static double larger(double a, double b) { return a > b ? a : b; }

static double largest(Gradient g) {
    return larger(larger(__builtin_fabs(g.x), __builtin_fabs(g.y)), __builtin_fabs(g.z));
}

static double length_of(Gradient g, double unit) {
    double x = __builtin_fabs(g.x), y = __builtin_fabs(g.y), z = __builtin_fabs(g.z), most = largest(g);
    double least = x < y ? (x < z ? x : z) : y < z ? y : z, middle = x + y + z - most - least;
    return cut(most, unit) + cut(middle * 11 / 32, unit) + cut(least / 4, unit);
}

static double longest(Gradient a, Gradient b) {
    double most = larger(largest(a), largest(b));
    if (!(most > 0) || most > 1e30) return most;
    double unit = __builtin_ldexp(1, __builtin_ilogb(most) - LENGTH_BITS);
    Gradient sum = {a.x + b.x, a.y + b.y, a.z + b.z}, difference = {a.x - b.x, a.y - b.y, a.z - b.z};
    double both = larger(length_of(sum, unit), length_of(difference, unit));
    return larger(larger(length_of(a, unit), length_of(b, unit)), cut(both * 11 / 16, unit));
}

static double logarithm(double length) {
    if (!(length > 0) || length > 1e30) return length > 0 ? TEXTURE_LEVELS : -TEXTURE_LEVELS;
    int whole = __builtin_ilogb(length);
    double fraction = cut(__builtin_ldexp(length, -whole) - 1, 1.0 / WEIGHT_ONE);
    if (fraction == 0) return whole;
    return whole + __builtin_floor(__builtin_log2(1 + fraction) * WEIGHT_ONE + 1.1036 - 0.289 * fraction) / WEIGHT_ONE;
}

static Gradient in_texels(const Texture *texture, TextureShape shape, const float *const gradient[3], unsigned lane) {
    const TextureLevel *base = &texture->level[0];
    const double size[3] = {base->width, base->height, base->depth};
    double texels[3] = {0};
    for (unsigned n = 0; n < shape.dimensions; n++)
        texels[n] = texture->description.normalized ? gradient[n][lane] * size[n] : gradient[n][lane];
    return (Gradient){texels[0], texels[1], texels[2]};
}

static Gradient in_face(const Texture *texture, const Coordinates *c, const float *const gradient[3], unsigned lane) {
    const float direction[3] = {c->at[0][lane], c->at[1][lane], c->at[2][lane]};
    const float by[3] = {gradient[0][lane], gradient[1][lane], gradient[2][lane]};
    double slope[2], size = texture->level[0].width;
    cube_slope(direction, by, slope);
    return (Gradient){slope[0] * size, slope[1] * size, 0};
}

static double level_of_gradients(const Texture *texture, TextureShape shape, const Coordinates *c, unsigned lane) {
    if (shape.cube) return logarithm(longest(in_face(texture, c, c->dx, lane), in_face(texture, c, c->dy, lane)));
    return logarithm(longest(in_texels(texture, shape, c->dx, lane), in_texels(texture, shape, c->dy, lane)));
}

// Levels are counted in 256ths, and what is beyond them is cut off.
static int32_t in_256ths(double level) {
    return level > -TEXTURE_LEVELS
               ? level < TEXTURE_LEVELS ? (int32_t)(level * WEIGHT_ONE) : TEXTURE_LEVELS * WEIGHT_ONE
               : -TEXTURE_LEVELS * WEIGHT_ONE;
}

static int32_t clamped(int32_t value, int32_t least, int32_t most) {
    return value > least ? (value < most ? value : most) : least;
}

// An access without a level or gradients starts from the first level; the texture's bias does not apply.
MipLevel mip_level(const Texture *texture, TextureShape shape, const Coordinates *c, unsigned lane) {
    const TextureDescription *d = &texture->description;
    if (d->levels == 1) return (MipLevel){0, 0};
    int32_t level = 0;
    if (c->dx[0]) level = in_256ths(level_of_gradients(texture, shape, c, lane)) + in_256ths(d->level_bias);
    else if (c->level) level = in_256ths(c->level[lane]) + in_256ths(d->level_bias);
    level = clamped(level, in_256ths(d->level_least), in_256ths(d->level_most));
    level = clamped(level, 0, (d->levels - 1) * WEIGHT_ONE);
    if (!d->level_linear) return (MipLevel){(uint32_t)(level + WEIGHT_ONE / 2) / WEIGHT_ONE, 0};
    return (MipLevel){(uint32_t)level / WEIGHT_ONE, (uint32_t)level % WEIGHT_ONE};
}
