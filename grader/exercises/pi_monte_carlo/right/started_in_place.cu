// started_in_place.cu - curand_init() makes the generators where they lie, in global memory.
#include "workbook.h"
#include <curand_kernel.h>
#include <cub/cub.cuh>
#include <memory>
struct Free { void operator()(void *p) const { CHECK(cudaFree(p)); } };
template <typename T> std::unique_ptr<T[], Free> managed(size_t n) { T *p; CHECK(cudaMallocManaged(&p, n * sizeof(T))); return std::unique_ptr<T[], Free>(p); }
__global__ void start(curandState *s, unsigned long long seed) { unsigned t = blockIdx.x * blockDim.x + threadIdx.x; curand_init(seed, t, 0, s + t); }
__global__ void __launch_bounds__(256) draw(curandState *states, int points, unsigned long long *sums) {
    using Reduce = cub::BlockReduce<unsigned long long, 256>;
    __shared__ typename Reduce::TempStorage temp;
    curandState s = states[blockIdx.x * 256 + threadIdx.x];
    unsigned long long n = 0;
    for (int i = 0; i < points; i++) {
        double x = fma(2.0, curand_uniform_double(&s), -1.0), y = fma(2.0, curand_uniform_double(&s), -1.0);
        if (x * x + y * y < 1.0) ++n;
    }
    n = Reduce(temp).Sum(n);
    if (threadIdx.x == 0) sums[blockIdx.x] = n;
}
int main(int argc, char **argv) {
    if (argc != 3) return 1;
    auto seed = std::strtoull(argv[1], nullptr, 0); int points = std::stoi(argv[2]);
    constexpr int B = 56, T = 256;
    curandState *states;
    CHECK(cudaMalloc(&states, B * T * sizeof *states));
    auto sums = managed<unsigned long long>(B);
    start<<<B * 4, T / 4>>>(states, seed);
    draw<<<B, T>>>(states, points, sums.get());
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    unsigned long long inner = 0, total = 1ull * B * T * points;
    for (int b = 0; b < B; b++) inner += sums[b];
    CHECK(cudaFree(states));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * double(inner) / double(total));
}
