// Warps own 64 x 32 elements; B's slices are copied asynchronously, A's are turned on their way.
//
// says: but slow
#include "workbook.h"
#include <cuda_pipeline.h>
template <int DEEP, bool V> __global__ void __launch_bounds__(256) gemm(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ __align__(16) float a[DEEP][132], b[DEEP][128];
    int t = threadIdx.x, lane = t % 32, w = t / 32;
    int wr = w / 4 * 64, wc = w % 4 * 32; // of the warp
    int lr = lane / 4 * 4, lc = lane % 4 * 4;
    int r0 = blockIdx.y * 128, c0 = blockIdx.x * 128;
    float acc[8][8] = {};
    for (int f = 0; f < k; f += DEEP) {
#pragma unroll
        for (int e = t; e < DEEP * 32; e += 256) {
            int p = e / 32, c = e % 32 * 4;
            if (V) {
                if (f + p < k && c0 + c < n) __pipeline_memcpy_async(&b[p][c], B + (size_t)(f + p) * n + c0 + c, 16);
                else *(float4 *)&b[p][c] = float4{};
            } else
                for (int j = 0; j < 4; j++) b[p][c + j] = f + p < k && c0 + c + j < n ? B[(size_t)(f + p) * n + c0 + c + j] : 0;
        }
        __pipeline_commit();
#pragma unroll
        for (int e = t; e < DEEP * 32; e += 256) {
            int r = e / (DEEP / 4), p = e % (DEEP / 4) * 4;
            float v[4];
            if (V) {
                float4 q = r0 + r < m && f + p < k ? *(const float4 *)(A + (size_t)(r0 + r) * k + f + p) : float4{};
                v[0] = q.x; v[1] = q.y; v[2] = q.z; v[3] = q.w;
            } else
                for (int j = 0; j < 4; j++) v[j] = r0 + r < m && f + p + j < k ? A[(size_t)(r0 + r) * k + f + p + j] : 0;
            for (int j = 0; j < 4; j++) a[p + j][r] = v[j];
        }
        __pipeline_wait_prior(0);
        __syncthreads();
#pragma unroll
        for (int p = 0; p < DEEP; p++) {
            float x[8], y[8];
            *(float4 *)x = *(float4 *)&a[p][wr + lr];
            *(float4 *)(x + 4) = *(float4 *)&a[p][wr + 32 + lr];
            *(float4 *)y = *(float4 *)&b[p][wc + lc];
            *(float4 *)(y + 4) = *(float4 *)&b[p][wc + 16 + lc];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) acc[i][j] += x[i] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int r = r0 + wr + (i / 4) * 32 + lr + i % 4;
        if (r >= m) continue;
#pragma unroll
        for (int h = 0; h < 2; h++) {
            int c = c0 + wc + h * 16 + lc;
            float *to = C + (size_t)r * n + c;
            if (V) { if (c < n) *(float4 *)to = make_float4(acc[i][4 * h], acc[i][4 * h + 1], acc[i][4 * h + 2], acc[i][4 * h + 3]); }
            else
                for (int j = 0; j < 4; j++)
                    if (c + j < n) to[j] = acc[i][4 * h + j];
        }
    }
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, 128), ceil_div(m, 128));
    if (n % 4 || k % 4) gemm<16, false><<<grid, 256>>>(A, B, C, m, n, k);
    else gemm<16, true><<<grid, 256>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
