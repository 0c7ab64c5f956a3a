// textures.c - texture and surface objects: what the device needs of a description, and the descriptions, kept for
// those who ask for them.
#include "../../system/grow.h"
#include "arrays.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ANISOTROPY 16u

typedef struct {
    uint64_t handle;
    bool is_surface;
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
    struct cudaResourceViewDesc view; // zeros: a view of the whole resource
} Object;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Object *objects;
static size_t object_count;

static bool object_add(const Object *object) {
    pthread_mutex_lock(&lock);
    bool grown = ARRAY_GROW(objects, object_count);
    if (grown) objects[object_count++] = *object;
    pthread_mutex_unlock(&lock);
    return grown;
}

// Copies the object out of the table, and takes it out if it is to be removed.
static bool object_find(uint64_t handle, bool is_surface, bool remove, Object *found) {
    bool there = false;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < object_count && !there; i++) {
        there = objects[i].handle == handle && objects[i].is_surface == is_surface;
        if (there) *found = objects[i];
        if (there && remove) objects[i] = objects[--object_count];
    }
    pthread_mutex_unlock(&lock);
    return there;
}

void objects_forget(void) {
    pthread_mutex_lock(&lock);
    object_count = 0;
    pthread_mutex_unlock(&lock);
}

// ---- resources ------------------------------------------------------------------------------------------------------

// The device's address of memory that a texture reads; 0: the device has none.
static uint64_t address_of(const void *pointer) {
    Region region;
    MemoryKind kind = memory_kind(pointer, &region);
    if (kind == MEMORY_UNKNOWN) return 0;
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    return kind == MEMORY_REGISTERED ? region.device + (address - region.base) : address;
}

// As on hardware, which allows more than cudaDevAttrMaxTexture1DLinearWidth says.
static size_t most_linear_texels(const TextureDescription *d) {
    uint32_t bytes = texture_texel_bytes(d);
    return ((size_t)1 << 32) / (bytes < 4 ? 4 : bytes);
}

static cudaError_t describe_linear(const struct cudaResourceDesc *resource, TextureDescription *d) {
    cudaError_t error = format_read(&resource->res.linear.desc, d);
    if (error) return error;
    size_t texels = resource->res.linear.sizeInBytes / texture_texel_bytes(d);
    d->address = address_of(resource->res.linear.devPtr);
    if (!d->address || d->address % limit_of(cudaDevAttrTextureAlignment) || texels > most_linear_texels(d))
        return cudaErrorInvalidValue;
    d->source = SOURCE_LINEAR;
    d->width = (uint32_t)texels;
    d->levels = 1;
    return cudaSuccess;
}

static cudaError_t describe_pitched(const struct cudaResourceDesc *resource, TextureDescription *d) {
    cudaError_t error = format_read(&resource->res.pitch2D.desc, d);
    if (error) return error;
    size_t width = resource->res.pitch2D.width, height = resource->res.pitch2D.height;
    size_t pitch = resource->res.pitch2D.pitchInBytes;
    d->address = address_of(resource->res.pitch2D.devPtr);
    if (!d->address || d->address % limit_of(cudaDevAttrTextureAlignment) ||
        width > limit_of(cudaDevAttrMaxTexture2DLinearWidth) || height > limit_of(cudaDevAttrMaxTexture2DLinearHeight))
        return cudaErrorInvalidValue;
    if (pitch % limit_of(cudaDevAttrTexturePitchAlignment) || pitch > limit_of(cudaDevAttrMaxTexture2DLinearPitch))
        return cudaErrorInvalidValue;
    d->source = SOURCE_PITCHED;
    d->width = (uint32_t)width, d->height = (uint32_t)height, d->pitch = (uint32_t)pitch;
    d->levels = 1;
    return cudaSuccess;
}

