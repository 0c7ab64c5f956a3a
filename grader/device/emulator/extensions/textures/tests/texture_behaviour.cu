// texture_behaviour.cu - prints what runtime calls on arrays, textures and surfaces return, one line a call; run as:
// texture_behaviour CASE.
//
// The .expected file beside this one is what a real H200 printed (CUDA 13.0, driver 580.159.04).
#include "golden/texture_probe.cuh"

#define TELL(call) printf("%d " #call "\n", (int)(call)), cudaGetLastError()

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

static void show(cudaArray_t array) {
    uint32_t held[16] = {};
    CHECK(cudaMemcpy2DFromArray(held, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost));
    for (uint32_t word : held) printf("%08x ", word);
    printf("\n");
}

// Bytes that are no whole number of elements.
static void copies() {
    static const struct {
        size_t x, width, height;
    } CASES[] = {{2, 8, 1},  {0, 6, 1},  {1, 3, 2},  {0, 3, 1},  {6, 6, 2},
                 {3, 29, 1}, {30, 2, 1}, {29, 3, 1}, {2, 31, 1}, {31, 1, 1}};
    for (auto &c : CASES) {
        vector<uint32_t> zeros(16);
        uint8_t bytes[64], back[64] = {};
        for (int i = 0; i < 64; i++) bytes[i] = (uint8_t)(i + 1);
        cudaArray_t array = make_array(zeros, format(32, 1, U), extent(8, 2));
        printf("x %zu width %zu height %zu\n", c.x, c.width, c.height);
        TELL(cudaMemcpy2DToArray(array, c.x, 0, bytes, 32, c.width, c.height, cudaMemcpyHostToDevice));
        show(array);
        cudaArray_t full = make_array(counting<uint32_t>(16), format(32, 1, U), extent(8, 2));
        TELL(cudaMemcpy2DFromArray(back, 32, full, c.x, 0, c.width, c.height, cudaMemcpyDeviceToHost));
        for (int i = 0; i < 64; i++) printf("%02x", back[i]);
        printf("\n");
        cudaMemset(array, 0, 0), cudaGetLastError();
        CHECK(cudaMemcpy2DToArray(array, 0, 0, zeros.data(), 32, 32, 2, cudaMemcpyHostToDevice));
        TELL(cudaMemcpyToArray(array, c.x, 0, bytes, c.width * c.height, cudaMemcpyHostToDevice));
        show(array);
        TELL(cudaMemcpy2DArrayToArray(array, c.x, 0, full, c.x, 0, c.width, c.height, cudaMemcpyDeviceToDevice));
        show(array);
    }
    cudaArray_t array = make_array(counting<uint32_t>(16), format(32, 1, U), extent(8, 2));
    uint8_t bytes[64];
    TELL(cudaMemcpy2DFromArray(bytes, 32, NULL, 0, 0, 8, 1, cudaMemcpyDeviceToHost));
    TELL(cudaMemcpy2DFromArray(NULL, 32, array, 0, 0, 8, 1, cudaMemcpyDeviceToHost));
    TELL(cudaMemcpy2DToArray(array, 0, 0, NULL, 32, 8, 1, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, bytes, 32, 0, 1, cudaMemcpyHostToDevice));
    TELL(cudaMemcpy2DToArray(array, 0, 0, bytes, 32, 8, 0, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyToArray(NULL, 0, 0, bytes, 8, cudaMemcpyHostToDevice));
    TELL(cudaMemcpyFromArray(bytes, NULL, 0, 0, 8, cudaMemcpyDeviceToHost));
    TELL(cudaMemcpy2DArrayToArray(NULL, 0, 0, array, 0, 0, 8, 1, cudaMemcpyDeviceToDevice));
    TELL(cudaMemcpy2DArrayToArray(array, 0, 0, NULL, 0, 0, 8, 1, cudaMemcpyDeviceToDevice));
    TELL(cudaFreeArray(array));
    cudaExtent e;
    unsigned flags;
    cudaChannelFormatDesc desc;
    TELL(cudaArrayGetInfo(&desc, &e, &flags, NULL));
    TELL(cudaGetChannelDesc(&desc, NULL));
    cudaMemcpy3DParms both = {};
    both.srcPtr = make_cudaPitchedPtr(bytes, 32, 8, 2);
    both.extent = make_cudaExtent(8, 2, 1);
    both.kind = cudaMemcpyHostToDevice;
    TELL(cudaMemcpy3D(&both));
}

static void extents() {
    cudaChannelFormatDesc byte = format(8, 1, U);
    cudaArray_t array;
    for (size_t depth : {16384, 16385, 32768, 32769}) TELL(cudaMalloc3DArray(&array, &byte, extent(8, 8, depth)));
    for (size_t width : {8192, 8193, 16384, 16385}) {
        TELL(cudaMalloc3DArray(&array, &byte, extent(width, 1, 16384)));
        TELL(cudaMalloc3DArray(&array, &byte, extent(width, 1, 16385)));
        TELL(cudaMalloc3DArray(&array, &byte, extent(1, width, 16384)));
        TELL(cudaMalloc3DArray(&array, &byte, extent(1, width, 16385)));
    }
    for (unsigned flags : {0u, (unsigned)cudaArraySurfaceLoadStore, (unsigned)cudaArrayTextureGather})
        for (size_t width : {32768, 32769, 65536, 65537, 131072, 131073}) {
            printf("flags %u width %zu\n", flags, width);
            TELL(cudaMallocArray(&array, &byte, width, 0, flags));
            TELL(cudaMallocArray(&array, &byte, width, 1, flags));
            TELL(cudaMallocArray(&array, &byte, 1, width, flags));
        }
    size_t most;
    for (int bits : {8, 16, 32})
        for (int channels : {1, 2, 4}) {
            cudaChannelFormatDesc desc = format(bits, channels, U);
            TELL(cudaDeviceGetTexture1DLinearMaxWidth(&most, &desc, 0));
            printf("%d x %d: %zu\n", channels, bits, most);
        }
}

// Which formats there are filters and normalized reads of.
static void formats() {
    for (cudaChannelFormatKind kind : {F, U, S})
        for (int bits : {8, 16, 32})
            for (int linear = 0; linear < 2; linear++)
                for (int as_float = 0; as_float < 2; as_float++) {
                    if (kind == F && bits == 8) continue;
                    cudaArray_t array = make_array(random_data<uint32_t>(64), format(bits, 1, kind), extent(4, 4));
                    cudaTextureObject_t t = 0;
                    cudaTextureDesc desc = description({linear != 0, false, CLAMP, as_float != 0});
                    cudaResourceDesc r = {};
                    r.resType = cudaResourceTypeArray, r.res.array.array = array;
                    cudaError_t error = cudaCreateTextureObject(&t, &r, &desc, NULL);
                    printf("kind %d bits %d linear %d as float %d: %d\n", (int)kind, bits, linear, as_float,
                           (int)error);
                    void *memory;
                    CHECK(cudaMalloc(&memory, 4096));
                    r.resType = cudaResourceTypeLinear;
                    r.res.linear = {memory, format(bits, 1, kind), 256};
                    error = cudaCreateTextureObject(&t, &r, &desc, NULL);
                    r.resType = cudaResourceTypePitch2D;
                    r.res.pitch2D = {memory, format(bits, 1, kind), 4, 4, 512};
                    printf("linear memory: %d, pitched: ", (int)error);
                    printf("%d\n", (int)cudaCreateTextureObject(&t, &r, &desc, NULL));
                    cudaGetLastError();
                }
    cudaSurfaceObject_t s;
    cudaResourceDesc r = {};
    void *memory;
    CHECK(cudaMalloc(&memory, 4096));
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {memory, format(32, 1, F), 256};
    TELL(cudaCreateSurfaceObject(&s, &r));
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {memory, format(32, 1, F), 4, 4, 512};
    TELL(cudaCreateSurfaceObject(&s, &r));
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = NULL;
    TELL(cudaCreateSurfaceObject(&s, &r));
    cudaTextureObject_t t;
    cudaTextureDesc plain = description({false, false, CLAMP, false});
    TELL(cudaCreateTextureObject(&t, &r, &plain, NULL));
    r.resType = cudaResourceTypeArray;
    r.res.array.array = NULL;
    TELL(cudaCreateSurfaceObject(&s, &r));
    r.resType = (cudaResourceType)9;
    TELL(cudaCreateSurfaceObject(&s, &r));
}

// Odd values in descriptions, and handles of objects that are gone.
static void odd_values() {
    cudaChannelFormatDesc good = format(32, 1, F), colors = format(8, 4, U);
    cudaMipmappedArray_t levels;
    cudaArray_t level;
    cudaExtent e;
    unsigned flags;
    for (unsigned count : {0u, 1u, 4u, 5u, 17u}) {
        TELL(cudaMallocMipmappedArray(&levels, &good, extent(8, 8), count));
        for (unsigned n = 0; n < 6; n++)
            if (!cudaGetMipmappedArrayLevel(&level, levels, n)) {
                cudaArrayGetInfo(&good, &e, &flags, level);
                printf("%u of %u: %zu %zu %zu\n", n, count, e.width, e.height, e.depth);
            }
        cudaGetLastError();
    }
    cudaTextureObject_t t = 0, again = 0;
    cudaArray_t array, plain;
    CHECK(cudaMallocArray(&array, &colors, 8, 8, cudaArraySurfaceLoadStore));
    CHECK(cudaMallocArray(&plain, &good, 8, 8));
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray, r.res.array.array = plain;
    cudaTextureDesc d = description({false, false, CLAMP, false});
    for (int most : {0, 1, 2, 16, 17, 1000, -1}) {
        d.maxAnisotropy = (unsigned)most;
        TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    }
    d.maxAnisotropy = 0;
    for (int value : {2, 3, 4, -1}) {
        cudaTextureDesc x = d;
        x.filterMode = (cudaTextureFilterMode)value;
        TELL(cudaCreateTextureObject(&t, &r, &x, NULL));
        x = d, x.mipmapFilterMode = (cudaTextureFilterMode)value;
        TELL(cudaCreateTextureObject(&t, &r, &x, NULL));
        x = d, x.readMode = (cudaTextureReadMode)value;
        TELL(cudaCreateTextureObject(&t, &r, &x, NULL));
        x = d, x.addressMode[0] = (cudaTextureAddressMode)value;
        TELL(cudaCreateTextureObject(&t, &r, &x, NULL));
        x = d, x.addressMode[2] = (cudaTextureAddressMode)value;
        TELL(cudaCreateTextureObject(&t, &r, &x, NULL));
    }
    d.seamlessCubemap = 1;
    TELL(cudaCreateTextureObject(&t, &r, &d, NULL));
    TELL(cudaCreateTextureObject(&again, &r, &d, NULL));
    printf("same handle %d\n", t == again);
    TELL(cudaDestroyTextureObject(t));
    TELL(cudaDestroyTextureObject(t));
    cudaSurfaceObject_t s;
    r.res.array.array = array;
    TELL(cudaCreateSurfaceObject(&s, &r));
    TELL(cudaDestroyTextureObject(s));
    TELL(cudaGetTextureObjectTextureDesc(&d, s));
    TELL(cudaDestroySurfaceObject(again));
    TELL(cudaGetTextureObjectTextureDesc(&d, again));
    TELL(cudaFreeArray(plain));
    TELL(cudaGetTextureObjectResourceDesc(&r, again));
    TELL(cudaDestroyTextureObject(again));
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*tell)();
    } CASES[] = {
        {"array_errors", array_errors}, {"object_errors", object_errors}, {"copies", copies}, {"extents", extents},
        {"formats", formats},           {"odd_values", odd_values}};
    for (auto &c : CASES)
        if (count > 1 && !strcmp(arguments[1], c.name)) c.tell();
}
