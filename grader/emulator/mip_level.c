// mip_level.c - which levels of a mipmapped array a fetch reads.
//
// The level is given, or follows from how far the coordinates move from pixel to pixel: the base two logarithm of the
// longer of both gradients, in texels. The bias is added, then the result is clamped to what the description allows.
#include "sampler.h"

static double length_in_texels(const Texture *texture, TextureShape shape, const float *const gradient[3],
                               unsigned lane) {
    const TextureLevel *base = &texture->level[0];
    const double size[3] = {base->width, base->height, base->depth};
    double sum = 0;
    for (unsigned n = 0; n < shape.dimensions; n++) {
        double texels = texture->description.normalized ? gradient[n][lane] * size[n] : gradient[n][lane];
        sum += texels * texels;
    }
    return __builtin_sqrt(sum);
}

static double level_of_gradients(const Texture *texture, TextureShape shape, const Coordinates *c, unsigned lane) {
    double x = length_in_texels(texture, shape, c->dx, lane), y = length_in_texels(texture, shape, c->dy, lane);
    return __builtin_ceil(__builtin_log2(x > y ? x : y) * WEIGHT_ONE) / WEIGHT_ONE;
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

// Without a level or gradients it is the first, bias or not.
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