static cudaError_t describe_resource(const struct cudaResourceDesc *resource, TextureDescription *d) {
    const Array *array = NULL;
    const MipmappedArray *mipmapped = NULL;
    switch (resource->resType) {
    case cudaResourceTypeLinear: return describe_linear(resource, d);
    case cudaResourceTypePitch2D: return describe_pitched(resource, d);
    case cudaResourceTypeArray:
        if (!resource->res.array.array) return cudaErrorInvalidResourceHandle;
        array = array_find(resource->res.array.array);
        break;
    case cudaResourceTypeMipmappedArray:
        if (!resource->res.mipmap.mipmap) return cudaErrorInvalidResourceHandle;
        mipmapped = mipmapped_array_find(resource->res.mipmap.mipmap);
        array = mipmapped ? &mipmapped->whole : NULL;
        break;
    default: break;
    }
    if (!array) return cudaErrorInvalidValue;
    *d = array->texels;
    return cudaSuccess;
}

// ---- samplers -------------------------------------------------------------------------------------------------------

// Only integers of 8 and 16 bits can be read as floats. Normalized formats must be, except those of 10 bits.
static cudaError_t describe_reading(const struct cudaTextureDesc *texture, TextureDescription *d) {
    bool integers = d->kind == TEXEL_SIGNED || d->kind == TEXEL_UNSIGNED;
    bool as_float = texture->readMode == cudaReadModeNormalizedFloat,
         linear = texture->filterMode == cudaFilterModeLinear;
    bool normalized = (d->kind == TEXEL_SNORM || d->kind == TEXEL_UNORM) && d->bits != 10;
    if (linear && integers && (d->bits == 32 || !as_float)) return cudaErrorInvalidFilterSetting;
    if (as_float ? d->bits == 32 || (!integers && !normalized) : normalized) return cudaErrorInvalidNormSetting;
    if (as_float && integers) {
        d->kind = d->kind == TEXEL_SIGNED ? TEXEL_SNORM : TEXEL_UNORM;
    }
    d->linear = linear && d->source != SOURCE_LINEAR;
    d->srgb = texture->sRGB && d->kind == TEXEL_UNORM && d->bits == 8;
    return cudaSuccess;
}

static cudaError_t describe_sampler(const struct cudaTextureDesc *texture, TextureDescription *d) {
    static const AddressMode MODES[] = {[cudaAddressModeWrap] = ADDRESS_WRAP,
                                        [cudaAddressModeClamp] = ADDRESS_CLAMP,
                                        [cudaAddressModeMirror] = ADDRESS_MIRROR,
                                        [cudaAddressModeBorder] = ADDRESS_BORDER};
    unsigned dimensions = !d->height ? 1 : d->depth && !d->layered && !d->cube ? 3 : 2;
    for (unsigned n = 0; n < 3; n++) {
        bool known = (unsigned)texture->addressMode[n] <= cudaAddressModeBorder;
        if (!known && n < dimensions) return cudaErrorInvalidValue;
        d->mode[n] = (uint8_t)(known ? MODES[texture->addressMode[n]] : ADDRESS_CLAMP);
    }
    if ((unsigned)texture->filterMode > cudaFilterModeLinear ||
        (unsigned)texture->mipmapFilterMode > cudaFilterModeLinear)
        return cudaErrorInvalidValue;
    d->normalized = texture->normalizedCoords != 0;
    d->level_linear = texture->mipmapFilterMode == cudaFilterModeLinear;
    if (texture->seamlessCubemap && !d->cube) return cudaErrorInvalidValue;
    d->seamless = texture->seamlessCubemap != 0;
    d->anisotropy = (uint8_t)(texture->maxAnisotropy < MOST_ANISOTROPY ? texture->maxAnisotropy : MOST_ANISOTROPY);
    d->level_bias = texture->mipmapLevelBias;
    d->level_least = texture->minMipmapLevelClamp;
    d->level_most = texture->maxMipmapLevelClamp;
    memcpy(d->border, texture->borderColor, sizeof d->border);
    return describe_reading(texture, d);
}

// ---- objects --------------------------------------------------------------------------------------------------------

