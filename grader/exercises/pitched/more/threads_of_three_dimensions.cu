// threads_of_three_dimensions.cu - Blocks of 32 x 4 x 2 over the volume.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

__global__ void ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= width || y >= height || z >= depth) return;
    float *row = (float *)((char *)volume + (static_cast<size_t>(z) * height + y) * pitch);
    row[x] += slope.x * x + slope.y * y + slope.z * z;
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    dim3 block(32, 4, 2);
    dim3 grid(ceil_div(width, 32), ceil_div(height, 4), ceil_div(depth, 2));
    ramp<<<grid, block>>>(volume, pitch, width, height, depth, slope);
    CHECK(cudaGetLastError());
}
