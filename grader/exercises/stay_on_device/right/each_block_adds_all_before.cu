// No kernel for the totals: each block of the second kernel adds up the totals of all blocks before it.
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
constexpr int THREADS = 256;
__global__ void first(const float *in, float *out, float *totals, int count) {
    __shared__ float v[2][THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t, at = 0;
    v[0][t] = i < count ? in[i] : 0;
    for (int d = 1; d < THREADS; d *= 2) {
        __syncthreads();
        v[!at][t] = v[at][t] + (t >= d ? v[at][t - d] : 0);
        at = !at;
    }
    if (i < count) out[i] = v[at][t];
    if (t == THREADS - 1) totals[blockIdx.x] = v[at][t];
}
__global__ void second(float *out, const float *totals, int count) {
    __shared__ float part[THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t;
    float s = 0;
    for (int b = t; b < blockIdx.x; b += THREADS) s += totals[b];
    part[t] = s;
    for (int h = THREADS / 2; h; h /= 2) {
        __syncthreads();
        if (t < h) part[t] += part[t + h];
    }
    __syncthreads();
    if (i < count) out[i] += part[0];
}
void running_sums(const float *in, float *out, int count) {
    int blocks = ceil_div(count, THREADS);
    float *totals;
    CHECK(cudaMalloc((void **)&totals, blocks * sizeof *totals));
    first<<<blocks, THREADS>>>(in, out, totals, count);
    second<<<blocks, THREADS>>>(out, totals, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(totals));
}
