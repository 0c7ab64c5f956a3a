// pitched.cu - a ramp is added to a plane or a volume whose rows are padded, in place.
//
// Rows are `pitch` bytes apart. So the address of a row is counted in bytes, and only inside a row in floats.
#include "workbook.h"

//= student: Ada Lovelace
//= bytes_of_rows: 1024
//= sectors_packed: 88
//= sectors_pitched: 90
//= byte_of_element: 376052

__device__ float *row_of(void *volume, size_t pitch, int height, int y, int z) {
    size_t row = static_cast<size_t>(z) * height + y; // planes lie one after another, each of `height` rows
    return reinterpret_cast<float *>(static_cast<char *>(volume) + row * pitch);
}

// ---- a thread for each row: right, but 32 lanes are in 32 rows ----

__global__ void ramp_by_rows(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= height * depth) return;
    int y = line % height, z = line / height;
    float *row = row_of(volume, pitch, height, y, z);
    for (int x = 0; x < width; x++) row[x] += slope.x * x + slope.y * y + slope.z * z;
}

static void add_ramp_by_rows(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    ramp_by_rows<<<ceil_div(height * depth, 64), 64>>>(volume, pitch, width, height, depth, slope);
    CHECK(cudaGetLastError());
}

// ---- a thread per element: lanes are neighbours in a row, and every row begins at a sector ----

__global__ void ramp(void *volume, size_t pitch, int width, int height, float3 slope) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= width || y >= height) return;
    row_of(volume, pitch, height, y, z)[x] += slope.x * x + slope.y * y + slope.z * z;
}

static void add_ramp_by_elements(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    dim3 block(32, 8);
    dim3 grid(ceil_div(width, 32), ceil_div(height, 8), depth);
    ramp<<<grid, block>>>(volume, pitch, width, height, slope);
    CHECK(cudaGetLastError());
}

LADDER(add_ramp, add_ramp_by_rows, add_ramp_by_elements)

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    LADDER_STEP(add_ramp)(volume, pitch, width, height, depth, slope);
}
