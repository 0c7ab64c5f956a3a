// four_by_eight.cu - 128 threads, 64 x 64 elements; rows of four, columns in two float4.
#include "workbook.h"

constexpr int TX = 8, TY = 16, DEPTH = 8, SIDE = 64;

template <typename T> __device__ T inside(const T *matrix, int row, int rows, int column, int columns) {
    return row < rows && column < columns ? matrix[static_cast<size_t>(row) * columns + column] : T{};
}

__global__ void __launch_bounds__(TX *TY) multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a_tile[DEPTH][SIDE + 4], b_tile[DEPTH][SIDE];
    int tx = threadIdx.x % TX, ty = threadIdx.x / TX, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    float sums[4][8] = {};
    for (int first = 0; first < k; first += DEPTH) {
        for (int i = threadIdx.x; i < SIDE * DEPTH; i += TX * TY) {
            a_tile[i % DEPTH][i / DEPTH] = inside(A, top + i / DEPTH, m, first + i % DEPTH, k);
            b_tile[i / SIDE][i % SIDE] = inside(B, first + i / SIDE, k, left + i % SIDE, n);
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float a[4], b[8];
            for (int i = 0; i < 4; i++) a[i] = a_tile[p][ty + i * TY];
            for (int j = 0; j < 8; j++) b[j] = b_tile[p][tx + j * TX];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 8; j++) sums[i][j] = fmaf(a[i], b[j], sums[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++) {
            int row = top + ty + i * TY, column = left + tx + j * TX;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), TX * TY>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
