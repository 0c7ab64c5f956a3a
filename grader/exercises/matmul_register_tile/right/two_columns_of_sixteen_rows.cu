// A warp computes 16 x 64 elements: each thread has two neighbouring columns and stores float2.
#include "workbook.h"
__global__ void __launch_bounds__(128) mm(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[64][16];
    __shared__ float2 b[16][32];
    int lane = threadIdx.x, w = threadIdx.y, t = w * 32 + lane, r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    float2 s[16];
    for (auto &e : s) e = make_float2(0, 0);
    for (int f = 0; f < k; f += 16) {
        for (int i = t; i < 1024; i += 128) {
            int r = i / 16, p = i % 16, c = i % 64, q = i / 64;
            a[r][p] = r0 + r < m && f + p < k ? A[(size_t)(r0 + r) * k + f + p] : 0;
            reinterpret_cast<float *>(b[q])[c] = f + q < k && c0 + c < n ? B[(size_t)(f + q) * n + c0 + c] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p += 4) {
            float2 v0 = b[p][lane], v1 = b[p + 1][lane], v2 = b[p + 2][lane], v3 = b[p + 3][lane];
#pragma unroll
            for (int i = 0; i < 16; i++) {
                float4 x = *reinterpret_cast<const float4 *>(&a[w * 16 + i][p]);
                s[i].x += x.x * v0.x + x.y * v1.x + x.z * v2.x + x.w * v3.x;
                s[i].y += x.x * v0.y + x.y * v1.y + x.z * v2.y + x.w * v3.y;
            }
        }
        __syncthreads();
    }
    int c = c0 + 2 * lane;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        int r = r0 + w * 16 + i;
        if (r >= m) break;
        if (n % 2 == 0) {
            if (c < n) *reinterpret_cast<float2 *>(C + (size_t)r * n + c) = s[i];
            continue;
        }
        if (c < n) C[(size_t)r * n + c] = s[i].x;
        if (c + 1 < n) C[(size_t)r * n + c + 1] = s[i].y;
    }
}
void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    mm<<<dim3(ceil_div(n, 64), ceil_div(m, 64)), dim3(32, 4)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
