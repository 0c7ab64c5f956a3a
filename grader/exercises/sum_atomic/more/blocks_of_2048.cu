// blocks_of_2048.cu - Blocks of 256 threads take 2,048 elements each: eight a thread, a tree, one atomic.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

constexpr int THREADS = 256;
constexpr int EACH = 8;

__global__ void add(const float *in, float *out, int count) {
    __shared__ float values[THREADS];
    int t = threadIdx.x, first = blockIdx.x * THREADS * EACH + t;
    float sum = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * THREADS < count) sum += in[first + e * THREADS];
    values[t] = sum;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t == 0) atomicAdd(out, values[0]);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
