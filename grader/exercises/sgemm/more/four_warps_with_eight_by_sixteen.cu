// four_warps_with_eight_by_sixteen.cu - 128 threads with 8 x 16 results each: few warps, few barriers, one buffer. Odd
// sizes take a plain tiled kernel.
#include "workbook.h"

constexpr int S = 128, D = 8, THREADS = 128;

__global__ void __launch_bounds__(THREADS)
    fast(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int k) {
    __shared__ alignas(16) float a[D][S + 4], b[D][S];
    const int t = threadIdx.x, tx = t % 8, ty = t / 8, top = blockIdx.y * S, left = blockIdx.x * S;
    const float4 *from_a = reinterpret_cast<const float4 *>(A), *from_b = reinterpret_cast<const float4 *>(B);
    float sums[8][16] = {};
    for (int first = 0; first < k; first += D) {
        for (int i = 0; i < 2; i++) {
            int r = t / 2 + 64 * i, p = t % 2 * 4;
            float4 v = from_a[(static_cast<size_t>(top + r) * k + first + p) / 4];
            a[p][r] = v.x, a[p + 1][r] = v.y, a[p + 2][r] = v.z, a[p + 3][r] = v.w;
            int q = t / 32 + 4 * i, c = t % 32;
            reinterpret_cast<float4 *>(b[q])[c] = from_b[(static_cast<size_t>(first + q) * n + left) / 4 + c];
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < D; p++) {
            float x[8], y[16];
#pragma unroll
            for (int h = 0; h < 2; h++)
                reinterpret_cast<float4 *>(x)[h] = reinterpret_cast<float4 *>(a[p])[ty + 16 * h];
#pragma unroll
            for (int h = 0; h < 4; h++) reinterpret_cast<float4 *>(y)[h] = reinterpret_cast<float4 *>(b[p])[tx + 8 * h];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 16; j++) sums[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int h = 0; h < 4; h++) {
            size_t row = top + i / 4 * 64 + 4 * ty + i % 4;
            reinterpret_cast<float4 *>(C + row * n + left)[tx + 8 * h] =
                make_float4(sums[i][4 * h], sums[i][4 * h + 1], sums[i][4 * h + 2], sums[i][4 * h + 3]);
        }
}

__global__ void any(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int first = 0; first < k; first += 16) {
        a[ty][tx] = row < m && first + tx < k ? A[static_cast<size_t>(row) * k + first + tx] : 0;
        b[ty][tx] = first + ty < k && column < n ? B[static_cast<size_t>(first + ty) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++) sum += a[ty][p] * b[p][tx];
        __syncthreads();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    if (m % S == 0 && n % S == 0 && k % D == 0) fast<<<dim3(n / S, m / S), THREADS>>>(A, B, C, m, n, k);
    else any<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
