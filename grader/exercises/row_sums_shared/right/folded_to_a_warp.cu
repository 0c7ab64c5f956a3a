// Partial sums are folded to 32 in shared memory, and a warp adds these by shuffles.
//= student: Ada Lovelace
//= steps_many: 7087
//= steps_few: 637
//= adding_in_step: 101
//= passes_alone: 79625
#include "workbook.h"
__global__ void rs(const float *A, float *sums, int columns) {
    __shared__ float part[1024];
    int t = threadIdx.x, T = blockDim.x;
    float v = 0;
    for (size_t c = t; c < columns; c += T) v += A[(size_t)blockIdx.x * columns + c];
    part[t] = v;
    __syncthreads();
    int n = T;
    while (n > 32) {
        int half = (n + 1) / 2;
        if (t + half < n) part[t] += part[t + half];
        __syncthreads();
        n = half;
    }
    if (t >= 32) return;
    unsigned mask = __activemask();
    v = t < n ? part[t] : 0;
    int lanes = min(T, 32);
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_down_sync(mask, v, d);
        if (t + d < lanes) v += o;
    }
    if (t == 0) sums[blockIdx.x] = v;
}
void row_sums(const float *A, float *sums, int rows, int columns, int threads) {
    rs<<<rows, threads>>>(A, sums, columns);
    CHECK(cudaGetLastError());
}
