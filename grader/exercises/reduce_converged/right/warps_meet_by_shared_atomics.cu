// warps_meet_by_shared_atomics.cu - Warps add by shuffles; the lane that has a warp's sum adds it to one shared float.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"

constexpr int SEGMENT = 512;
constexpr int THREADS = 128;

__global__ void add_segment(const float *__restrict__ in, float *__restrict__ sums, int count) {
    __shared__ float total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int first = blockIdx.x * SEGMENT, end = min(first + SEGMENT, count);
    float sum = 0;
    for (int i = first + threadIdx.x; i < end; i += THREADS) sum += __ldg(&in[i]);
    for (int distance = 16; distance > 0; distance >>= 1) sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x % 32 == 0) atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
