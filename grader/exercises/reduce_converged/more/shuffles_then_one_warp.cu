// shuffles_then_one_warp.cu - warps reduce by xor shuffles, leave eight sums, and the first warp adds these.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"

constexpr unsigned SEGMENT = 512, THREADS = 256, ALL = 0xffffffff;

template <unsigned FROM> __device__ __forceinline__ float warp_sum(float value) {
    if constexpr (FROM > 0) {
        value += __shfl_xor_sync(ALL, value, FROM);
        return warp_sum<FROM / 2>(value);
    }
    return value;
}

__global__ __launch_bounds__(THREADS) void add_segment(const float *in, float *sums, int count) {
    __shared__ float of_warps[THREADS / 32];
    size_t first = static_cast<size_t>(blockIdx.x) * SEGMENT + threadIdx.x;
    float value = (first < count ? in[first] : 0.f) + (first + THREADS < count ? in[first + THREADS] : 0.f);
    value = warp_sum<16>(value);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    value = warp_sum<4>(of_warps[threadIdx.x % (THREADS / 32)]);
    if (threadIdx.x == 0) sums[blockIdx.x] = value;
}

void segment_sums(const float *in, float *sums, int count) {
    add_segment<<<ceil_div<unsigned>(count, SEGMENT), THREADS>>>(in, sums, count);
    CHECK(cudaGetLastError());
}
