// Each element gets its share by an atomic addition, which reads and writes at once.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

__global__ void add(char *volume, size_t pitch, int width, int height, float3 slope) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= width || y >= height) return;
    float *row = (float *)(volume + ((size_t)z * height + y) * pitch);
    atomicAdd(row + x, slope.x * x + slope.y * y + slope.z * z);
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    add<<<dim3(ceil_div(width, 32), ceil_div(height, 8), depth), dim3(32, 8)>>>((char *)volume, pitch, width, height, slope);
    CHECK(cudaGetLastError());
}
