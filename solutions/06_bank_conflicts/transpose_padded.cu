// transpose_padded.cu - out = transpose of in: naive, tiled, padded, and padded with more bytes in flight.
//
// Times are medians for 8192 x 8192 floats on an H200, where a device-to-device copy takes 0.132 ms.
#include "workbook.h"

constexpr int TILE = 32;
constexpr int ROWS = 8; // rows of threads in a block of the last kernel

// Step 0, 0.979 ms: reads rows (4 sectors a request), writes columns (32 sectors a request).
__global__ void transpose_naive(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

// Step 1, 0.527 ms: turns the tile in shared memory, so rows are read and written at 4 sectors a request. But a warp
// reads a column of the tile: 32 words, all in one bank, 31 conflicts a request.
__global__ void transpose_tiled(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}

// Step 2, 0.303 ms: each row of the tile is one word longer, so row r begins in bank r and a column visits all banks.
__global__ void transpose_padded(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}

// Step 3, 0.152 ms: 32 x 8 threads move four elements each. The four loads do not wait for each other, so four times
// as many bytes are on their way per thread, and that is what the memory system needs to be busy. Counters are those
// of step 2: the waiting was the difference, not the traffic.
__global__ void transpose_padded_four(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[static_cast<size_t>(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += ROWS)
        if (x < height && y + i < width)
            out[static_cast<size_t>(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

void transpose(const float *in, float *out, int width, int height) {
    dim3 block(TILE, ROWS);
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    transpose_padded_four<<<grid, block>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
