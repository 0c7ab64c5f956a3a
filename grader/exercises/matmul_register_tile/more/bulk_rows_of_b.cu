// bulk_rows_of_b.cu - B's rows come by bulk copies where they are aligned, and by loads at the edges.
#include "workbook.h"
#include <cstdint>
#include <cuda/barrier>

constexpr int BM = 64, BN = 64, BK = 16, THREADS = 256, SIDE = 4;

__global__ void __launch_bounds__(THREADS) multiply(const float *__restrict__ A, const float *__restrict__ B,
                                                    float *__restrict__ C, int m, int n, int k) {
    __shared__ float a[BK][BM + 4];
    __shared__ alignas(16) float b[BK][BN];
    __shared__ cuda::barrier<cuda::thread_scope_block> landed;
    int t = threadIdx.x, top = blockIdx.y * BM, left = blockIdx.x * BN, x = t % 16, y = t / 16;
    if (t == 0) init(&landed, THREADS);
    __syncthreads();
    float sum[SIDE][SIDE] = {};
    bool aligned = n % 4 == 0 && left + BN <= n;
    for (int p0 = 0; p0 < k; p0 += BK) {
        for (int i = t; i < BM * BK; i += THREADS) {
            int r = i / BK, p = i % BK;
            a[p][r] = top + r < m && p0 + p < k ? A[static_cast<size_t>(top + r) * k + p0 + p] : 0;
        }
        bool whole = aligned && p0 + BK <= k;
        if (whole && t == 0)
            for (int p = 0; p < BK; p++)
                cuda::memcpy_async(b[p], B + static_cast<size_t>(p0 + p) * n + left,
                                   cuda::aligned_size_t<16>(BN * sizeof(float)), landed);
        if (!whole)
            for (int i = t; i < BK * BN; i += THREADS) {
                int p = i / BN, c = i % BN;
                b[p][c] = p0 + p < k && left + c < n ? B[static_cast<size_t>(p0 + p) * n + left + c] : 0;
            }
        landed.arrive_and_wait();
#pragma unroll
        for (int p = 0; p < BK; p++) {
            float av[SIDE];
            float4 bv = *reinterpret_cast<float4 *>(&b[p][SIDE * x]);
            float bs[SIDE] = {bv.x, bv.y, bv.z, bv.w};
            for (int i = 0; i < SIDE; i++) av[i] = a[p][SIDE * y + i];
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++) sum[i][j] += av[i] * bs[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            int row = top + SIDE * y + i, column = left + SIDE * x + j;
            if (row >= m || column >= n) continue;
            if (j == 0 && n % 4 == 0) {
                *reinterpret_cast<float4 *>(&C[static_cast<size_t>(row) * n + column]) =
                    make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
                break;
            }
            C[static_cast<size_t>(row) * n + column] = sum[i][j];
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, BN), ceil_div(m, BM)), THREADS>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
