// arrays.c - CUDA arrays, plain, layered, of cube maps and mipmapped: allocation, and questions about them.
#include "arrays.h"
#include "../../system/grow.h"
#include <pthread.h>
#include <stdlib.h>

#define KNOWN_FLAGS (cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather)

// Handles are looked up, never followed: a program may hand us anything.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static MipmappedArray **all;
static size_t count;

// The array with this handle; the handle may also be that of one of its levels.
static MipmappedArray *owner_of(const void *handle, const Array **found) {
    MipmappedArray *owner = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && !owner; i++) {
        bool whole = handle == &all[i]->whole;
        for (unsigned n = 0; n < all[i]->whole.texels.levels && !whole; n++) whole = handle == &all[i]->level[n];
        if (whole) owner = all[i];
    }
    pthread_mutex_unlock(&lock);
    *found = owner ? handle : NULL;
    return owner;
}

// A plain array has one level, and that level's handle.
const Array *array_find(cudaArray_const_t handle) {
    const Array *found;
    MipmappedArray *owner = owner_of(handle, &found);
    return owner && found != &owner->whole ? found : NULL;
}

const MipmappedArray *mipmapped_array_find(cudaMipmappedArray_const_t handle) {
    const Array *found;
    MipmappedArray *owner = owner_of(handle, &found);
    return owner && found == &owner->whole ? owner : NULL;
}

void arrays_forget(void) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) free(all[i]);
    count = 0;
    pthread_mutex_unlock(&lock);
}

static bool remember(MipmappedArray *array) {
    pthread_mutex_lock(&lock);
    bool grown = ARRAY_GROW(all, count);
    if (grown) all[count++] = array;
    pthread_mutex_unlock(&lock);
    return grown;
}

static void forget(const MipmappedArray *array) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++)
        if (all[i] == array) all[i] = all[--count];
    pthread_mutex_unlock(&lock);
}

// ---- extents --------------------------------------------------------------------------------------------------------

// The attributes that tell the largest width, height and depth: of arrays for textures, and of those for surfaces.
#define TEXTURE(what) cudaDevAttrMaxTexture##what
#define SURFACE(what) cudaDevAttrMaxSurface##what
#define ONE(kind)                                                                                                      \
    { kind(1DWidth), 0, 0 }
#define TWO(kind)                                                                                                      \
    { kind(2DWidth), kind(2DHeight), 0 }
#define THREE(kind)                                                                                                    \
    { kind(3DWidth), kind(3DHeight), kind(3DDepth) }
#define DEEP(kind)                                                                                                     \
    { kind(3DWidthAlt), kind(3DHeightAlt), kind(3DDepthAlt) }
#define LINES(kind)                                                                                                    \
    { kind(1DLayeredWidth), 0, kind(1DLayeredLayers) }
#define PLANES(kind)                                                                                                   \
    { kind(2DLayeredWidth), kind(2DLayeredHeight), kind(2DLayeredLayers) }
#define CUBES(kind)                                                                                                    \
    { kind(CubemapLayeredWidth), kind(CubemapLayeredWidth), kind(CubemapLayeredLayers) }
static const struct {
    bool layered, cube;
    unsigned dimensions;
    enum cudaDeviceAttr texture[3], surface[3]; // 0: no such dimension
} LIMITS[] = {
    {false, false, 1, ONE(TEXTURE), ONE(SURFACE)},     {false, false, 2, TWO(TEXTURE), TWO(SURFACE)},
    {false, false, 3, THREE(TEXTURE), THREE(SURFACE)}, {false, false, 3, DEEP(TEXTURE), THREE(SURFACE)},
    {true, false, 1, LINES(TEXTURE), LINES(SURFACE)},  {true, false, 2, PLANES(TEXTURE), PLANES(SURFACE)},
    {true, true, 2, CUBES(TEXTURE), CUBES(SURFACE)},
};
#define CUBE_FACES 6

size_t limit_of(enum cudaDeviceAttr attribute) {
    int value = 0;
    return device_attribute(&value, attribute) ? 0 : (size_t)value;
}

static bool within(struct cudaExtent extent, const enum cudaDeviceAttr limit[3]) {
    const size_t size[3] = {extent.width, extent.height, extent.depth};
    bool fits = true;
    for (unsigned n = 0; n < 3; n++) fits &= size[n] <= (limit[n] ? limit_of(limit[n]) : 0);
    return fits;
}

static bool extent_fits(struct cudaExtent extent, unsigned flags) {
    bool layered = flags & cudaArrayLayered, cube = flags & cudaArrayCubemap, slices = layered || cube;
    unsigned dimensions = extent.height ? (extent.depth && !slices ? 3 : 2) : 1;
    if (!extent.width || (slices && !extent.depth) || (!extent.height && extent.depth && !layered)) return false;
    if (cube && (extent.width != extent.height || extent.depth % CUBE_FACES)) return false;
    if (cube && !layered && extent.depth != CUBE_FACES) return false;
    static const enum cudaDeviceAttr GATHERED[] = {cudaDevAttrMaxTexture2DGatherWidth,
                                                   cudaDevAttrMaxTexture2DGatherHeight, 0};
    if (flags & cudaArrayTextureGather && (dimensions != 2 || slices || !within(extent, GATHERED))) return false;
    bool fits = false;
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (LIMITS[i].layered == slices && LIMITS[i].cube == cube && LIMITS[i].dimensions == dimensions)
            fits |= within(extent, flags & cudaArraySurfaceLoadStore ? LIMITS[i].surface : LIMITS[i].texture);
    return fits;
}

static unsigned most_levels(struct cudaExtent extent, unsigned flags) {
    bool slices = flags & (cudaArrayLayered | cudaArrayCubemap);
    size_t largest = extent.width > extent.height ? extent.width : extent.height;
    if (!slices && extent.depth > largest) largest = extent.depth;
    return 64 - (unsigned)__builtin_clzll(largest);
}

