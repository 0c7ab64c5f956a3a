// cpp20_batches.cu - C++20: a concept for what may be copied, a span for the batch, and a lambda of templates for the
// unrolled loops.
//
//= student: Ada Lovelace
//= bytes_of_a_warp: 768
//= bytes_of_the_gpu: 4576768
//= bytes_needed: 1071000
#include "workbook.h"
#include <concepts>
#include <cuda/std/span>
#include <type_traits>
#include <utility>

template <typename T>
concept Copied = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;

template <Copied T, int EACH> __global__ void copy_batches(const T *in, T *out, size_t count) {
    size_t first = static_cast<size_t>(blockIdx.x) * blockDim.x * EACH + threadIdx.x;
    T store[EACH] = {};
    cuda::std::span<T, EACH> batch{store};
    auto each = [&]<int... e>(std::integer_sequence<int, e...>, auto &&move) { (move(e), ...); };
    constexpr auto indices = std::make_integer_sequence<int, EACH>{};
    each(indices, [&](int e) {
        if (first + e * blockDim.x < count) batch[e] = in[first + e * blockDim.x];
    });
    each(indices, [&](int e) {
        if (first + e * blockDim.x < count) out[first + e * blockDim.x] = batch[e];
    });
}

void copy_floats(const float *in, float *out, int count) {
    copy_batches<float, 8><<<ceil_div(count, 256 * 8), 256>>>(in, out, static_cast<size_t>(count));
    CHECK(cudaGetLastError());
}
