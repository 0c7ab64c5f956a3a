// cube_map.c - directions to faces of a cube map, as the CUDA Programming Guide has it (Texture Memory, Cubemap
// Textures), and over the edges from face to face.
#include "sampler.h"

enum { X, Y, Z };

// Of each face: which axis is its normal's, and the axes and signs of s and t.
static const struct {
    uint8_t normal, s, t;
    int8_t normal_sign, s_sign, t_sign;
} FACES[6] = {{X, Z, Y, 1, -1, -1}, {X, Z, Y, -1, 1, -1}, {Y, X, Z, 1, 1, 1},
              {Y, X, Z, -1, 1, -1}, {Z, X, Y, 1, 1, -1},  {Z, X, Y, -1, -1, -1}};

static float magnitude(float value) { return __builtin_fabsf(value); }

// Where two components are as large the later axis has the face.
static unsigned face_of(const float direction[3]) {
    unsigned axis = magnitude(direction[Y]) >= magnitude(direction[X]) ? Y : X;
    if (magnitude(direction[Z]) >= magnitude(direction[axis])) axis = Z;
    return 2 * axis + (__builtin_signbit(direction[axis]) ? 1 : 0);
}

typedef struct {
    unsigned face;
    float s, t; // in the face, from 0 to 1
} CubePoint;

// From [-1, 1] to a place in the face, cut off as all coordinates are. A direction of no length points at its middle.
static float in_face(float ratio) {
    double place = ((double)ratio + 1) / 2;
    return ratio == ratio ? (float)(__builtin_floor(place * (1 << UNIT_BITS)) / (1 << UNIT_BITS)) : 0.5f;
}

static CubePoint cube_point(const float direction[3]) {
    unsigned face = face_of(direction);
    float most = magnitude(direction[FACES[face].normal]);
    float s = (float)FACES[face].s_sign * direction[FACES[face].s];
    float t = (float)FACES[face].t_sign * direction[FACES[face].t];
    return (CubePoint){face, in_face(s / most), in_face(t / most)};
}

// Of a texel that may lie one beyond the edge of its face: the texel of the neighbouring face. false: beyond a corner,
// where three faces meet and there is none.
static bool neighbour(unsigned *face, int32_t *x, int32_t *y, int32_t size) {
    bool x_out = *x < 0 || *x >= size, y_out = *y < 0 || *y >= size;
    if (!x_out && !y_out) return true;
    if (x_out && y_out) return false;
    // The centre of the texel beyond the edge, in texels from the cube's centre, folded to the neighbour.
    float direction[3], half = (float)size / 2;
    direction[FACES[*face].normal] = (float)FACES[*face].normal_sign * half;
    direction[FACES[*face].s] = (float)FACES[*face].s_sign * ((float)*x + 0.5f - half);
    direction[FACES[*face].t] = (float)FACES[*face].t_sign * ((float)*y + 0.5f - half);
    float *across = &direction[x_out ? FACES[*face].s : FACES[*face].t], *along = &direction[FACES[*face].normal];
    *across = *across < 0 ? -half : half;
    *along = *along < 0 ? -half + 0.5f : half - 0.5f;
    for (unsigned n = 0; n < 6; n++)
        if (direction[FACES[n].normal] == (float)FACES[n].normal_sign * half) *face = n;
    *x = (int32_t)((float)FACES[*face].s_sign * direction[FACES[*face].s] + half);
    *y = (int32_t)((float)FACES[*face].t_sign * direction[FACES[*face].t] + half);
    return true;
}

// How fast the place in the face moves when the direction moves by the gradient: the quotient rule.
void cube_slope(const float direction[3], const float gradient[3], double slope[2]) {
    unsigned face = face_of(direction);
    double most = direction[FACES[face].normal], by = gradient[FACES[face].normal];
    const uint8_t axis[2] = {FACES[face].s, FACES[face].t};
    for (unsigned n = 0; n < 2; n++)
        slope[n] = (gradient[axis[n]] - direction[axis[n]] / most * by) / (2 * __builtin_fabs(most));
    slope[0] *= FACES[face].s_sign;
    slope[1] *= FACES[face].t_sign;
}

