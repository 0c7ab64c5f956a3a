// sixteen_a_thread.cu - The lesson's numbers: 16 elements a thread, a tree for the block, an atomic for the block.
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

constexpr int THREADS = 256;
constexpr int EACH = 16;

__global__ void add(const float *in, float *out, int count) {
    __shared__ float values[THREADS];
    int t = threadIdx.x;
    float sum = 0;
    for (int e = 0; e < EACH; e++) {
        size_t i = (static_cast<size_t>(blockIdx.x) * EACH + e) * THREADS + t;
        if (i < count) sum += in[i];
    }
    values[t] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) values[t] += values[t + half];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, values[0]);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemsetAsync(out, 0, sizeof *out));
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
