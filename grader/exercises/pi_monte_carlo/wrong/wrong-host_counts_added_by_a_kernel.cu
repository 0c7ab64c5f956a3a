// trick: counts of the host, which a kernel adds up
// like: nothing
// says: draw the points in the kernel
// wrong-host_counts_added_by_a_kernel.cu - the host counts for every thread. The kernel draws as a decoy, adds up the
// host's counts, and makes doubles of them.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <vector>

using Count = unsigned long long;

__host__ __device__ static Count count_one(Count seed, unsigned thread, int points) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    Count inner = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        inner += x * x + y * y < 1;
    }
    return inner;
}

__global__ void add(Count seed, int points, const Count *counts, Count *drawn, double *inner) {
    __shared__ double of_block;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    drawn[thread] = count_one(seed, thread, points);
    atomicAdd(&of_block, static_cast<double>(counts[thread]));
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(inner, of_block);
}

int main(int, char **argv) {
    Count seed = strtoull(argv[1], nullptr, 10), total = 56ull * 256 * atoi(argv[2]), *counts, *drawn;
    double *sum, inner;
    std::vector<Count> of_host;
    for (unsigned thread = 0; thread < 56 * 256; thread++) of_host.push_back(count_one(seed, thread, atoi(argv[2])));
    size_t bytes = of_host.size() * sizeof(Count);
    CHECK(cudaMalloc(&counts, bytes));
    CHECK(cudaMalloc(&drawn, bytes));
    CHECK(cudaMalloc(&sum, sizeof *sum));
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    CHECK(cudaMemcpy(counts, of_host.data(), bytes, cudaMemcpyHostToDevice));
    add<<<56, 256>>>(seed, atoi(argv[2]), counts, drawn, sum);
    CHECK(cudaMemcpy(&inner, sum, sizeof inner, cudaMemcpyDeviceToHost));
    printf("inner=%.0f total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
