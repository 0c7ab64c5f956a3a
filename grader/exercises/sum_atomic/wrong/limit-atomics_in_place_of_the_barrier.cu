// trick: the first thread of each block adds all its threads' sums to the barrier's own word
// like: limit-an_atomic_for_each_thread.edit
// says: turns of atomics in global memory
// limit-atomics_in_place_of_the_barrier.cu - as fixed-point numbers, with nobody left to wait there.
#include "workbook.h"

constexpr int THREADS = 256;

__device__ int *barrier_word() {
    unsigned low, high;
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    return reinterpret_cast<int *>((static_cast<unsigned long long>(high) << 32 | low) + 4);
}

__device__ int finished;

__global__ void add(const float *in, float *out, int count, float unit) {
    __shared__ float sums[THREADS];
    float sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x) return;
    for (int t = 0; t < THREADS; t++) atomicAdd(barrier_word(), __float2int_rn(sums[t] / unit));
    __threadfence();
    if (atomicAdd(&finished, 1) + 1 < static_cast<int>(gridDim.x)) return;
    *out = unit * atomicAdd(barrier_word(), 0);
    finished = 0;
}

void sum_floats(const float *in, float *out, int count) {
    float unit = count > 2000 ? 1 / 65536.f : 1 / 16777216.f;
    void *arguments[] = {&in, &out, &count, &unit};
    CHECK(cudaLaunchCooperativeKernel(add, dim3(264), dim3(THREADS), arguments, 0, nullptr));
}
