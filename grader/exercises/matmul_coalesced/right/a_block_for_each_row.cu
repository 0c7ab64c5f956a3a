// a_block_for_each_row.cu - blocks of one dimension: a block has a row of C, and holds the row of A in shared memory.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

extern __shared__ float row_of_a[];

__global__ void multiply_row(const float *A, const float *B, float *C, int n, int k) {
    const float *from = A + static_cast<size_t>(blockIdx.x) * k;
    for (int p = threadIdx.x; p < k; p += blockDim.x) row_of_a[p] = from[p];
    __syncthreads();
    for (int column = threadIdx.x; column < n; column += blockDim.x) {
        double sum = 0;
        for (int p = 0; p < k; p++) sum += static_cast<double>(row_of_a[p]) * B[static_cast<size_t>(p) * n + column];
        C[static_cast<size_t>(blockIdx.x) * n + column] = static_cast<float>(sum);
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply_row<<<m, 96, k * sizeof(float)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
