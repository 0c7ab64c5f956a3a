// eight_by_eight.cu - 8 x 8 results a thread in blocks of 128 x 128, slices of 8 of p, the rows of A read by float4.
#include "workbook.h"

constexpr int S = 128, D = 8;

__global__ void __launch_bounds__(256) matmul_kernel(const float *__restrict__ A, const float *__restrict__ B,
                                                     float *__restrict__ C, int m, int n, int k) {
    __shared__ alignas(16) float a[D][S + 4], b[D][S];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, top = blockIdx.y * S, left = blockIdx.x * S;
    float sums[8][8] = {};
    for (int first = 0; first < k; first += D) {
        for (int i = 0; i < 4; i++) {
            int r = t / 8 + 32 * i, p = t % 8;
            a[p][r] = top + r < m && first + p < k ? A[static_cast<size_t>(top + r) * k + first + p] : 0;
            int q = t / 128 + 2 * i, c = t % 128;
            b[q][c] = first + q < k && left + c < n ? B[static_cast<size_t>(first + q) * n + left + c] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < D; p++) {
            float4 high[2] = {reinterpret_cast<float4 *>(a[p])[ty], reinterpret_cast<float4 *>(a[p])[ty + 16]};
            const float *x = &high[0].x, *y = &b[p][tx];
#pragma unroll
            for (int i = 0; i < 64; i++) sums[i / 8][i % 8] += x[i / 8] * y[i % 8 * 16];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) {
            int row = top + i / 4 * 64 + 4 * ty + i % 4, column = left + tx + 16 * j;
            if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, S), ceil_div(m, S)), 256>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
