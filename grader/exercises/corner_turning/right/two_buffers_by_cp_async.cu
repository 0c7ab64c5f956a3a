// two_buffers_by_cp_async.cu - the next phase's tiles are fetched asynchronously while this phase's are used.
#include "workbook.h"
#include <cuda_pipeline.h>

constexpr int T = 16;

__device__ void fetch(float *to, const float *from, bool exists) {
    if (exists) __pipeline_memcpy_async(to, from, sizeof *to);
    else *to = 0;
}

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[2][T][T], b[2][T][T + 2];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, loaded = blockIdx.x * T + y, phases = ceil_div(k, T);
    auto begin = [&](int phase) {
        int p = phase * T + x;
        fetch(&a[phase % 2][y][x], A + static_cast<size_t>(row) * k + p, row < m && p < k);
        fetch(&b[phase % 2][x][y], B + static_cast<size_t>(loaded) * k + p, loaded < n && p < k);
        __pipeline_commit();
    };
    float sum = 0;
    begin(0);
    for (int phase = 0; phase < phases; phase++) {
        if (phase + 1 < phases) begin(phase + 1);
        __pipeline_wait_prior(phase + 1 < phases ? 1 : 0);
        __syncthreads();
        for (int p = 0; p < T; p++) sum += a[phase % 2][y][p] * b[phase % 2][p][x];
        __syncthreads();
    }
    int column = blockIdx.x * T + x;
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
