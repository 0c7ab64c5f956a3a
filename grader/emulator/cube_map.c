// cube_map.c - directions to faces of a cube map, as the CUDA Programming Guide has it (Texture Memory, Cubemap
// Textures), and over the edges from face to face.
#include "texture.h"

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

CubePoint cube_point(const float direction[3]) {
    unsigned face = face_of(direction);
    float most = magnitude(direction[FACES[face].normal]);
    float s = (float)FACES[face].s_sign * direction[FACES[face].s];
    float t = (float)FACES[face].t_sign * direction[FACES[face].t];
    return (CubePoint){face, (s / most + 1) / 2, (t / most + 1) / 2};
}

bool cube_texel(unsigned *face, int32_t *x, int32_t *y, int32_t size) {
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
