// last_warp_by_shuffles.cu - The lesson's tree from half downwards; the last warp hands its values on by shuffles.
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

__global__ void add_segment(const float *in, float *sums, int count) {
    __shared__ float values[THREADS];
    unsigned t = threadIdx.x;
    size_t first = static_cast<size_t>(blockIdx.x) * SEGMENT + t, second = first + THREADS;
    values[t] = (first < count ? in[first] : 0) + (second < count ? in[second] : 0);
    for (unsigned half = THREADS / 2; half >= 32; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t >= 32) return;
    __syncwarp();
    float sum = values[t];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (t == 0) sums[blockIdx.x] = sum;
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
