// trick: factors and sums lie in local memory, and no register holds one
// like: limit-two_reads_a_product.cu
// says: passes (shared, local, shuffles) per 32 products
// limit-sums_in_local_memory.cu - a thread takes its factors from shared memory once, and then from its own.
#include "workbook.h"

constexpr int SIDE = 16, DEPTH = 16, EACH = 4;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[SIDE * EACH][DEPTH];
    __shared__ float B_tile[DEPTH][SIDE * EACH + SIDE];
    volatile float sums[EACH * EACH], a[EACH], b[EACH];
    int first_row = blockIdx.y * SIDE * EACH + threadIdx.y, first_column = blockIdx.x * SIDE * EACH + threadIdx.x;
    for (int e = 0; e < EACH * EACH; e++) sums[e] = 0;
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
        for (int p = 0; p < DEPTH; p++) {
            for (int i = 0; i < EACH; i++) a[i] = A_tile[threadIdx.y + i * SIDE][p];
            for (int j = 0; j < EACH; j++) b[j] = B_tile[p][threadIdx.x + j * SIDE];
            for (int e = 0; e < EACH * EACH; e++) sums[e] = sums[e] + a[e / EACH] * b[e % EACH];
        }
        __syncthreads();
    }
    for (int e = 0; e < EACH * EACH; e++) {
        int row = first_row + e / EACH * SIDE, column = first_column + e % EACH * SIDE;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[e];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, SIDE * EACH), ceil_div(m, SIDE * EACH)), dim3(SIDE, SIDE)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
