// slow-one_lane_of_each_warp.cu - eight additions for each block, where one is enough.
// says: but slow
#include "workbook.h"

constexpr int THREADS = 256, EACH = 16;

__global__ void add(const float *in, float *out, int count) {
    float sum = 0;
    for (int e = 0; e < EACH; e++) {
        int i = (blockIdx.x * EACH + e) * THREADS + threadIdx.x;
        if (i < count) sum += in[i];
    }
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

void sum_floats(const float *in, float *out, int count) {
    CHECK(cudaMemset(out, 0, sizeof *out));
    add<<<ceil_div(count, THREADS * EACH), THREADS>>>(in, out, count);
    CHECK(cudaGetLastError());
}
