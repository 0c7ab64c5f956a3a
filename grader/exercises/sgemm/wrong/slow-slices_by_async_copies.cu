// slices_by_async_copies.cu - Slices come by asynchronous copies, A float by float into its turned place, B by 16
//
// says: but slow
// bytes; two buffers.
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int S = 128, D = 8;

struct Slice {
    alignas(16) float a[D][S + 4], b[D][S];
};

template <int FLOATS>
__global__ void __launch_bounds__(256) matmul_kernel(const float *__restrict__ A, const float *__restrict__ B,
                                                     float *__restrict__ C, int m, int n, int k) {
    __shared__ Slice slices[2];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16, top = blockIdx.y * S, left = blockIdx.x * S;
    float sums[8][8] = {};
    auto bring = [&](int first, Slice &slice) {
        for (int i = 0; i < 4; i++) {
            int r = t / D + 32 * i, p = t % D;
            bool inside = top + r < m && first + p < k;
            __pipeline_memcpy_async(&slice.a[p][r], inside ? A + size_t(top + r) * k + first + p : A, 4,
                                    inside ? 0 : 4);
        }
        for (int i = 0; i < 4 / FLOATS; i++) {
            int e = (t + 256 * i) * FLOATS, p = e / S, c = e % S;
            bool inside = first + p < k && left + c < n;
            __pipeline_memcpy_async(&slice.b[p][c], inside ? B + size_t(first + p) * n + left + c : B, 4 * FLOATS,
                                    inside ? 0 : 4 * FLOATS);
        }
        __pipeline_commit();
    };
    bring(0, slices[0]);
    for (int first = 0, now = 0; first < k; first += D, now ^= 1) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (first + D < k) bring(first + D, slices[now ^ 1]);
#pragma unroll
        for (int p = 0; p < D; p++) {
            float x[8], y[8];
#pragma unroll
            for (int h = 0; h < 2; h++) {
                reinterpret_cast<float4 *>(x)[h] = reinterpret_cast<float4 *>(slices[now].a[p])[ty + 16 * h];
                reinterpret_cast<float4 *>(y)[h] = reinterpret_cast<float4 *>(slices[now].b[p])[tx + 16 * h];
            }
#pragma unroll
            for (int i = 0; i < 64; i++) sums[i / 8][i % 8] = fmaf(x[i / 8], y[i % 8], sums[i / 8][i % 8]);
        }
    }
#pragma unroll
    for (int i = 0; i < 64; i += FLOATS) {
        int row = top + i / 32 * 64 + 4 * ty + i / 8 % 4, column = left + i % 8 / 4 * 64 + 4 * tx + i % 4;
        const float *sum = &sums[i / 8][i % 8];
        if (row >= m || column >= n) continue;
        if constexpr (FLOATS == 4)
            reinterpret_cast<float4 &>(C[size_t(row) * n + column]) = make_float4(sum[0], sum[1], sum[2], sum[3]);
        else C[size_t(row) * n + column] = *sum;
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    auto kernel = n % 4 == 0 ? matmul_kernel<4> : matmul_kernel<1>;
    kernel<<<dim3(ceil_div(n, S), ceil_div(m, S)), 256>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