// ---- allocation -----------------------------------------------------------------------------------------------------

static struct cudaExtent extent_of_level(const Array *whole, unsigned level) {
    TextureLevel at = texture_level(&whole->texels, level);
    return (struct cudaExtent){at.width, whole->extent.height ? at.height : 0, whole->extent.depth ? at.depth : 0};
}

static void describe_levels(MipmappedArray *array) {
    for (unsigned n = 0; n < array->whole.texels.levels; n++) {
        Array *level = &array->level[n];
        *level = array->whole;
        level->extent = extent_of_level(&array->whole, n);
        level->texels.address += texture_level(&array->whole.texels, n).offset;
        level->texels.width = (uint32_t)level->extent.width;
        level->texels.height = (uint32_t)level->extent.height;
        level->texels.depth = (uint32_t)level->extent.depth;
        level->texels.levels = 1;
    }
}

static cudaError_t describe(Array *array, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                            unsigned levels, unsigned flags) {
    static bool said;
    TextureDescription texels = {0};
    cudaError_t error = format_read(format, &texels);
    if (error) return error;
    if (flags & (cudaArraySparse | cudaArrayDeferredMapping)) return not_supported("a sparse or deferred array", &said);
    if (flags & ~(unsigned)KNOWN_FLAGS || !extent_fits(extent, flags)) return cudaErrorInvalidValue;
    texels.width = (uint32_t)extent.width, texels.height = (uint32_t)extent.height;
    texels.depth = (uint32_t)extent.depth;
    texels.layered = (flags & cudaArrayLayered) != 0;
    texels.cube = (flags & cudaArrayCubemap) != 0;
    unsigned most = most_levels(extent, flags);
    texels.levels = (uint8_t)(levels < 1 ? 1 : levels < most ? levels : most);
    *array = (Array){texels, *format, extent, flags};
    return cudaSuccess;
}

static cudaError_t allocate(MipmappedArray **made, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
                            unsigned levels, unsigned flags) {
    Array whole;
    Reply reply = {0};
    cudaError_t error = context_ready();
    if (!error) error = describe(&whole, format, extent, levels, flags);
    if (error) return error;
    error = waited(&reply, CHANNEL_CALL(&reply, CALL_MALLOC, texture_bytes(&whole.texels), 1));
    if (error) return error;
    MipmappedArray *array = calloc(1, sizeof *array);
    whole.texels.address = reply.value[0];
    if (array) array->whole = whole, describe_levels(array);
    if (array && remember(array)) {
        *made = array;
        return cudaSuccess;
    }
    free(array);
    CHANNEL_CALL(NULL, CALL_FREE, reply.value[0]);
    return cudaErrorMemoryAllocation;
}

static cudaError_t allocate_plain(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                                  struct cudaExtent extent, unsigned flags) {
    MipmappedArray *made;
    if (!array || !format) return cudaErrorInvalidValue;
    cudaError_t error = allocate(&made, format, extent, 1, flags);
    if (!error) *array = &made->level[0];
    return error;
}

API cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
                                size_t height, unsigned flags) {
    if (flags & (cudaArrayLayered | cudaArrayCubemap)) RESULT(cudaErrorInvalidValue);
    RESULT(allocate_plain(array, format, (struct cudaExtent){width, height, 0}, flags));
}

API cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                                  struct cudaExtent extent, unsigned flags) {
    RESULT(allocate_plain(array, format, extent, flags));
}

API cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *format,
                                         struct cudaExtent extent, unsigned levels, unsigned flags) {
    if (!array || !format) RESULT(cudaErrorInvalidValue);
    RESULT(allocate(array, format, extent, levels, flags));
}

static cudaError_t release(MipmappedArray *array) {
    Reply reply = {0};
    cudaError_t error = waited(&reply, CHANNEL_CALL(&reply, CALL_FREE, array->whole.texels.address));
    if (error) return error;
    forget(array);
    free(array);
    return cudaSuccess;
}

static cudaError_t free_handle(const void *handle, bool mipmapped) {
    const Array *found;
    cudaError_t error = context_ready();
    if (error || !handle) return error;
    MipmappedArray *owner = owner_of(handle, &found);
    if (!owner || (found == &owner->whole) != mipmapped) return cudaErrorInvalidValue;
    bool is_level = !mipmapped && owner->whole.texels.levels > 1; // belongs to its mipmapped array
    return is_level ? cudaErrorInvalidValue : release(owner);
}

API cudaError_t cudaFreeArray(cudaArray_t array) { RESULT(free_handle(array, false)); }
API cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) { RESULT(free_handle(array, true)); }

// ---- questions ------------------------------------------------------------------------------------------------------

API cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned n) {
    const MipmappedArray *found = mipmapped_array_find(array);
    if (!level || !found || n >= found->whole.texels.levels) RESULT(cudaErrorInvalidValue);
    *level = (cudaArray_t)(uintptr_t)&found->level[n];
    RESULT(context_ready());
}

API cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array) {
    const Array *found = array_find(array);
    if (!array) RESULT(cudaErrorInvalidResourceHandle);
    if (!format || !found) RESULT(cudaErrorInvalidValue);
    *format = found->format;
    RESULT(context_ready());
}

API cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned *flags,
                                 cudaArray_t array) {
    const Array *found = array_find(array);
    if (!array) RESULT(cudaErrorInvalidResourceHandle);
    if (!found) RESULT(cudaErrorInvalidValue);
    if (format) *format = found->format;
    if (extent) *extent = found->extent;
    if (flags) *flags = found->flags;
    RESULT(context_ready());
}

API struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind kind) {
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}
