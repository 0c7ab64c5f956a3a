// down_the_columns.cu - a thread for each x goes down all rows of all planes, one pitch at a time.
//= student: Ada Lovelace
//= bytes_of_rows: 48128
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052
#include "workbook.h"

constexpr int ROWS = 4; // of a thread

__global__ void walk_down(char *volume, size_t pitch, int width, int height, int rows, float3 slope) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, first = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
    if (x >= width) return;
    char *at = volume + first * pitch + x * sizeof(float);
    for (int row = first; row < min(first + ROWS, rows); row++, at += pitch) {
        int z = row / height, y = row - z * height;
        *reinterpret_cast<float *>(at) += slope.x * x + slope.y * y + slope.z * z;
    }
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    dim3 block(64, 4);
    dim3 grid(ceil_div<unsigned>(width, block.x), ceil_div<unsigned>(height * depth, block.y * ROWS));
    walk_down<<<grid, block>>>(static_cast<char *>(volume), pitch, width, height, height * depth, slope);
    CHECK(cudaGetLastError());
}