static cudaError_t create(Object *object, const TextureDescription *d) {
    Exchange exchange = {.request = {CALL_OBJECT, sizeof *d, {0}}, .payload = d};
    cudaError_t error = waited(&exchange.reply, channel_exchange(&exchange));
    if (error) return error;
    object->handle = exchange.reply.value[0];
    return object_add(object) ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t destroy(uint64_t handle, bool is_surface) {
    Object object;
    Reply reply = {0};
    cudaError_t error = context_ready();
    if (error || !handle) return error;
    if (!object_find(handle, is_surface, true, &object)) return cudaSuccess; // hardware reports no error either
    return waited(&reply, CHANNEL_CALL(&reply, CALL_OBJECT_DESTROY, handle, is_surface));
}

// A copy of the description with only those members of the union that its type uses; the others are zero.
static struct cudaResourceDesc resource_alone(const struct cudaResourceDesc *given) {
    struct cudaResourceDesc told;
    memset(&told, 0, sizeof told);
    told.resType = given->resType;
    switch (given->resType) {
    case cudaResourceTypeArray: told.res.array = given->res.array; break;
    case cudaResourceTypeMipmappedArray: told.res.mipmap = given->res.mipmap; break;
    case cudaResourceTypeLinear: told.res.linear = given->res.linear; break;
    default: told.res.pitch2D = given->res.pitch2D; break;
    }
    return told;
}

static bool has_border(const struct cudaTextureDesc *texture) {
    bool border = false;
    for (unsigned n = 0; n < 3; n++) border |= texture->addressMode[n] == cudaAddressModeBorder;
    return border;
}

API cudaError_t cudaCreateTextureObject(cudaTextureObject_t *handle, const struct cudaResourceDesc *resource,
                                        const struct cudaTextureDesc *texture,
                                        const struct cudaResourceViewDesc *view) {
    TextureDescription d = {0};
    if (!handle || !resource) RESULT(cudaErrorInvalidValue);
    if (!texture) RESULT(cudaErrorInvalidResourceHandle);
    cudaError_t error = context_ready();
    if (!error) error = describe_resource(resource, &d);
    if (!error) error = describe_sampler(texture, &d);
    if (!error && view) error = resource_view_apply(view, &d);
    if (error) RESULT(error);
    Object object = {.resource = resource_alone(resource), .texture = *texture};
    if (view) object.view = *view;
    if (!has_border(texture)) memset(object.texture.borderColor, 0, sizeof object.texture.borderColor);
    error = create(&object, &d);
    if (!error) *handle = object.handle;
    RESULT(error);
}

API cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) { RESULT(destroy(handle, false)); }

API cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *handle, const struct cudaResourceDesc *resource) {
    TextureDescription d = {0};
    if (!handle || !resource) RESULT(cudaErrorInvalidValue);
    cudaError_t error = context_ready();
    if (!error) error = describe_resource(resource, &d);
    if (!error && (resource->resType != cudaResourceTypeArray)) error = cudaErrorInvalidValue;
    if (error) RESULT(error);
    Object object = {.is_surface = true, .resource = resource_alone(resource)};
    d.is_surface = true;
    error = create(&object, &d);
    if (!error) *handle = object.handle;
    RESULT(error);
}

API cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) { RESULT(destroy(handle, true)); }

// ---- questions ------------------------------------------------------------------------------------------------------

static cudaError_t ask(uint64_t handle, bool is_surface, const void *answer, Object *object) {
    cudaError_t error = context_ready();
    if (error) return error;
    return answer && object_find(handle, is_surface, false, object) ? cudaSuccess : cudaErrorInvalidValue;
}

API cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t handle) {
    Object object;
    cudaError_t error = ask(handle, false, resource, &object);
    if (!error) *resource = object.resource;
    RESULT(error);
}

API cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture, cudaTextureObject_t handle) {
    Object object;
    cudaError_t error = ask(handle, false, texture, &object);
    if (!error) *texture = object.texture;
    RESULT(error);
}

API cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t handle) {
    Object object;
    cudaError_t error = ask(handle, false, view, &object);
    if (!error) *view = object.view;
    RESULT(error);
}

API cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t handle) {
    Object object;
    cudaError_t error = ask(handle, true, resource, &object);
    if (!error) *resource = object.resource;
    RESULT(error);
}

API cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels, const struct cudaChannelFormatDesc *format,
                                                     int device) {
    TextureDescription d;
    if (!texels || !format) RESULT(cudaErrorInvalidValue);
    if (device != 0) RESULT(cudaErrorInvalidDevice);
    cudaError_t error = format_read(format, &d);
    if (!error) error = context_ready();
    if (!error) *texels = most_linear_texels(&d);
    RESULT(error);
}
