// blocks_of_96.cu - Blocks of 96 threads in one dimension: a stretch of a row of C. The sum runs backwards.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void matmul_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n,
                              int k) {
    int column = blockIdx.x * 96 + threadIdx.x;
    if (column >= n) return;
    const float *a = A + static_cast<size_t>(blockIdx.y) * k;
    const float *b = B + column;
    float sum = 0;
    for (int p = k - 1; p >= 0; --p) sum = fmaf(__ldg(a + p), __ldg(b + static_cast<size_t>(p) * n), sum);
    C[static_cast<size_t>(blockIdx.y) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3((n + 95) / 96, m), 96>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
