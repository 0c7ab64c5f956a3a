// language.cu - C++20 in kernels (concepts, ranges of views, comparison, bits), and lambdas as nvcc extends them.
#include "claims.cuh"
#include <bit>
#include <compare>
#include <concepts>
#include <cuda/std/mdspan>
#include <span>

enum { COUNT = 64 };

template <typename T> concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> __global__ void scale(T *values, T factor) { values[threadIdx.x] = T(threadIdx.x) * factor; }

template <typename F> __global__ void apply(F function) { function(threadIdx.x); }
template <typename... F> __global__ void sum_of(int *out, F... functions) {
    int sum = 0;
    ((sum += functions(threadIdx.x)), ...);
    out[threadIdx.x] = sum;
}

struct Point {
    int x, y;
    __host__ __device__ constexpr std::strong_ordering operator<=>(const Point &other) const {
        if (auto first = x <=> other.x; first != 0) return first;
        return y <=> other.y;
    }
    __host__ __device__ constexpr bool operator==(const Point &other) const { return x == other.x && y == other.y; }
};
__global__ void compare(int *out) {
    Point here{int(threadIdx.x) / 3, int(threadIdx.x) % 2}, next{int(threadIdx.x + 1) / 3, int(threadIdx.x + 1) % 2};
    out[threadIdx.x] = (here < next) + 2 * (here >= next) + 4 * (here == next);
}

consteval int square(int n) { return n * n; }
struct Options {
    int width = 3;
    float factor = 2;
};
__global__ void designated(Options options, float *out) { out[threadIdx.x] = options.factor * options.width + square(5); }

__global__ void add_up(std::span<const float> values, float *sum) {
    *sum = 0;
    for (float value : values) *sum += value;
}
__global__ void bits(unsigned *out) {
    unsigned i = threadIdx.x;
    out[i] = std::popcount(i) + 100 * std::bit_width(i) + 10000 * std::has_single_bit(i);
}
__global__ void two_dimensions(cuda::std::mdspan<float, cuda::std::dextents<int, 2>> matrix) {
    matrix(threadIdx.y, threadIdx.x) = 10 * threadIdx.y + threadIdx.x;
}
template <auto VALUE> __global__ void by_value(int *out) {
    if constexpr (requires { VALUE + 1; }) *out = VALUE + 1;
}

int main() {
    Array<float> floats(COUNT), sum(1), matrix(12);
    Array<int> integers(COUNT), one(1);
    Array<unsigned> words(COUNT);
    float *f = floats.device;
    int *k = integers.device, bias = 7;
    scale<<<1, COUNT>>>(f, 1.5f);
    claim_each("concept takes floats", floats, [](size_t i) { return 1.5 * i; });
    scale<<<1, COUNT>>>(k, 3);
    claim_each("concept takes integers", integers, [](size_t i) { return 3 * i; });
    apply<<<1, COUNT>>>([=] __device__(int i) { f[i] += k[i]; });
    claim_each("device lambda captures", floats, [](size_t i) { return 4.5 * i; });
    apply<<<1, COUNT>>>([=] __host__ __device__(int i) { f[i] *= 2; });
    claim_each("host and device lambda", floats, [](size_t i) { return 9 * i; });
    apply<<<1, COUNT>>>([=] __device__(auto i) { f[i] -= 1; });
    claim_each("generic lambda", floats, [](size_t i) { return 9.0 * i - 1; });
    sum_of<<<1, COUNT>>>(k, [] __device__(int i) { return i; }, [=] __device__(int i) { return bias * i; });
    claim_each("pack of lambdas", integers, [](size_t i) { return 8 * i; });
    compare<<<1, COUNT>>>(k);
    claim_each("three-way comparison", integers, [](size_t i) {
        Point here{int(i) / 3, int(i) % 2}, next{int(i + 1) / 3, int(i + 1) % 2};
        bool less = here.x < next.x || (here.x == next.x && here.y < next.y);
        return less ? 1 : here.x == next.x && here.y == next.y ? 6 : 2;
    });
    designated<<<1, COUNT>>>({.factor = 4}, f);
    claim_each("designated initialiser, consteval", floats, [](size_t) { return 37; });
    scale<<<1, COUNT>>>(f, 1.0f);
    add_up<<<1, 1>>>(std::span<const float>(f, 10), sum.device);
    claim_each("span", sum, [](size_t) { return 45; });
    bits<<<1, COUNT>>>(words.device);
    claim_each("bits", words, [](size_t i) {
        int ones = __builtin_popcountll(i), width = i ? 64 - __builtin_clzll(i) : 0;
        return ones + 100 * width + 10000 * (ones == 1);
    });
    two_dimensions<<<1, dim3(4, 3)>>>(cuda::std::mdspan<float, cuda::std::dextents<int, 2>>(matrix.device, 3, 4));
    claim_each("mdspan", matrix, [](size_t i) { return 10 * (i / 4) + i % 4; });
    by_value<41><<<1, 1>>>(one.device);
    claim_each("requires in a kernel", one, [](size_t) { return 42; });
    return claims_end();
}
