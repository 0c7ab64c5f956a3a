#include "workbook.h"

constexpr int TILE = 32;

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ alignas(16) float tile[TILE][TILE];
    int lane = threadIdx.x, warp = threadIdx.y; // 32 x 8
    int x = blockIdx.x * TILE + lane;
    for (int r = warp; r < TILE; r += 8) {
        int y = blockIdx.y * TILE + r;
        if (x < width && y < height) tile[r][lane] = in[y * width + x];
    }
    __syncthreads();
    // warp w: columns 4 w .. 4 w + 3, all 32 rows: four matrices of 8 rows of 16 bytes
    unsigned a[4], at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[lane][4 * warp]));
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at) : "memory");
    for (int m = 0; m < 4; m++) {
        int column = blockIdx.x * TILE + 4 * warp + lane % 4, row = blockIdx.y * TILE + 8 * m + lane / 4;
        if (column < width && row < height) out[column * height + row] = __uint_as_float(a[m]);
    }
}

void transpose(const float *in, float *out, int width, int height) {
    turn<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), dim3(32, 8)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
