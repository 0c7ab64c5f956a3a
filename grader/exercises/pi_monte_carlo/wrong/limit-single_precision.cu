// limit-single_precision.cu - draws and tests floats.
// says: Draw the points in the kernel, as doubles
#include "workbook.h"
#include <curand_kernel.h>

__device__ unsigned long long inner_total;

__global__ void count_inner(unsigned long long seed, int points) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, thread, 0, &state);
    unsigned long long inner = 0;
    for (int i = 0; i < points; i++) {
        float x = 2 * curand_uniform(&state) - 1;
        float y = 2 * curand_uniform(&state) - 1;
        if (x * x + y * y < 1) inner++;
    }
    atomicAdd(&inner_total, inner);
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
