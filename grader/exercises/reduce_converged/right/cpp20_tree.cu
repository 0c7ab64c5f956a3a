// cpp20_tree.cu - C++20: a templated lambda unrolls the tree over compile-time distances; blocks stride over the
// segments.
//
//= student: Ada Lovelace
//= idle_lanes: 4478
//= lanes_modulo: 67
//= warps_modulo: 134
//= warps_contiguous: 402
//= conflicts_strided: 1206
#include "workbook.h"
#include <concepts>
#include <utility>

constexpr unsigned SEGMENT = 512, THREADS = 256;

template <std::floating_point T> __device__ T tree(T (&values)[THREADS], unsigned t) {
    auto step = [&]<unsigned half>(std::integral_constant<unsigned, half>) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    };
    [&]<unsigned... s>(std::integer_sequence<unsigned, s...>) {
        (step(std::integral_constant<unsigned, (THREADS / 2 >> s)>{}), ...);
    }
    (std::make_integer_sequence<unsigned, 8>{});
    return values[0];
}

__global__ void add_segments(const float *in, float *sums, unsigned count, unsigned segments) {
    __shared__ float values[THREADS];
    for (unsigned segment = blockIdx.x; segment < segments; segment += gridDim.x) {
        unsigned t = threadIdx.x, first = segment * SEGMENT + t, second = first + THREADS;
        values[t] = (first < count ? in[first] : 0.0f) + (second < count ? in[second] : 0.0f);
        float sum = tree(values, t);
        if (t == 0) sums[segment] = sum;
        __syncthreads(); // the next segment overwrites values
    }
}

void segment_sums(const float *in, float *sums, int count) {
    int segments = ceil_div(count, static_cast<int>(SEGMENT));
    add_segments<<<min(segments, 132 * 4), THREADS>>>(in, sums, count, segments);
    CHECK(cudaGetLastError());
}
