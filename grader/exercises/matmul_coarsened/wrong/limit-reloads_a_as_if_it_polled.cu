// trick: A is loaded again for each of four tiles, volatile, as a thread polls that waits for another
// like: limit-reloads_a.edit
// says: Load the A tile of a phase once
#include "workbook.h"

constexpr int TILE = 32;
__global__ void kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE], B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, first_column = blockIdx.x * TILE * 4 + threadIdx.x;
    float sums[4] = {};
    for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
        int a_column = phase * TILE + threadIdx.x, b_row = phase * TILE + threadIdx.y;
#pragma unroll 1
        for (int c = 0; c < 4; c++) {
            int column = first_column + c * TILE;
            const volatile float *polled = A + static_cast<size_t>(row) * k + a_column;
            A_tile[threadIdx.y][threadIdx.x] = row < m && a_column < k ? *polled : 0;
            B_tile[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
            __syncthreads();
            float sum = 0;
            for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
            for (int i = 0; i < 4; i++)
                if (i == c) sums[i] += sum;
            __syncthreads();
        }
    }
    for (int c = 0; c < 4; c++) {
        int column = first_column + c * TILE;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[c];
    }
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    kernel<<<dim3(ceil_div(n, TILE * 4), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
