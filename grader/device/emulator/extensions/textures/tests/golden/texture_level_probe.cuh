// texture_level_probe.cuh - what the programs that ask about levels share.
#include "texture_probe.cuh"

// ---- levels ---------------------------------------------------------------------------------------------------------
static cudaMipmappedArray_t make_levels(cudaExtent whole, unsigned levels, bool constant, unsigned flags = 0) {
    cudaMipmappedArray_t mipmapped;
    cudaChannelFormatDesc desc = format(32, 1, F);
    CHECK(cudaMallocMipmappedArray(&mipmapped, &desc, whole, levels, flags));
    for (unsigned level = 0; level < levels; level++) {
        cudaArray_t array;
        CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
        cudaExtent e;
        unsigned got;
        CHECK(cudaArrayGetInfo(&desc, &e, &got, array));
        size_t width = e.width, height = e.height ? e.height : 1, depth = e.depth ? e.depth : 1;
        vector<float> data = random_floats(width * height * depth, 0);
        if (constant)
            for (float &value : data) value = (float)level;
        cudaMemcpy3DParms copy = {};
        copy.srcPtr = make_cudaPitchedPtr(data.data(), width * 4, width, height);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(width, height, depth);
        copy.kind = cudaMemcpyHostToDevice;
        CHECK(cudaMemcpy3D(&copy));
    }
    return mipmapped;
}

template <Kind kind>
static void level_section(const char *name, cudaMipmappedArray_t mipmapped, cudaTextureDesc desc,
                          const vector<Point> &points) {
    cudaResourceDesc resource = {};
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmapped;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, NULL));
    section<kind>(name, texture, points);
    if (texture) CHECK(cudaDestroyTextureObject(texture));
}

static cudaTextureDesc level_description(bool texels_linear, bool levels_linear) {
    cudaTextureDesc desc = description({texels_linear, true, WRAP, false});
    desc.mipmapFilterMode = levels_linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.maxMipmapLevelClamp = 100;
    return desc;
}
