#include "workbook.h"

constexpr int TILE = 32;

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ alignas(16) float tile[TILE][TILE];
    int lane = threadIdx.x, warp = threadIdx.y;
    // a warp stores four rows of the turned tile's columns: matrix m: lane holds in[row 4 * warp + lane % 4][8 m + lane / 4]
    unsigned a[4];
    for (int m = 0; m < 4; m++) {
        int x = blockIdx.x * TILE + 8 * m + lane / 4, y = blockIdx.y * TILE + 4 * warp + lane % 4;
        a[m] = x < width && y < height ? __float_as_uint(in[static_cast<size_t>(y) * width + x]) : 0;
    }
    unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane][4 * warp]));
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%4], {%0,%1,%2,%3};"
                 :: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(at) : "memory");
    __syncthreads();
    for (int r = warp; r < TILE; r += 8) {
        int row = blockIdx.x * TILE + r, column = blockIdx.y * TILE + lane;
        if (row < width && column < height) out[static_cast<size_t>(row) * height + column] = tile[r][lane];
    }
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(32, 8)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
