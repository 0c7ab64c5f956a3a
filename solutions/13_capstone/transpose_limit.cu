// transpose_limit.cu - out = transpose of in, with more and more bytes in flight.
//
// No step wastes a sector or meets a bank conflict. They differ in what a warp asks for before it waits, the last one in
// the order of the blocks. Times are those of 8192 x 8192 floats on an H200
// (chapters/13_capstone/figures/h200_peers.csv), where a copy takes 0.126 ms:
//
//     step                 padded    four    vectors    columns
//     bytes of a warp         128     512       2048       2048
//     milliseconds          0.296   0.147      0.131      0.129
//
//= student: Ada Lovelace
//= rows_across: 960
//= rows_down: 128
//= bytes_in_a_row: 3072
#include "workbook.h"

constexpr int TILE = 32;
constexpr int ROWS = 8; // rows of threads in a block of step 1

// Step 0: one element a thread. The barrier needs what was loaded, so a warp waits with 32 floats in flight.
//
// Step 1: the same kernel with 32 x 8 threads. Each loads four elements before the barrier, and none of the loads needs
// another.
template <int THREAD_ROWS> __global__ void padded_kernel(const float *in, float *out, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += THREAD_ROWS)
        if (x < width && y + i < height)
            tile[threadIdx.y + i][threadIdx.x] = in[static_cast<size_t>(y + i) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int i = 0; i < TILE; i += THREAD_ROWS)
        if (x < height && y + i < width)
            out[static_cast<size_t>(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

// Step 2: a block turns 64 x 64 elements, a thread a square of 4 x 4. It loads four float4, one of each row of its
// square, and turns the square in registers: the first elements of the four rows are the first turned row.
//
// A turned row of the tile has 16 float4. Threads of a warp write rows that are 4 apart, so unmoved they would meet in
// the same banks. Column c of row r therefore lies at c ^ (r / 4), as in chapter 06, but by fours.
constexpr int SIDE = 16; // of a block of threads, and the float4 in a row of the tile

//
// Step 3: blocks run in the order of their numbers, blockIdx.x first. In step 2 the blocks that run together read whole
// rows of `in` and write pieces of 256 bytes into rows of `out` that are far apart. With COLUMNS the blocks' x and y
// change places: now they read pieces and write whole rows. Memory likes that better, since it can read ahead of what is
// asked for, but not write ahead of what is stored.
template <bool COLUMNS> __global__ void vectors_kernel(const float *in, float *out, int width, int height) {
    __shared__ float4 tile[4 * SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int block_x = COLUMNS ? blockIdx.y : blockIdx.x, block_y = COLUMNS ? blockIdx.x : blockIdx.y;
    int x = (block_x * SIDE + tx) * 4, y = (block_y * SIDE + ty) * 4; // of the square in `in`
    if (x < width && y < height) {
        float4 rows[4];
        for (int i = 0; i < 4; i++)
            rows[i] = *reinterpret_cast<const float4 *>(in + static_cast<size_t>(y + i) * width + x);
        tile[4 * tx + 0][ty ^ tx] = make_float4(rows[0].x, rows[1].x, rows[2].x, rows[3].x);
        tile[4 * tx + 1][ty ^ tx] = make_float4(rows[0].y, rows[1].y, rows[2].y, rows[3].y);
        tile[4 * tx + 2][ty ^ tx] = make_float4(rows[0].z, rows[1].z, rows[2].z, rows[3].z);
        tile[4 * tx + 3][ty ^ tx] = make_float4(rows[0].w, rows[1].w, rows[2].w, rows[3].w);
    }
    __syncthreads();
    x = (block_y * SIDE + tx) * 4; // of the square in `out`
    y = (block_x * SIDE + ty) * 4;
    if (x < height && y < width)
        for (int i = 0; i < 4; i++)
            *reinterpret_cast<float4 *>(out + static_cast<size_t>(y + i) * height + x) = tile[4 * ty + i][tx ^ ty];
}

static void transpose_padded(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    padded_kernel<TILE><<<grid, dim3(TILE, TILE)>>>(in, out, width, height);
}
static void transpose_four(const float *in, float *out, int width, int height) {
    dim3 grid(ceil_div(width, TILE), ceil_div(height, TILE));
    padded_kernel<ROWS><<<grid, dim3(TILE, ROWS)>>>(in, out, width, height);
}
// A float4 lies at a multiple of 16 bytes in every row only if rows are multiples of four floats. Other sizes take the
// step before.
template <bool COLUMNS> static void by_vectors(const float *in, float *out, int width, int height) {
    if (width % 4 || height % 4) return transpose_four(in, out, width, height);
    dim3 grid(ceil_div(width, 4 * SIDE), ceil_div(height, 4 * SIDE));
    if (COLUMNS) grid = dim3(grid.y, grid.x);
    vectors_kernel<COLUMNS><<<grid, dim3(SIDE, SIDE)>>>(in, out, width, height);
}
static void transpose_vectors(const float *in, float *out, int width, int height) {
    by_vectors<false>(in, out, width, height);
}
static void transpose_columns(const float *in, float *out, int width, int height) {
    by_vectors<true>(in, out, width, height);
}

LADDER(transpose, transpose_padded, transpose_four, transpose_vectors, transpose_columns)

void transpose(const float *in, float *out, int width, int height) {
    LADDER_STEP(transpose)(in, out, width, height);
    CHECK(cudaGetLastError());
}
