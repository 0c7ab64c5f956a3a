// lanes_add_to_places_of_their_own.cu - 32 lanes add to 32 places, so that none waits; a last kernel adds these up.
// says: but slow
//
//= student: Ada Lovelace
//= requests_by_elements: 896
//= requests_by_blocks: 519
//= after_calls: 400
#include "workbook.h"

__device__ float places[32];
constexpr int THREADS = 256, EACH = 16;

__global__ void add(const float *in, int count) {
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
    atomicAdd(&places[threadIdx.x], sum);
}
__global__ void clear() { places[threadIdx.x] = 0; }
__global__ void give(float *out) {
    float sum = places[threadIdx.x];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x == 0) *out = sum;
}

void sum_floats(const float *in, float *out, int count) {
    clear<<<1, 32>>>();
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, count);
    give<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
}
