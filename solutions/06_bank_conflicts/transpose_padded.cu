// transpose_padded.cu - out = transpose of in: naive, tiled, padded, exchanged, and with more bytes in flight.
//
// Times are medians for 8192 x 8192 floats on an H200, where a device-to-device copy takes 0.133 ms.
#include "workbook.h"

constexpr int TILE = 32;
constexpr int ROWS = 8; // rows of threads in a block of the last kernel

// Step 0, 0.969 ms: reads rows (4 sectors per request), writes columns (32 sectors per request).
__global__ void naive_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

// Step 1, 32 words wide, 0.530 ms: turns the tile in shared memory, so rows are read and written at 4 sectors per request.
// But a warp reads a column of the tile: 32 words, all in one bank, 31 conflicts per request.
//
// Step 2, 33 words wide, 0.304 ms: row r begins in bank r, and a column visits all banks.
template <int WIDTH> __global__ void tiled_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][WIDTH];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width) out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y];
}

// Step 3, 0.307 ms: no padding. Element [r][c] lies at column c ^ r of its row: another order of the same 32 banks in
// every row.
__global__ void exchanged_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[static_cast<size_t>(y) * height + x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// Step 4, 0.155 ms: 32 x 8 threads move four elements each. The four loads do not wait for each other, so four times
// as many bytes are in flight per thread, and that is what the memory system needs to be busy. Counters are those
// of step 2: the waiting was the difference, not the traffic.
__global__ void padded_four_kernel(const float *in, float *out, int width, int height) {
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

static dim3 blocks(int width, int height) { return dim3(ceil_div(width, TILE), ceil_div(height, TILE)); }

static void transpose_naive(const float *in, float *out, int width, int height) {
    naive_kernel<<<blocks(width, height), dim3(TILE, TILE)>>>(in, out, width, height);
}
static void transpose_tiled(const float *in, float *out, int width, int height) {
    tiled_kernel<TILE><<<blocks(width, height), dim3(TILE, TILE)>>>(in, out, width, height);
}
static void transpose_padded(const float *in, float *out, int width, int height) {
    tiled_kernel<TILE + 1><<<blocks(width, height), dim3(TILE, TILE)>>>(in, out, width, height);
}
static void transpose_exchanged(const float *in, float *out, int width, int height) {
    exchanged_kernel<<<blocks(width, height), dim3(TILE, TILE)>>>(in, out, width, height);
}
static void transpose_padded_four(const float *in, float *out, int width, int height) {
    padded_four_kernel<<<blocks(width, height), dim3(TILE, ROWS)>>>(in, out, width, height);
}

LADDER(transpose, transpose_naive, transpose_tiled, transpose_padded, transpose_exchanged, transpose_padded_four)

void transpose(const float *in, float *out, int width, int height) {
    LADDER_STEP(transpose)(in, out, width, height);
    CHECK(cudaGetLastError());
}
