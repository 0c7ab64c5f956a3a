// resource_view.c - a part of an array, or its bytes as another format, as a texture object may see it.
#include "arrays.h"

// The formats without block compression, in the order of their numbers: three vector widths of each. A view must have a
// format. Integers of 8 and 16 bits are normalized unless the array's own are read as integers.
static bool view_format(enum cudaResourceViewFormat format, TextureDescription *d) {
    static const struct {
        TexelKind kind;
        uint8_t bits;
    } TYPES[] = {{TEXEL_UNORM, 8},     {TEXEL_SNORM, 8},   {TEXEL_UNORM, 16}, {TEXEL_SNORM, 16},
                 {TEXEL_UNSIGNED, 32}, {TEXEL_SIGNED, 32}, {TEXEL_FLOAT, 16}, {TEXEL_FLOAT, 32}};
    static const uint8_t CHANNELS[] = {1, 2, 4};
    unsigned n = (unsigned)format - cudaResViewFormatUnsignedChar1;
    if (n >= 3 * sizeof TYPES / sizeof *TYPES) return false;
    uint32_t bytes = texture_texel_bytes(d);
    bool as_integers = (d->kind == TEXEL_SIGNED || d->kind == TEXEL_UNSIGNED) && d->bits <= 16;
    d->kind = (uint8_t)TYPES[n / 3].kind;
    d->bits = TYPES[n / 3].bits;
    if (as_integers && d->kind == TEXEL_UNORM) d->kind = TEXEL_UNSIGNED;
    if (as_integers && d->kind == TEXEL_SNORM) d->kind = TEXEL_SIGNED;
    d->channels = CHANNELS[n % 3];
    d->srgb &= d->kind == TEXEL_UNORM && d->bits == 8;
    return texture_texel_bytes(d) == bytes;
}

// Layers first to last. A view of only some layers is possible for arrays of one level.
static bool view_layers(const struct cudaResourceViewDesc *view, TextureDescription *d) {
    unsigned first = view->firstLayer, last = view->lastLayer;
    if (!d->layered && !d->cube) return !first && !last;
    if (last < first || last >= d->depth) return false;
    if (first == 0 && last == d->depth - 1) return true;
    if (d->levels > 1 || (d->cube && (last + 1 - first) % 6)) return false;
    d->address += first * texture_level(d, 0).slice;
    d->depth = last + 1 - first;
    return true;
}

static bool view_levels(const struct cudaResourceViewDesc *view, TextureDescription *d) {
    unsigned first = view->firstMipmapLevel, last = view->lastMipmapLevel;
    if (last < first || last >= d->levels) return false;
    TextureLevel base = texture_level(d, first);
    d->address += base.offset;
    d->width = base.width;
    if (d->height) d->height = base.height;
    if (d->depth) d->depth = base.depth;
    d->levels = (uint8_t)(last + 1 - first);
    return true;
}

cudaError_t resource_view_apply(const struct cudaResourceViewDesc *view, TextureDescription *d) {
    static bool said;
    if (d->source != SOURCE_ARRAY) return cudaErrorInvalidValue;
    if (view->format > cudaResViewFormatFloat4) return not_supported("a view as block-compressed texels", &said);
    bool slices = d->layered || d->cube;
    if (view->width != d->width || view->height != d->height || (!slices && view->depth != d->depth))
        return cudaErrorInvalidValue;
    return view_format(view->format, d) && view_layers(view, d) && view_levels(view, d) ? cudaSuccess
                                                                                        : cudaErrorInvalidValue;
}
