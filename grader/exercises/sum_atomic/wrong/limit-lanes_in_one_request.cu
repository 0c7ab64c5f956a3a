// trick: all lanes of a warp add to one address, which is one request and 32 additions one after another
// like: limit-an_addition_for_128_elements.cu
// says: All lanes of a warp that add to out wait for each other
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
