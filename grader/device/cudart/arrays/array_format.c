// array_format.c - channel descriptors: which formats of texels there are.
#include "arrays.h"

// The kinds whose names say the width and the number of channels.
static const struct {
    enum cudaChannelFormatKind kind;
    TexelKind texel;
    int bits, channels;
} NORMALIZED[] = {
    {cudaChannelFormatKindUnsignedNormalized8X1, TEXEL_UNORM, 8, 1},
    {cudaChannelFormatKindUnsignedNormalized8X2, TEXEL_UNORM, 8, 2},
    {cudaChannelFormatKindUnsignedNormalized8X4, TEXEL_UNORM, 8, 4},
    {cudaChannelFormatKindUnsignedNormalized16X1, TEXEL_UNORM, 16, 1},
    {cudaChannelFormatKindUnsignedNormalized16X2, TEXEL_UNORM, 16, 2},
    {cudaChannelFormatKindUnsignedNormalized16X4, TEXEL_UNORM, 16, 4},
    {cudaChannelFormatKindSignedNormalized8X1, TEXEL_SNORM, 8, 1},
    {cudaChannelFormatKindSignedNormalized8X2, TEXEL_SNORM, 8, 2},
    {cudaChannelFormatKindSignedNormalized8X4, TEXEL_SNORM, 8, 4},
    {cudaChannelFormatKindSignedNormalized16X1, TEXEL_SNORM, 16, 1},
    {cudaChannelFormatKindSignedNormalized16X2, TEXEL_SNORM, 16, 2},
    {cudaChannelFormatKindSignedNormalized16X4, TEXEL_SNORM, 16, 4},
};

static cudaError_t normalized_read(const struct cudaChannelFormatDesc *f, TextureDescription *texels) {
    for (size_t i = 0; i < sizeof NORMALIZED / sizeof *NORMALIZED; i++) {
        if (NORMALIZED[i].kind != f->f) continue;
        texels->kind = (uint8_t)NORMALIZED[i].texel;
        texels->bits = (uint8_t)NORMALIZED[i].bits;
        texels->channels = (uint8_t)NORMALIZED[i].channels;
        int second = NORMALIZED[i].channels > 1 ? f->x : 0, fourth = NORMALIZED[i].channels > 2 ? f->x : 0;
        bool fits = f->x == NORMALIZED[i].bits && f->y == second && f->z == fourth && f->w == fourth;
        return fits ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
    }
    static bool said;
    return not_supported("a block-compressed or planar format", &said);
}

cudaError_t format_read(const struct cudaChannelFormatDesc *f, TextureDescription *texels) {
    static const TexelKind KINDS[] = {TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT};
    if (f->f == cudaChannelFormatKindUnsignedNormalized1010102) {
        *texels = (TextureDescription){.kind = TEXEL_UNORM, .bits = 10, .channels = 4};
        bool fits = f->x == 10 && f->y == 10 && f->z == 10 && f->w == 2;
        return fits ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
    }
    if (f->f > cudaChannelFormatKindNone) return normalized_read(f, texels);
    unsigned channels = (f->x != 0) + (f->y != 0) + (f->z != 0) + (f->w != 0);
    bool same = (!f->y || f->y == f->x) && (!f->z || f->z == f->x) && (!f->w || f->w == f->x);
    bool width = f->x == 32 || f->x == 16 || (f->x == 8 && f->f != cudaChannelFormatKindFloat);
    bool in_order = channels == 4 || (channels == 2 && f->y) || channels == 1;
    if ((unsigned)f->f >= cudaChannelFormatKindNone || !same || !width || !in_order)
        return cudaErrorInvalidChannelDescriptor;
    *texels = (TextureDescription){.kind = (uint8_t)KINDS[f->f], .bits = (uint8_t)f->x, .channels = (uint8_t)channels};
    return cudaSuccess;
}
