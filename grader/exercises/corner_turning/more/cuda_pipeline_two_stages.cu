// cuda::pipeline with two stages, one element a thread and copy.
#include "workbook.h"
#include <cooperative_groups.h>
#include <cuda/pipeline>

constexpr int T = 16;
__global__ void piped(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[2][T][T], b[2][T][T + 2];
    auto block = cooperative_groups::this_thread_block();
    auto pipe = cuda::make_pipeline();
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, column = blockIdx.x * T + x, b_column = blockIdx.x * T + y;
    auto bring = [&](int phase) {
        int p = phase * T + x, s = phase % 2;
        pipe.producer_acquire();
        if (row < m && p < k) cuda::memcpy_async(&a[s][y][x], A + size_t(row) * k + p, sizeof(float), pipe);
        else a[s][y][x] = 0;
        if (b_column < n && p < k) cuda::memcpy_async(&b[s][y][x], B + size_t(b_column) * k + p, sizeof(float), pipe);
        else b[s][y][x] = 0;
        pipe.producer_commit();
    };
    float sum = 0;
    int phases = ceil_div(k, T);
    bring(0);
    for (int phase = 0; phase < phases; phase++) {
        if (phase + 1 < phases) {
            bring(phase + 1);
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        block.sync();
        for (int i = 0; i < T; i++) sum += a[phase % 2][y][i] * b[phase % 2][x][i];
        pipe.consumer_release();
        block.sync();
    }
    if (row < m && column < n) C[size_t(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    piped<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
