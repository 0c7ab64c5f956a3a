// trick: four blocks add up one segment after another, a warp each
// like: limit-one_block.cu
// says: the busiest block did
#include "workbook.h"

__global__ void add(const float *in, float *sums, int count) {
    int lane = threadIdx.x % 32;
    for (int segment = blockIdx.x * 32 + threadIdx.x / 32; segment * 512 < count; segment += gridDim.x * 32) {
        float sum = 0;
        for (int i = segment * 512 + lane; i < segment * 512 + 512; i += 32) sum += i < count ? in[i] : 0;
        for (int away = 16; away; away /= 2) sum += __shfl_down_sync(~0u, sum, away);
        if (lane == 0) sums[segment] = sum;
    }
}

void segment_sums(const float *in, float *sums, int count) {
    add<<<4, 1024>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
