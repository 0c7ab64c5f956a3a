// says: wait for each other
// atomics_at_the_barrier_of_the_grid.cu - each thread adds its sum to a word beside the barrier's.
#include "workbook.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int THREADS = 256;

__device__ float *beside_the_barrier() {
    unsigned low, high;
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    return reinterpret_cast<float *>((static_cast<unsigned long long>(high) << 32 | low) + 8);
}

__global__ void add(const float *in, float *out, int count) {
    float *sums = beside_the_barrier(), sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < count; i += gridDim.x * THREADS) sum += in[i];
    atomicAdd(sums, sum);
    cg::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) *out = *reinterpret_cast<volatile float *>(sums);
}

void sum_floats(const float *in, float *out, int count) {
    void *arguments[] = {&in, &out, &count};
    CHECK(cudaLaunchCooperativeKernel(add, dim3(528), dim3(THREADS), arguments, 0, nullptr));
}
