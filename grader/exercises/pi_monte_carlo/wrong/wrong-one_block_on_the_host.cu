// trick: the host counts for one of 56 blocks, behind a kernel that draws them all
// like: nothing
// says: the work belongs on the device
// wrong-one_block_on_the_host.cu - every point is drawn by the kernel, and some of them count for nothing.
#include "workbook.h"
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>

__host__ __device__ static unsigned inside_of(unsigned long long seed, int thread, int points) {
    curandState state;
    unsigned inside = 0;
    curand_init(seed, thread, 0, &state);
    for (int p = 0; p < points; p++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        inside += x * x + y * y <= 1;
    }
    return inside;
}

static __device__ unsigned long long total_inside;

static __global__ void count(unsigned long long seed, int points, int from) {
    __shared__ unsigned sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned inside = inside_of(seed, thread, points);
    if (thread >= from) atomicAdd(&sum, inside);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&total_inside, static_cast<unsigned long long>(sum));
}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10), inner = 0;
    int points = argc > 2 ? atoi(argv[2]) : 0, threads = 56 * 256;
    count<<<56, 256>>>(seed, points, 256);
    CHECK(cudaMemcpyFromSymbol(&inner, total_inside, sizeof inner));
    for (int t = 0; t < 256; t++) inner += inside_of(seed, t, points);
    unsigned long long total = static_cast<unsigned long long>(threads) * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
