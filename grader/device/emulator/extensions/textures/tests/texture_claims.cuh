// texture_claims.cuh - CUDA arrays for programs that make claims on textures and surfaces.
#ifndef TEXTURE_CLAIMS_CUH
#define TEXTURE_CLAIMS_CUH

#include "../../../../tests/programs/claims.cuh"

struct Sampler {
    bool linear = false, normalized = false;
    cudaTextureAddressMode mode = cudaAddressModeClamp;
    bool as_float = false, levels_linear = false;
};

static cudaTextureDesc description_of(Sampler s) {
    cudaTextureDesc description = {};
    for (auto &mode : description.addressMode) mode = s.mode;
    description.filterMode = s.linear ? cudaFilterModeLinear : cudaFilterModePoint;
    description.mipmapFilterMode = s.levels_linear ? cudaFilterModeLinear : cudaFilterModePoint;
    description.normalizedCoords = s.normalized;
    description.readMode = s.as_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    description.maxMipmapLevelClamp = 100;
    return description;
}

// An array on the device and its elements on the host.
template <typename T> struct ArrayOf {
    cudaArray_t array;
    size_t width, height, depth;
    T *host;
    ArrayOf(size_t w, size_t h = 0, size_t d = 0, unsigned flags = 0) : width(w), height(h ? h : 1), depth(d ? d : 1) {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
        cudaExtent extent = {w, h, d};
        if (h && !d) flags |= cudaArrayTextureGather;
        MUST(cudaMalloc3DArray(&array, &format, extent, flags));
        host = (T *)calloc(width * height * depth, sizeof(T));
    }
    ArrayOf(const ArrayOf &) = delete;
    ~ArrayOf() {
        free(host);
        if (array) cudaFreeArray(array);
    }
    T &operator[](size_t i) { return host[i]; }
    void copy(bool to_device) {
        cudaMemcpy3DParms box = {};
        cudaPitchedPtr memory = {host, width * sizeof(T), width, height};
        if (to_device) box.srcPtr = memory, box.dstArray = array;
        else box.dstPtr = memory, box.srcArray = array;
        box.extent = {width, height, depth};
        box.kind = to_device ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
        MUST(cudaMemcpy3D(&box));
    }
    void write() { copy(true); }
    void read() { copy(false); }
    // 0, 1, 2, ...
    void count() {
        for (size_t i = 0; i < width * height * depth; i++) host[i] = (T)i;
        write();
    }
    cudaResourceDesc resource() const {
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeArray;
        r.res.array.array = array;
        return r;
    }
    cudaTextureObject_t texture(Sampler s, const cudaResourceViewDesc *view = NULL) const {
        cudaTextureObject_t made;
        cudaResourceDesc r = resource();
        cudaTextureDesc description = description_of(s);
        MUST(cudaCreateTextureObject(&made, &r, &description, view));
        return made;
    }
    cudaSurfaceObject_t surface() const {
        cudaSurfaceObject_t made;
        cudaResourceDesc r = resource();
        MUST(cudaCreateSurfaceObject(&made, &r));
        return made;
    }
};

// A mipmapped array of two dimensions.
template <typename T> struct LevelsOf {
    cudaMipmappedArray_t array;
    LevelsOf(size_t w, size_t h, unsigned levels) {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
        MUST(cudaMallocMipmappedArray(&array, &format, cudaExtent{w, h, 0}, levels));
    }
    LevelsOf(const LevelsOf &) = delete;
    ~LevelsOf() { cudaFreeMipmappedArray(array); }
    // All texels of a level.
    void fill(unsigned level, T value) {
        cudaArray_t at;
        cudaChannelFormatDesc format;
        cudaExtent extent;
        unsigned flags;
        MUST(cudaGetMipmappedArrayLevel(&at, array, level));
        MUST(cudaArrayGetInfo(&format, &extent, &flags, at));
        size_t bytes = extent.width * sizeof(T);
        T *host = (T *)malloc(bytes * extent.height);
        for (size_t i = 0; i < extent.width * extent.height; i++) host[i] = value;
        MUST(cudaMemcpy2DToArray(at, 0, 0, host, bytes, bytes, extent.height, cudaMemcpyHostToDevice));
        free(host);
    }
    cudaTextureObject_t texture(Sampler s, const cudaResourceViewDesc *view = NULL) const {
        cudaTextureObject_t made;
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeMipmappedArray;
        r.res.mipmap.mipmap = array;
        cudaTextureDesc description = description_of(s);
        MUST(cudaCreateTextureObject(&made, &r, &description, view));
        return made;
    }
};

#endif
