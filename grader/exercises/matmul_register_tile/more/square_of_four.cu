// square_of_four.cu - The lesson's: 16 x 16 threads, 4 x 4 results, elements of a slice numbered row by row, 16 words
// of padding.
#include "workbook.h"

constexpr int SIDE = 64, DEPTH = 16, THREADS = 256;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[SIDE][DEPTH];
    __shared__ float B_tile[DEPTH][SIDE + 16];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    float sums[4][4] = {};

    for (int first = 0; first < k; first += DEPTH) {
        for (int e = t; e < SIDE * DEPTH; e += THREADS) {
            int row = blockIdx.y * SIDE + e / DEPTH, p = first + e % DEPTH;
            A_tile[e / DEPTH][e % DEPTH] = row < m && p < k ? A[static_cast<size_t>(row) * k + p] : 0;
        }
        for (int e = t; e < SIDE * DEPTH; e += THREADS) {
            int p = first + e / SIDE, column = blockIdx.x * SIDE + e % SIDE;
            B_tile[e / SIDE][e % SIDE] = p < k && column < n ? B[static_cast<size_t>(p) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) {
            float a[4], b[4];
            for (int i = 0; i < 4; i++) a[i] = A_tile[ty + 16 * i][p];
            for (int j = 0; j < 4; j++) b[j] = B_tile[p][tx + 16 * j];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sums[i][j] += a[i] * b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int row = blockIdx.y * SIDE + ty + 16 * i, column = blockIdx.x * SIDE + tx + 16 * j;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, SIDE), ceil_div(m, SIDE)), THREADS>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
