// shuffles_alone.cu - Each warp adds its 64 floats by shuffles, and the first warp adds the eight sums.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"

constexpr int SEGMENT = 512;
constexpr int THREADS = 256;

__device__ float warp_sum(float value) {
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xFFFFFFFF, value, distance);
    return value;
}

__global__ void add_segment(const float *in, float *sums, int count) {
    __shared__ float of_warps[THREADS / 32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    size_t first = static_cast<size_t>(blockIdx.x) * SEGMENT + threadIdx.x, second = first + THREADS;
    float sum = first < count ? in[first] : 0;
    sum += second < count ? in[second] : 0;
    sum = warp_sum(sum);
    if (lane == 0) of_warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < THREADS / 32 ? of_warps[lane] : 0);
        if (lane == 0) sums[blockIdx.x] = sum;
    }
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
