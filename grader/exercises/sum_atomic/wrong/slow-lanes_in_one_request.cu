// says: but slow
#include "workbook.h"

constexpr int THREADS = 256, EACH = 16;

__global__ void add(const float *in, float *out, int count) {
    __shared__ float values[THREADS];
    float sum = 0;
    for (int e = 0; e < EACH; e++) {
        int i = (blockIdx.x * EACH + e) * THREADS + threadIdx.x;
        if (i < count) sum += in[i];
    }
    values[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = 0;
    for (int t = threadIdx.x; t < THREADS; t += 32) sum += values[t];
    atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
