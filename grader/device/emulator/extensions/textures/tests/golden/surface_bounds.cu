// surface_bounds.cu - surface accesses, also outside.
#include "texture_probe.cuh"

// ---- surfaces -------------------------------------------------------------------------------------------------------
template <cudaSurfaceBoundaryMode mode> __global__ void read_surfaces(const cudaSurfaceObject_t *s, uint32_t *out) {
    int x = (int)threadIdx.x - 3, y = (int)threadIdx.y - 2;
    uint32_t *mine = out + 11 * (threadIdx.y * blockDim.x + threadIdx.x);
    mine[0] = surf1Dread<unsigned>(s[0], x * 4, mode);
    mine[1] = surf2Dread<unsigned>(s[1], x * 4, y, mode);
    mine[2] = surf3Dread<unsigned>(s[2], x * 4, y, y, mode);
    mine[3] = surf1DLayeredread<unsigned>(s[3], x * 4, y, mode);
    mine[4] = surf2DLayeredread<unsigned>(s[4], x * 4, 1, y, mode);
    mine[5] = surfCubemapread<unsigned>(s[5], x * 4, 1, y, mode);
    mine[6] = surf2Dread<unsigned char>(s[1], x * 4 + 1, y, mode);
    mine[7] = surf2Dread<unsigned short>(s[1], x * 4 + 2, y, mode);
    uint2 two = surf2Dread<uint2>(s[1], x * 8, y, mode);
    mine[8] = two.x, mine[9] = two.y;
    mine[10] = surf2Dread<uint4>(s[1], x * 16, y, mode).w;
}

template <cudaSurfaceBoundaryMode mode> __global__ void write_surfaces(const cudaSurfaceObject_t *s) {
    int x = (int)threadIdx.x - 3, y = (int)threadIdx.y - 2;
    unsigned value = 0x1000u * (threadIdx.y + 1) + threadIdx.x;
    surf1Dwrite(value, s[0], x * 4, mode);
    surf2Dwrite(value, s[1], x * 4, y, mode);
    surf3Dwrite(value, s[2], x * 4, y, y, mode);
    surf1DLayeredwrite(value, s[3], x * 4, y, mode);
    surf2DLayeredwrite(value, s[4], x * 4, 1, y, mode);
    surfCubemapwrite(value, s[5], x * 4, 1, y, mode);
}

static const struct {
    const char *name;
    cudaExtent extent;
    unsigned flags;
} SURFACES[] = {{"1d", extent(8), 0},
                {"2d", extent(8, 4), 0},
                {"3d", extent(8, 4, 3), 0},
                {"1d layered", extent(8, 0, 3), cudaArrayLayered},
                {"2d layered", extent(8, 4, 3), cudaArrayLayered},
                {"cube", extent(8, 8, 6), cudaArrayCubemap}};

template <cudaSurfaceBoundaryMode mode> static void surfaces_in(const char *name) {
    cudaArray_t arrays[6];
    cudaSurfaceObject_t objects[6], *on_device;
    for (int i = 0; i < 6; i++) {
        cudaResourceDesc resource = {};
        arrays[i] = make_array(counting<uint32_t>(8 * 8 * 6), format(32, 1, U), SURFACES[i].extent,
                               SURFACES[i].flags | cudaArraySurfaceLoadStore);
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = arrays[i];
        CHECK(cudaCreateSurfaceObject(&objects[i], &resource));
    }
    CHECK(cudaMalloc(&on_device, sizeof objects));
    CHECK(cudaMemcpy(on_device, objects, sizeof objects, cudaMemcpyHostToDevice));
    dim3 threads(14, 8);
    uint32_t *out;
    vector<uint32_t> words(14 * 8 * 11);
    CHECK(cudaMalloc(&out, words.size() * 4));
    read_surfaces<mode><<<1, threads>>>(on_device, out);
    CHECK(cudaMemcpy(words.data(), out, words.size() * 4, cudaMemcpyDeviceToHost));
    printf("# surface reads %s\n", name);
    print_words(words, 11);
    // One thread at a time writes where others are clamped to; which is last is not known, so only zero is compared
    // whole.
    if (mode == cudaBoundaryModeZero) write_surfaces<mode><<<1, threads>>>(on_device);
    for (int i = 0; i < 6; i++) {
        cudaExtent e = SURFACES[i].extent;
        vector<uint32_t> held(e.width * (e.height ? e.height : 1) * (e.depth ? e.depth : 1));
        cudaMemcpy3DParms copy = {};
        copy.srcArray = arrays[i];
        copy.dstPtr = make_cudaPitchedPtr(held.data(), 32, 8, e.height ? e.height : 1);
        copy.extent = make_cudaExtent(8, e.height ? e.height : 1, e.depth ? e.depth : 1);
        copy.kind = cudaMemcpyDeviceToHost;
        CHECK(cudaMemcpy3D(&copy));
        printf("# surface %s after %s\n", SURFACES[i].name, name);
        print_words(held, 8);
        CHECK(cudaDestroySurfaceObject(objects[i]));
        CHECK(cudaFreeArray(arrays[i]));
    }
    CHECK(cudaFree(on_device));
    CHECK(cudaFree(out));
}

int main() {
    apart([] { surfaces_in<cudaBoundaryModeZero>("zero"); });
    apart([] { surfaces_in<cudaBoundaryModeClamp>("clamp"); });
}
