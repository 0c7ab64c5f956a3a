// texture_behaviour.cu - prints what runtime calls on arrays, textures and surfaces return, one line a call; run as:
// texture_behaviour CASE.
//
// The .expected file beside this one is what a real H200 printed (CUDA 13.0, driver 580.159.04).
#include <cstdio>
#include <cstring>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // copies of arrays as programs of old have them

#define TELL(call) printf("%d " #call "\n", (int)(call)), cudaGetLastError()
#define CHECK(call)                                                                                                    \
    if (cudaError_t error = (call)) printf("line %d: %s\n", __LINE__, cudaGetErrorName(error))

static const cudaChannelFormatKind F = cudaChannelFormatKindFloat, U = cudaChannelFormatKindUnsigned,
                                   S = cudaChannelFormatKindSigned;
static const cudaTextureAddressMode WRAP = cudaAddressModeWrap, CLAMP = cudaAddressModeClamp,
                                    MIRROR = cudaAddressModeMirror;

static cudaChannelFormatDesc format(int bits, int channels, cudaChannelFormatKind kind) {
    return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind);
}
static cudaExtent extent(size_t x, size_t y = 0, size_t z = 0) { return make_cudaExtent(x, y, z); }

struct Sampler {
    bool linear, normalized;
    cudaTextureAddressMode mode;
    bool as_float;
};
static cudaTextureDesc description(Sampler s) {
    cudaTextureDesc desc = {};
    for (auto &mode : desc.addressMode) mode = s.mode;
    desc.filterMode = s.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.normalizedCoords = s.normalized;
    desc.readMode = s.as_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    return desc;
}

