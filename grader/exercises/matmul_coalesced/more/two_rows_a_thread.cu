// two_rows_a_thread.cu - a thread makes one column of two rows, and reads B through a read-only load once for both.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"

__global__ void __launch_bounds__(128) multiply(const float *__restrict__ A, const float *__restrict__ B,
                                                float *__restrict__ C, int m, int n, int k) {
    int column = blockIdx.x * 128 + threadIdx.x, row = 2 * blockIdx.y;
    if (column >= n) return;
    bool second = row + 1 < m;
    const float *upper = A + static_cast<size_t>(row) * k, *lower = second ? upper + k : upper;
    float2 sum = {0, 0};
    for (int p = 0; p < k; p++) {
        float b = __ldg(B + static_cast<size_t>(p) * n + column);
        sum.x += upper[p] * b;
        sum.y += lower[p] * b;
    }
    C[static_cast<size_t>(row) * n + column] = sum.x;
    if (second) C[static_cast<size_t>(row + 1) * n + column] = sum.y;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, 128), ceil_div(m, 2)), 128>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
