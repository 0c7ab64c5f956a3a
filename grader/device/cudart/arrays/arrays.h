// arrays.h - CUDA arrays as this process knows them: formats, extents, and where their texels lie on the device.
#ifndef ARRAYS_H
#define ARRAYS_H

#include "../../protocol/textures.h"
#include "../streams/streams.h"

// One level of a mipmapped array is an array of its own, of the same memory.
typedef struct cudaArray {
    TextureDescription texels; // address, extent and format: of a texture of it
    struct cudaChannelFormatDesc format;
    struct cudaExtent extent; // as given: 0 where there is no such dimension
    unsigned flags;
} Array;

typedef struct cudaMipmappedArray {
    Array whole;
    Array level[TEXTURE_LEVELS];
} MipmappedArray;

// arrays.c. NULL: no live array has that handle.
const Array *array_find(cudaArray_const_t handle);
const MipmappedArray *mipmapped_array_find(cudaMipmappedArray_const_t handle);
void arrays_forget(void); // after a reset
// array_format.c: what texels of that format are; cudaErrorNotSupported, with a message, for formats that the emulated
// GPU does not have.
cudaError_t format_read(const struct cudaChannelFormatDesc *format, TextureDescription *texels);

// A limit that the device says it has.
size_t limit_of(enum cudaDeviceAttr attribute);

// resource_view.c: changes the description of the whole array into that of the view.
cudaError_t resource_view_apply(const struct cudaResourceViewDesc *view, TextureDescription *texels);

// textures.c
void objects_forget(void); // after a reset

#endif