// ---- fetches --------------------------------------------------------------------------------------------------------

// One lane's fetch from a cube map.
typedef struct {
    const TexelSource *source;
    const TextureLevel *level;
    unsigned lane;
    int32_t first; // slice of the cube's first face
} CubeFetch;

static Texel face_texel(const CubeFetch *cube, unsigned face, int32_t x, int32_t y) {
    const int32_t at[3] = {x, y, cube->first + (int32_t)face};
    return sampler_fetch(cube->source, cube->lane, cube->level, at, cube->source->texture->raw);
}

// A texel over the edge is the neighbouring face's; over a corner there is none.
static bool fetch_face(const CubeFetch *cube, unsigned face, int32_t x, int32_t y, Texel *texel) {
    bool there = neighbour(&face, &x, &y, (int32_t)cube->level->width);
    if (there) *texel = face_texel(cube, face, x, y);
    return there;
}

// Where three faces meet there is no fourth texel: each of the others gets a third of its share, and the one of the
// face itself what is left by rounding.
static void share_corner(Quad *quad, unsigned missing) {
    uint32_t share = quad->weight[missing], third = (share + 1) / 3;
    for (unsigned n = 0; n < 4; n++)
        if (n != missing) quad->weight[n] += n == 3 - missing ? share - 2 * third : third;
    quad->weight[missing] = 0;
}

static void mix_faces(const CubeFetch *cube, CubePoint point, uint32_t whole, Quad *quad) {
    Axis x = axis_over_edges(point.s, cube->level->width), y = axis_over_edges(point.t, cube->level->width);
    quad_weigh(quad, whole, x.weight, y.weight);
    int missing = -1;
    for (unsigned n = 0; n < 4; n++)
        if (quad->weight[n] && !fetch_face(cube, point.face, x.texel[n & 1], y.texel[n >> 1], &quad->texel[n]))
            missing = (int)n;
    if (missing < 0) return;
    share_corner(quad, (unsigned)missing);
    for (unsigned n = 0; n < 4; n++)
        if (quad->weight[n]) fetch_face(cube, point.face, x.texel[n & 1], y.texel[n >> 1], &quad->texel[n]);
}

// The lane's place in its cube, and where in a face its direction points.
static CubeFetch cube_fetch(const TexelSource *source, const TextureLevel *level, const Coordinates *c, unsigned lane,
                            CubePoint *point) {
    const float direction[3] = {c->at[0][lane], c->at[1][lane], c->at[2][lane]};
    *point = cube_point(direction);
    return (CubeFetch){source, level, lane, c->layer ? 6 * layer_inside(c->layer[lane], level->depth / 6) : 0};
}

static Axis axis_in_face(const TexelSource *source, const TextureLevel *level, unsigned dimension, float coordinate) {
    Axis axis;
    axes_find(&source->texture->description, dimension, level->width, &coordinate, 1, &axis);
    return axis;
}

Texel cube_texel(const TexelSource *source, const TextureLevel *level, const Coordinates *c, unsigned lane,
                 TexelReader *read) {
    CubePoint point;
    CubeFetch cube = cube_fetch(source, level, c, lane, &point);
    const int32_t at[3] = {axis_in_face(source, level, 0, point.s).texel[0],
                           axis_in_face(source, level, 1, point.t).texel[0], cube.first + (int32_t)point.face};
    return sampler_fetch(source, lane, level, at, read);
}

unsigned cube_gather(const TexelSource *source, const TextureLevel *level, const Coordinates *c, unsigned lane,
                     uint32_t whole, Quad *quads) {
    CubePoint point;
    CubeFetch cube = cube_fetch(source, level, c, lane, &point);
    if (source->texture->description.seamless) {
        mix_faces(&cube, point, whole, quads);
        return 1;
    }
    int32_t slice = cube.first + (int32_t)point.face;
    const Axis axis[3] = {
        axis_in_face(source, level, 0, point.s), axis_in_face(source, level, 1, point.t), {{slice, slice}, 0}};
    return quads_gather(source, lane, level, axis, 2, whole, quads);
}
