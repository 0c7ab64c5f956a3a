// One dimension of threads over all elements; x, y and z by division and remainder.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

__global__ void every(char *volume, size_t pitch, int width, int height, long long count, float3 slope) {
    long long step = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
        int x = i % width, y = i / width % height, z = i / width / height;
        float *element = reinterpret_cast<float *>(volume + (z * height + y) * pitch) + x;
        *element = *element + slope.x * x + slope.y * y + slope.z * z;
    }
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    every<<<40, 96>>>(static_cast<char *>(volume), pitch, width, height, 1LL * width * height * depth, slope);
    CHECK(cudaGetLastError());
}
