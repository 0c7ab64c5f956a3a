// four_rows_a_thread.cu - Tiles of 32 x 32 with 32 x 8 threads, each with four rows of C; asynchronous copies zero what
// lies outside.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int TILE = 32, ROWS = 8, EACH = TILE / ROWS;

__device__ void bring(float *cell, const float *from, bool inside) {
    __pipeline_memcpy_async(cell, from, sizeof(float), inside ? 0 : sizeof(float));
}

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    float sums[EACH] = {};
    for (int first = 0; first < k; first += TILE) {
        for (int e = 0; e < EACH; e++) {
            int r = threadIdx.y + e * ROWS, row = blockIdx.y * TILE + r;
            bool a = row < m && first + threadIdx.x < k, b = first + r < k && column < n;
            bring(&A_tile[r][threadIdx.x], a ? &A[static_cast<size_t>(row) * k + first + threadIdx.x] : A, a);
            bring(&B_tile[r][threadIdx.x], b ? &B[static_cast<size_t>(first + r) * n + column] : B, b);
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            for (int e = 0; e < EACH; e++) sums[e] += A_tile[threadIdx.y + e * ROWS][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    for (int e = 0; e < EACH; e++) {
        int row = blockIdx.y * TILE + threadIdx.y + e * ROWS;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[e];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), dim3(TILE, ROWS)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
