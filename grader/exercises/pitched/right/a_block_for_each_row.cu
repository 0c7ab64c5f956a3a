// A block of 64 threads walks along each row.
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

__global__ void walk(char *volume, size_t pitch, int width, int height, float3 slope) {
    int y = blockIdx.x % height, z = blockIdx.x / height;
    float *row = reinterpret_cast<float *>(volume + blockIdx.x * pitch);
    float offset = slope.y * y + slope.z * z;
    for (int x = threadIdx.x; x < width; x += blockDim.x) row[x] += offset + slope.x * x;
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    walk<<<height * depth, 64>>>(static_cast<char *>(volume), pitch, width, height, slope);
    CHECK(cudaGetLastError());
}
