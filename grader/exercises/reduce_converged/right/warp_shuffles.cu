// Each warp adds up by shuffles; the first warp adds the warps' sums.
#include "workbook.h"

//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206

__device__ float warp_sum(float value) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, distance);
    return value;
}

__global__ void add(const float *in, float *sums, int count) {
    __shared__ float of_warps[8];
    int first = blockIdx.x * 512 + threadIdx.x, second = first + 256;
    float sum = (first < count ? in[first] : 0) + (second < count ? in[second] : 0);
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = warp_sum(threadIdx.x < 8 ? of_warps[threadIdx.x] : 0);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add<<<ceil_div(count, 512), 256>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
