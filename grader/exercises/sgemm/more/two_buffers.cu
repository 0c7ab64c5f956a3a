// two_buffers.cu - The lesson's step 3: ask for the next slice, add products, store it into the other buffer, one
// barrier.
#include "workbook.h"

constexpr int S = 128, D = 8;

template <bool VECTORS> __device__ float4 four(const float *matrix, int row, int rows, int column, int columns) {
    const float *from = matrix + static_cast<size_t>(row) * columns + column;
    float4 v = {0, 0, 0, 0};
    if (row >= rows || column >= columns) return v;
    if (VECTORS) return *reinterpret_cast<const float4 *>(from);
    v.x = from[0];
    if (column + 1 < columns) v.y = from[1];
    if (column + 2 < columns) v.z = from[2];
    if (column + 3 < columns) v.w = from[3];
    return v;
}

template <bool VECTORS>
__global__ void __launch_bounds__(256, 2) matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ alignas(16) float a[2][D][S + 4];
    __shared__ alignas(16) float b[2][D][S];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, top = blockIdx.y * S, left = blockIdx.x * S;
    float sums[8][8] = {};
    float4 next_a, next_b;
    auto ask = [&](int first) {
        next_a = four<VECTORS>(A, top + t / 2, m, first + t % 2 * 4, k);
        next_b = four<VECTORS>(B, first + t / 32, k, left + t % 32 * 4, n);
    };
    auto store = [&](int buffer) {
        int row = t / 2, p = t % 2 * 4;
        a[buffer][p][row] = next_a.x;
        a[buffer][p + 1][row] = next_a.y;
        a[buffer][p + 2][row] = next_a.z;
        a[buffer][p + 3][row] = next_a.w;
        reinterpret_cast<float4 *>(b[buffer][t / 32])[t % 32] = next_b;
    };
    ask(0);
    store(0);
    __syncthreads();
    for (int first = 0, buffer = 0; first < k; first += D, buffer ^= 1) {
        bool more = first + D < k;
        if (more) ask(first + D);
#pragma unroll
        for (int p = 0; p < D; p++) {
            const float4 *row_a = reinterpret_cast<float4 *>(a[buffer][p]),
                         *row_b = reinterpret_cast<float4 *>(b[buffer][p]);
            float4 fours[4] = {row_a[ty], row_a[ty + 16], row_b[tx], row_b[tx + 16]};
            float x[8] = {fours[0].x, fours[0].y, fours[0].z, fours[0].w,
                          fours[1].x, fours[1].y, fours[1].z, fours[1].w};
            float y[8] = {fours[2].x, fours[2].y, fours[2].z, fours[2].w,
                          fours[3].x, fours[3].y, fours[3].z, fours[3].w};
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++) sums[i][j] += x[i] * y[j];
        }
        if (more) store(buffer ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j += 4) {
            int row = top + i / 4 * 64 + 4 * ty + i % 4, column = left + j / 4 * 64 + 4 * tx;
            if (row >= m) continue;
            float *to = C + static_cast<size_t>(row) * n + column;
            if (VECTORS) {
                if (column < n)
                    *reinterpret_cast<float4 *>(to) =
                        make_float4(sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
            } else {
                for (int e = 0; e < 4; e++)
                    if (column + e < n) to[e] = sums[i][j + e];
            }
        }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, S), ceil_div(m, S));
    if (n % 4 == 0 && k % 4 == 0) matmul_kernel<true><<<grid, 256>>>(A, B, C, m, n, k);
    else matmul_kernel<false><<<grid, 256>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
