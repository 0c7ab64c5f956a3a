// coordinates.c - from coordinates to texels and weights, one dimension at a time, for the lanes of a warp together.
//
// A coordinate from 0 to 1 is cut off after 21 bits; what follows is exact. A linear filter reads the two texels around
// x - 0.5; the second one's weight is the fraction, rounded to 8 bits, ties upwards.
#include "sampler.h"

#define FARTHEST 0x1p24 // farther than any texel, wrapped or not

typedef struct {
    AddressMode mode;
    bool normalized, linear;
    int32_t size;
} Addressing;

// Clamped to where no texel is; subnormal numbers and NaNs are zero.
static double bounded(double x) {
    if (!(__builtin_fabs(x) >= 0x1p-126)) return 0;
    return x > -FARTHEST ? (x < FARTHEST ? x : FARTHEST) : -FARTHEST;
}

static int64_t unit_of(float coordinate) { return (int64_t)__builtin_floor(bounded(coordinate) * (1 << UNIT_BITS)); }

// Whether the coordinate is in a mirrored repetition of the texture.
static bool is_mirrored(const Addressing *a, float coordinate) {
    return a->mode == ADDRESS_MIRROR && unit_of(coordinate) >> UNIT_BITS & 1;
}

// The coordinate in texels, in 1/2^UNIT_BITS, from the start of the texture that it is in.
static int64_t in_texels(const Addressing *a, float coordinate) {
    int64_t unit = unit_of(coordinate);
    if (a->mode == ADDRESS_WRAP || a->mode == ADDRESS_MIRROR) unit &= (1 << UNIT_BITS) - 1;
    return unit * a->size;
}

static int64_t whole_texel(const Addressing *a, float coordinate) {
    return a->normalized ? in_texels(a, coordinate) >> UNIT_BITS : (int64_t)__builtin_floor(bounded(coordinate));
}

static int64_t in_256ths(const Addressing *a, float coordinate) {
    const int shift = UNIT_BITS - 8;
    if (a->normalized) return (in_texels(a, coordinate) + (1 << (shift - 1))) >> shift;
    return (int64_t)__builtin_floor(bounded(coordinate) * WEIGHT_ONE + 0.5);
}

static int32_t texel_at(const Addressing *a, int64_t texel) {
    if (texel >= 0 && texel < a->size) return (int32_t)texel;
    if (a->mode == ADDRESS_BORDER) return -1;
    if (a->mode == ADDRESS_WRAP) return texel < 0 ? a->size - 1 : 0;
    return texel < 0 ? 0 : a->size - 1;
}

static Axis axis_forwards(const Addressing *a, float coordinate) {
    if (!a->linear) return (Axis){{texel_at(a, whole_texel(a, coordinate)), 0}, 0};
    int64_t place = in_256ths(a, coordinate) - WEIGHT_ONE / 2, first = place >> 8;
    Axis axis = {{texel_at(a, first), texel_at(a, first + 1)}, (uint32_t)(place & (WEIGHT_ONE - 1))};
    if (a->mode == ADDRESS_CLAMP && axis.texel[0] == axis.texel[1]) axis.weight = 0;
    return axis;
}

static Axis axis_find(const Addressing *a, float coordinate) {
    Axis axis = axis_forwards(a, coordinate);
    if (is_mirrored(a, coordinate))
        for (unsigned n = 0; n < 2; n++) axis.texel[n] = a->size - 1 - axis.texel[n];
    return axis;
}

void axes_find(const TextureDescription *d, unsigned dimension, uint32_t size, const float *coordinates, uint32_t lanes,
               Axis *axes) {
    AddressMode mode = (AddressMode)d->mode[dimension];
    bool needs_unit = mode == ADDRESS_WRAP || mode == ADDRESS_MIRROR;
    const Addressing a = {needs_unit && !d->normalized ? ADDRESS_CLAMP : mode, d->normalized, d->linear, (int32_t)size};
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        axes[lane] = axis_find(&a, coordinates[lane]);
    }
}

// Of a place in a face, from 0 to 1; the texels may lie one beyond its edges.
Axis axis_over_edges(float coordinate, uint32_t size) {
    const Addressing a = {ADDRESS_CLAMP, true, true, (int32_t)size};
    int64_t place = in_256ths(&a, coordinate) - WEIGHT_ONE / 2;
    return (Axis){{(int32_t)(place >> 8), (int32_t)(place >> 8) + 1}, (uint32_t)(place & (WEIGHT_ONE - 1))};
}
