// most: 55
// says: passes (shared, local, shuffles) per 32 products
// limit-two_reads_a_product.cu - a block has 64 x 64 results, but a thread reads both factors of every product.
#include "workbook.h"

constexpr int SIDE = 16, DEPTH = 16, EACH = 4;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ volatile float A_tile[SIDE * EACH][DEPTH];
    __shared__ volatile float B_tile[DEPTH][SIDE * EACH + SIDE];
    float sums[EACH][EACH] = {};
    int first_row = blockIdx.y * SIDE * EACH + threadIdx.y, first_column = blockIdx.x * SIDE * EACH + threadIdx.x;
    for (int phase = 0; phase < ceil_div(k, DEPTH); phase++) {
        int a_column = phase * DEPTH + threadIdx.x, b_row = phase * DEPTH + threadIdx.y;
        for (int i = 0; i < EACH; i++) {
            int row = first_row + i * SIDE, column = first_column + i * SIDE;
            A_tile[threadIdx.y + i * SIDE][threadIdx.x] =
                row < m && a_column < k ? A[static_cast<size_t>(row) * k + a_column] : 0;
            B_tile[threadIdx.y][threadIdx.x + i * SIDE] =
                b_row < k && column < n ? B[static_cast<size_t>(b_row) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++)
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sums[i][j] += A_tile[threadIdx.y + i * SIDE][p] * B_tile[p][threadIdx.x + j * SIDE];
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            int row = first_row + i * SIDE, column = first_column + j * SIDE;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, SIDE * EACH), ceil_div(m, SIDE * EACH)), dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
