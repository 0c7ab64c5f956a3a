// mip_level.c - which levels of a mipmapped array a fetch reads.
//
// The level is given, or follows from how far the coordinates move from pixel to pixel: the base two logarithm of the
// longer of both gradients, in texels. The bias is added, then the result is clamped to what the description allows.
#include "texture.h"

static double length_in_texels(const Texture *texture, TextureShape shape, const float gradient[3]) {
    const TextureLevel *base = &texture->level[0];
    const double size[3] = {base->width, base->height, base->depth};
    double sum = 0;
    for (unsigned n = 0; n < shape.dimensions; n++) {
        double texels = texture->description.normalized ? gradient[n] * size[n] : gradient[n];
        sum += texels * texels;
    }
    return __builtin_sqrt(sum);
}

static double level_of_gradients(const Texture *texture, TextureShape shape, const Coordinates *c) {
    double x = length_in_texels(texture, shape, c->dx), y = length_in_texels(texture, shape, c->dy);
    return __builtin_log2(x > y ? x : y);
}

static double clamped(double value, double least, double most) {
    return value > least ? (value < most ? value : most) : least; // not a number: the least
}

MipLevel mip_level(const Texture *texture, TextureShape shape, const Coordinates *c) {
    const TextureDescription *d = &texture->description;
    if (d->levels == 1) return (MipLevel){0, 0};
    double level = c->is_gradient ? level_of_gradients(texture, shape, c) : c->is_level ? c->level : 0;
    level = clamped(level + d->level_bias, d->level_least, d->level_most);
    level = clamped(level, 0, d->levels - 1.0);
    uint32_t fixed = (uint32_t)__builtin_floor(level * 256 + 0.5);
    if (!d->level_linear) return (MipLevel){(fixed + 127) / 256, 0};
    return (MipLevel){fixed / 256, fixed % 256};
}
