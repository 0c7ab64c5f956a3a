// sampler.h - the parts of a fetch: for sampler.c, coordinates.c, cube_map.c and mip_level.c.
#ifndef SAMPLER_H
#define SAMPLER_H

#include "../../machine/warp.h"
#include "objects.h"

#define WEIGHT_ONE 256 // weights are in 1/256
#define UNIT_BITS 21   // of a coordinate from 0 to 1

// ---- coordinates.c --------------------------------------------------------------------------------------------------

// One dimension of a fetch: two neighbouring texels and the weight of the second; without a filter there is one.
typedef struct {
    int32_t texel[2]; // -1: beyond the border
    uint32_t weight;
} Axis;
// Of the coordinates of the lanes.
void axes_find(const TextureDescription *description, unsigned dimension, uint32_t size, const float *coordinates,
               uint32_t lanes, Axis *axes);
Axis axis_over_edges(float coordinate, uint32_t size);

// ---- filter.c -------------------------------------------------------------------------------------------------------
#define MOST_QUADS 4 // of two levels with two slices each

// Four texels around a place and their shares of WEIGHT_ONE: upper left, upper right, lower left, lower right.
typedef struct {
    Texel texel[4];
    uint32_t weight[4];
} Quad;
// Shares out `whole` by the weights of the right and the lower texels.
void quad_weigh(Quad *quad, uint32_t whole, uint32_t x, uint32_t y);
// Of texels as texel_raw() reads them.
Texel quads_mix(const TextureDescription *description, const Quad *quads, unsigned count);

// ---- sampler.c ------------------------------------------------------------------------------------------------------
// A texel as `read` has it; negative places are beyond the border.
Texel sampler_fetch(const TexelSource *source, unsigned lane, const TextureLevel *level, const int32_t at[3],
                    TexelReader *read);
int32_t layer_inside(int32_t layer, uint32_t count);
// Fills quads with the texels that a filter mixes and with their weights, which add up to `whole`. Returns the number
// of quads.
unsigned quads_gather(const TexelSource *source, unsigned lane, const TextureLevel *level, const Axis axis[3],
                      unsigned dimensions, uint32_t whole, Quad *quads);

// ---- cube_map.c -----------------------------------------------------------------------------------------------------
// The lane's texel of one level without a filter, and what a filter mixes.
Texel cube_texel(const TexelSource *source, const TextureLevel *level, const Coordinates *coordinates, unsigned lane,
                 TexelReader *read);
unsigned cube_gather(const TexelSource *source, const TextureLevel *level, const Coordinates *coordinates,
                     unsigned lane, uint32_t whole, Quad *quads);

void cube_slope(const float direction[3], const float gradient[3], double slope[2]);

// ---- mip_level.c ----------------------------------------------------------------------------------------------------
typedef struct {
    unsigned first;  // the level
    uint32_t weight; // of the next one, in 1/256
} MipLevel;
MipLevel mip_level(const Texture *texture, TextureShape shape, const Coordinates *coordinates, unsigned lane);

#endif
