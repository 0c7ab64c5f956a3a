// tiles_by_async_copies.cu - Tiles of B come by asynchronous copies into one of two buffers, while the tile before is
// used.
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int TILE = 32, FACTOR = 4;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[TILE][TILE], b[2][TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, left = blockIdx.x * TILE * FACTOR + tx;
    float sums[FACTOR] = {};
    auto copy = [](float *to, const float *from, size_t at, bool inside) {
        __pipeline_memcpy_async(to, inside ? from + at : from, sizeof(float), inside ? 0 : sizeof(float));
    };
    for (int first = 0; first < k; first += TILE) {
        auto bring = [&](int c) {
            int column = left + c * TILE;
            copy(&b[c % 2][ty][tx], B, static_cast<size_t>(first + ty) * n + column, first + ty < k && column < n);
            __pipeline_commit();
        };
        copy(&a[ty][tx], A, static_cast<size_t>(row) * k + first + tx, row < m && first + tx < k);
        bring(0);
#pragma unroll
        for (int c = 0; c < FACTOR; c++) {
            if (c + 1 < FACTOR) bring(c + 1);
            __pipeline_wait_prior(c + 1 < FACTOR ? 1 : 0);
            __syncthreads();
            for (int p = 0; p < TILE; p++) sums[c] = fmaf(a[ty][p], b[c % 2][p][tx], sums[c]);
            __syncthreads();
        }
    }
    for (int c = 0; c < FACTOR; c++)
        if (row < m && left + c * TILE < n) C[static_cast<size_t>(row) * n + left + c * TILE] = sums[c];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, TILE * FACTOR), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
