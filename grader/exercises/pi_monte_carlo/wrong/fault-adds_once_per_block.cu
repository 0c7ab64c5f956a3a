// fault-adds_once_per_block.cu - one thread of each block adds, without an atomic: blocks overwrite each other's sums.
// says: use atomicAdd()
#include "workbook.h"
#include <curand_kernel.h>

__device__ unsigned long long inner_total;

__global__ void count_inner(unsigned long long seed, int points) {
    __shared__ unsigned long long values[256];
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        double2 at = curand_uniform2_double(&state);
        double x = 2 * at.x - 1, y = 2 * at.y - 1;
        if (x * x + y * y < 1) inner++;
    }
    values[threadIdx.x] = inner;
    for (unsigned half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    }
    if (threadIdx.x == 0) inner_total += values[0];
}

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10);
    int points = atoi(argv[2]);
    count_inner<<<56, 256>>>(seed, points);
    CHECK(cudaGetLastError());
    unsigned long long inner = 0, total = 56ull * 256 * points;
    CHECK(cudaMemcpyFromSymbol(&inner, inner_total, sizeof inner));
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
}
