// blocks_of_16_by_16.cu - Blocks of 16 x 16, which the lesson proposes to try, with the map of the second kernel.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;

    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[static_cast<size_t>(row) * k + p] * B[static_cast<size_t>(p) * n + column];
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(16, 16);
    dim3 grid(ceil_div(n, 16), ceil_div(m, 16));
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
