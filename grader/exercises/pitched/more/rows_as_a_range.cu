// rows_as_a_range.cu - a grid-stride loop over rows, each of which is a small class with begin() and end().
//
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

struct Row {
    float *first;
    int width;
    __device__ float *begin() const { return first; }
    __device__ float *end() const { return first + width; }
};

__device__ Row row_of(void *volume, size_t pitch, int width, size_t number) {
    return {reinterpret_cast<float *>(static_cast<unsigned char *>(volume) + number * pitch), width};
}

__global__ void ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    for (size_t number = blockIdx.x * blockDim.y + threadIdx.y; number < static_cast<size_t>(height) * depth;
         number += static_cast<size_t>(gridDim.x) * blockDim.y) {
        Row row = row_of(volume, pitch, width, number);
        float start = slope.y * (number % height) + slope.z * (number / height);
        for (float *at = row.begin() + threadIdx.x; at < row.end(); at += blockDim.x)
            *at += start + slope.x * (at - row.begin());
    }
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    int blocks = max(1, min(1024, ceil_div(height * depth, 4)));
    ramp<<<blocks, dim3(64, 4)>>>(volume, pitch, width, height, depth, slope);
    CHECK(cudaGetLastError());
}
