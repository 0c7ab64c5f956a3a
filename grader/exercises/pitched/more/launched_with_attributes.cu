// launched_with_attributes.cu - Launched by cudaLaunchKernelEx with a box of the volume as its parameter; a block of
// 96 threads a row.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"
struct Volume {
    char *bytes;
    size_t pitch;
    int width, height, depth;

    __device__ float *row(int y, int z) const {
        return reinterpret_cast<float *>(bytes + (static_cast<size_t>(z) * height + y) * pitch);
    }
};

__global__ void add(Volume volume, float3 slope) {
    for (int z = blockIdx.y; z < volume.depth; z += gridDim.y) {
        float *row = volume.row(blockIdx.x, z);
        const float base = slope.y * blockIdx.x + slope.z * z;
        for (int x = threadIdx.x; x < volume.width; x += blockDim.x) row[x] += slope.x * x + base;
    }
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(height, depth < 65535 ? depth : 65535);
    config.blockDim = dim3(96);
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributePriority;
    attribute.val.priority = 0;
    config.attrs = &attribute;
    config.numAttrs = 1;
    Volume box{static_cast<char *>(volume), pitch, width, height, depth};
    CHECK(cudaLaunchKernelEx(&config, add, box, slope));
    CHECK(cudaDeviceSynchronize());
}
