// one_wide_tile.cu - All four tiles of B at once in dynamic memory: two barriers a phase and not eight.
#include "workbook.h"

template <int FACTOR>
__global__ void matmul_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, size_t m,
                              size_t n, size_t k) {
    constexpr int T = 32, WIDE = T * FACTOR;
    extern __shared__ float room[];
    float *a = room, *b = room + T * T;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const size_t row = size_t{blockIdx.y} * T + ty, left = size_t{blockIdx.x} * WIDE + tx;
    float sums[FACTOR] = {};
    for (size_t first = 0; first < k; first += T) {
        a[ty * T + tx] = row < m && first + tx < k ? A[row * k + first + tx] : 0;
#pragma unroll
        for (int c = 0; c < FACTOR; c++)
            b[ty * WIDE + c * T + tx] = first + ty < k && left + c * T < n ? B[(first + ty) * n + left + c * T] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++)
#pragma unroll
            for (int c = 0; c < FACTOR; c++) sums[c] += a[ty * T + p] * b[p * WIDE + c * T + tx];
        __syncthreads();
    }
    for (int c = 0; c < FACTOR; c++)
        if (row < m && left + c * T < n) C[row * n + left + c * T] = sums[c];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    constexpr int factor = 4, bytes = 32 * 32 * (1 + factor) * sizeof(float);
    matmul_kernel<factor><<<dim3(ceil_div(n, 32 * factor), ceil_div(m, 32)), dim3(32, 32), bytes>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
