// producer_and_consumers.cu - four warps load tiles, eight others multiply them.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
#include <cuda/barrier>

// 8 warps compute tiles of 32 x 32; 4 others load them, into two buffers. Barriers say which buffers are full, empty.
constexpr int TILE = 32, CONSUMERS = 256, PRODUCERS = 128;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[2][TILE][TILE], b[2][TILE][TILE];
    __shared__ barrier full[2], empty[2];
    int t = threadIdx.x, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    if (t < 2) {
        init(&full[t], CONSUMERS + PRODUCERS);
        init(&empty[t], CONSUMERS + PRODUCERS);
    }
    __syncthreads();
    if (t < PRODUCERS) {
        int x = t % TILE;
        for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
            int s = phase % 2, p = phase * TILE;
            if (phase >= 2) empty[s].arrive_and_wait();
            for (int y = t / TILE; y < TILE; y += PRODUCERS / TILE) {
                a[s][y][x] = top + y < m && p + x < k ? A[static_cast<size_t>(top + y) * k + p + x] : 0;
                b[s][y][x] = p + y < k && left + x < n ? B[static_cast<size_t>(p + y) * n + left + x] : 0;
            }
            (void)full[s].arrive();
        }
    } else {
        int x = t % TILE, y = (t - PRODUCERS) / TILE;
        float sum[4] = {};
        for (int phase = 0; phase < ceil_div(k, TILE); phase++) {
            int s = phase % 2;
            full[s].arrive_and_wait();
            for (int q = 0; q < min(TILE, k - phase * TILE); q++)
                for (int i = 0; i < 4; i++) sum[i] += a[s][y + 8 * i][q] * b[s][q][x];
            (void)empty[s].arrive();
        }
        for (int i = 0; i < 4; i++)
            if (int row = top + y + 8 * i; row < m && left + x < n) C[static_cast<size_t>(row) * n + left + x] = sum[i];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    matmul_kernel<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), CONSUMERS + PRODUCERS>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