static void array_errors() {
    cudaArray_t array = NULL;
    cudaMipmappedArray_t levels = NULL;
    cudaChannelFormatDesc good = format(32, 1, F), odd = cudaCreateChannelDesc(24, 0, 0, 0, U),
                          three = format(32, 3, F), none = cudaCreateChannelDesc(0, 0, 0, 0, U),
                          mixed = cudaCreateChannelDesc(8, 16, 0, 0, U), byte_float = format(8, 1, F),
                          wide = cudaCreateChannelDesc(64, 0, 0, 0, U),
                          kind_none = format(32, 1, cudaChannelFormatKindNone);
    TELL(cudaMallocArray(&array, &odd, 8, 8));
    TELL(cudaMallocArray(&array, &three, 8, 8));
    TELL(cudaMallocArray(&array, &none, 8, 8));
    TELL(cudaMallocArray(&array, &mixed, 8, 8));
    TELL(cudaMallocArray(&array, &byte_float, 8, 8));
    TELL(cudaMallocArray(&array, &wide, 8, 8));
    TELL(cudaMallocArray(&array, &kind_none, 8, 8));
    TELL(cudaMallocArray(&array, &good, 0, 8));
    TELL(cudaMallocArray(&array, &good, 0, 0));
    TELL(cudaMallocArray(NULL, &good, 8, 8));
    TELL(cudaMallocArray(&array, NULL, 8, 8));
    TELL(cudaMallocArray(&array, &good, 131073, 1));
    TELL(cudaMallocArray(&array, &good, 131072, 0));
    TELL(cudaMallocArray(&array, &good, 8, 65537));
    TELL(cudaMallocArray(&array, &good, 8, 8, 0x1000));
    TELL(cudaMallocArray(&array, &good, 8, 8, cudaArrayCubemap));
    TELL(cudaMallocArray(&array, &good, 8, 8, cudaArrayLayered));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 6), cudaArrayTextureGather));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 4, 6), cudaArrayCubemap));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 5), cudaArrayCubemap));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 0), cudaArrayLayered));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 2049), cudaArrayLayered));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 0, 6), 0));
    TELL(cudaMalloc3DArray(&array, &good, extent(8, 8, 16385), 0));
    TELL(cudaMallocMipmappedArray(&levels, &good, extent(8, 8), 5));
    TELL(cudaMallocMipmappedArray(&levels, &good, extent(8, 8), 0));
    TELL(cudaFreeArray(NULL));
    TELL(cudaFreeMipmappedArray(NULL));
    TELL(cudaMallocArray(&array, &good, 8, 8));
    float buffer[64] = {};
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 32, 32, 9, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 4, 0, buffer, 32, 32, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 2, 0, buffer, 32, 8, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 32, 6, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 16, 32, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, buffer, 32, 32, 8, cudaMemcpyDeviceToHost));
    TELL(cudaMemcpy2DToArray(NULL, 0, 0, buffer, 32, 32, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(array, 0, 0, buffer, 256, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(array, 16, 0, buffer, 60, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(array, 0, 0, buffer, 257, cudaMemcpyHostToDevice));
    cudaArray_t level;
    TELL(cudaGetMipmappedArrayLevel(&level, levels, 99));
    cudaMemcpy3DParms both = {};
    both.srcPtr = make_cudaPitchedPtr(buffer, 32, 8, 8);
    both.dstArray = array;
    both.extent = make_cudaExtent(8, 8, 1);
    both.kind = cudaMemcpyHostToDevice;
    TELL(cudaMemcpy3D(&both));
    both.extent.depth = 2;
    TELL(cudaMemcpy3D(&both));
    both.extent.depth = 0;
    TELL(cudaMemcpy3D(&both));
    both.extent.depth = 1, both.srcArray = array;
    TELL(cudaMemcpy3D(&both));
    TELL(cudaMemcpy3D(NULL));
}

static void object_errors() {
    cudaChannelFormatDesc good = format(32, 1, F), ints = format(32, 1, S), bytes = format(8, 4, U),
                          single = format(8, 1, U);
    cudaArray_t floats, integers, colors, surface, cube;
    CHECK(cudaMallocArray(&floats, &good, 8, 8));
    CHECK(cudaMallocArray(&integers, &ints, 8, 8));
    CHECK(cudaMallocArray(&colors, &bytes, 8, 8));
    CHECK(cudaMallocArray(&surface, &good, 8, 8, cudaArraySurfaceLoadStore));
    CHECK(cudaMalloc3DArray(&cube, &good, extent(8, 8, 6), cudaArrayCubemap));
    float *memory;
    CHECK(cudaMalloc(&memory, 1 << 16));
    cudaTextureObject_t t = 0;
    cudaSurfaceObject_t s = 0;
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = floats;
    cudaTextureDesc d = description({false, false, CLAMP, false}), linear = description({true, false, CLAMP, false}),
                    norm = description({false, false, CLAMP, true}), wrap = description({false, false, WRAP, false});
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(NULL, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&t, NULL, &d, NULL));
    TELL(cudaCreateTextureObject(&t, &r, NULL, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &norm, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &wrap, NULL));
    cudaTextureDesc colored = d;
    colored.sRGB = 1;
    TELL(cudaCreateTextureObject(&t, &r, &colored, NULL));
    r.res.array.array = colors;
    TELL(cudaCreateTextureObject(&t, &r, &colored, NULL));
    colored.readMode = cudaReadModeNormalizedFloat;
    TELL(cudaCreateTextureObject(&t, &r, &colored, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &linear, NULL));
    r.res.array.array = integers;
    TELL(cudaCreateTextureObject(&t, &r, &linear, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &norm, NULL));
    r.res.array.array = cube;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.array.array = NULL;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.resType = (cudaResourceType)9;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {memory, good, 1 << 16};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &linear, NULL));
    cudaTextureDesc unit = description({false, true, CLAMP, false});
    TELL(cudaCreateTextureObject(&t, &r, &unit, NULL));
    r.res.linear = {(char *)memory + 4, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {(char *)memory + 16, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {(char *)memory + 512, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {memory, good, 0};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {memory, good, 1 << 17};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {memory, good, 4ull << 30};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.linear = {NULL, good, 1024};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {memory, good, 8, 8, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&t, &r, &wrap, NULL));
    r.res.pitch2D = {memory, good, 8, 8, 48};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, good, 8, 8, 32};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, good, 16, 8, 32};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {(char *)memory + 4, good, 8, 8, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, good, 0, 8, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    r.res.pitch2D = {memory, single, 8, 0, 512};
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaDestroyTextureObject(0));
    TELL(cudaDestroyTextureObject(12345));
    TELL(cudaGetTextureObjectTextureDesc(&d, 12345));
    TELL(cudaGetTextureObjectResourceDesc(&r, 0));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = surface;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaGetSurfaceObjectResourceDesc(&r, s));
    TELL(cudaDestroySurfaceObject(s));
    TELL(cudaDestroySurfaceObject(s));
    TELL(cudaGetSurfaceObjectResourceDesc(&r, s));
    r.res.array.array = floats;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaCreateSurfaceObject(NULL, &r));
    TELL(cudaCreateSurfaceObject(&s, NULL));
    r.resType = cudaResourceTypeLinear;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaDestroySurfaceObject(0));
    size_t most = 0;
    TELL(cudaDeviceGetTexture1DLinearMaxWidth(&most, &good, 0));
    printf("%zu\n", most);
    TELL(cudaDeviceGetTexture1DLinearMaxWidth(&most, &bytes, 0));
    printf("%zu\n", most);
    cudaTextureDesc given = description({true, true, MIRROR, false}), got;
    given.maxAnisotropy = 5, given.maxMipmapLevelClamp = 3.5f, given.borderColor[1] = 0.5f;
    r.resType = cudaResourceTypeArray;
    r.res.array.array = floats;
    TELL(cudaCreateTextureObject(&t, &r, &given, NULL));
    TELL(cudaGetTextureObjectTextureDesc(&got, t));
    printf("%d %d %d, %d %d %d, %g %g, %d %u, %d %g %g %g %d %d\n", got.addressMode[0], got.addressMode[1],
           got.addressMode[2], got.filterMode, got.readMode, got.sRGB, got.borderColor[0], got.borderColor[1],
           got.normalizedCoords, got.maxAnisotropy, got.mipmapFilterMode, got.mipmapLevelBias, got.minMipmapLevelClamp,
           got.maxMipmapLevelClamp, got.disableTrilinearOptimization, got.seamlessCubemap);
    cudaResourceViewDesc view;
    TELL(cudaGetTextureObjectResourceViewDesc(&view, t));
    for (cudaArray_t array : {floats, integers, colors, surface, cube}) {
        cudaExtent e;
        unsigned flags;
        TELL(cudaArrayGetInfo(&good, &e, &flags, array));
        printf("%d %d %d %d %d, %zu %zu %zu, %u\n", good.x, good.y, good.z, good.w, good.f, e.width, e.height, e.depth,
               flags);
    }
}

int main(int count, char **arguments) {
    const char *name = count > 1 ? arguments[1] : "";
    if (!strcmp(name, "array_errors")) array_errors();
    if (!strcmp(name, "object_errors")) object_errors();
}
