// eight_by_six.cu - Results of 8 x 6 a thread in blocks of 16 x 8 threads.
#include "workbook.h"
constexpr int ROWS = 8, COLUMNS = 6, ACROSS = 16, DOWN = 8, DEEP = 16;
constexpr int WIDE = ACROSS * COLUMNS, HIGH = DOWN * ROWS; // 96 x 64

__global__ void __launch_bounds__(ACROSS *DOWN) tiles(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[DEEP][HIGH + 1];
    __shared__ float b[DEEP][WIDE];
    const int t = threadIdx.y * ACROSS + threadIdx.x, top = blockIdx.y * HIGH, left = blockIdx.x * WIDE;
    float sums[ROWS][COLUMNS] = {};
    for (int first = 0; first < k; first += DEEP) {
        for (int i = t; i < HIGH * DEEP; i += ACROSS * DOWN) {
            int row = top + i / DEEP, p = first + i % DEEP;
            a[i % DEEP][i / DEEP] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        }
        for (int i = t; i < WIDE * DEEP; i += ACROSS * DOWN) {
            int p = first + i / WIDE, column = left + i % WIDE;
            b[i / WIDE][i % WIDE] = p < k && column < n ? B[static_cast<size_t>(p) * n + column] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < DEEP; p++) {
            float x[ROWS], y[COLUMNS];
#pragma unroll
            for (int i = 0; i < ROWS; i++) x[i] = a[p][threadIdx.y + DOWN * i];
#pragma unroll
            for (int j = 0; j < COLUMNS; j++) y[j] = b[p][threadIdx.x + ACROSS * j];
#pragma unroll
            for (int i = 0; i < ROWS; i++)
#pragma unroll
                for (int j = 0; j < COLUMNS; j++) sums[i][j] = fmaf(x[i], y[j], sums[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int row = top + threadIdx.y + DOWN * i, column = left + threadIdx.x + ACROSS * j;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    tiles<<<dim3(ceil_div(n, WIDE), ceil_div(m, HIGH)), dim3(ACROSS, DOWN)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
