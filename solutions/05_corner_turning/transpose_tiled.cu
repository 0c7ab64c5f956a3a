// transpose_tiled.cu - out = transpose of in: two forms without a tile, each wrong on one side, and one with.
//
// Sectors are those loaded and stored for every 32 elements, times those of 8192 x 8192 on an H200.
//
//= student: Ada Lovelace
//= sectors_loaded: 3840
//= sectors_stored: 1920
#include "workbook.h"

constexpr int TILE = 32;

// Step 0, 4 and 32 sectors, 0.968 ms: lanes follow a row of in, so they write down a column of out.
__global__ void read_rows_kernel(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

// Step 1, 32 and 4 sectors, 0.394 ms: lanes follow a row of out, so they read down a column of in. The stride moved to
// the other side. Reading is the better side to have it on, for what one warp leaves of a sector stays in the cache for
// the next.
__global__ void write_rows_kernel(const float *in, float *out, int width, int height) {
    int y = blockIdx.x * TILE + threadIdx.x;
    int x = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

// Step 2, 4 and 4 sectors, 0.528 ms: a row of in becomes a row of the tile; behind the barrier a column of the tile
// becomes a row of out. No sector is wasted, and yet step 1 is faster: a column of this tile lies in one bank (chapter
// 06).
__global__ void tiled_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    __syncthreads();
    int out_x = blockIdx.y * TILE + threadIdx.x; // the block moves across the diagonal, the lanes do not
    int out_y = blockIdx.x * TILE + threadIdx.y;
    if (out_x < height && out_y < width)
        out[static_cast<size_t>(out_y) * height + out_x] = tile[threadIdx.x][threadIdx.y];
}

static void transpose_reading_rows(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    read_rows_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, width, height);
}

static void transpose_writing_rows(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(height, TILE), ceil_div(width, TILE));
    write_rows_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, width, height);
}

static void transpose_tiled(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    tiled_kernel<<<grid, dim3(TILE, TILE)>>>(in, out, width, height);
}

LADDER(transpose, transpose_reading_rows, transpose_writing_rows, transpose_tiled)

void transpose(const float *in, float *out, int width, int height) {
    LADDER_STEP(transpose)(in, out, width, height);
    CHECK(cudaGetLastError());
}
