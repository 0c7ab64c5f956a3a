// blocks_of_two_dimensions.cu - 7 x 8 blocks of 16 x 16 threads, and a template for what is done with each point.
#include "workbook.h"
#include <curand_kernel.h>

struct Generator {
    curandState state;
    __device__ Generator(unsigned long long seed, unsigned sequence) { curand_init(seed, sequence, 0, &state); }
    __device__ double operator()() { return 2 * curand_uniform_double(&state) - 1; }
};

template <typename Body> __device__ void each_point(Generator &generator, int points, Body body) {
    for (int i = 0; i < points; i++) {
        double x = generator(), y = generator();
        body(x, y);
    }
}

__global__ void count(unsigned long long seed, int points, int *inner) {
    unsigned block = blockIdx.y * gridDim.x + blockIdx.x, in_block = threadIdx.y * blockDim.x + threadIdx.x;
    __shared__ int sum;
    if (in_block == 0) sum = 0;
    __syncthreads();
    Generator generator(seed, block * blockDim.x * blockDim.y + in_block);
    int inside = 0;
    each_point(generator, points, [&](double x, double y) { inside += hypot(x, y) < 1; });
    atomicAdd(&sum, inside);
    __syncthreads();
    if (in_block == 0) atomicAdd(inner, sum);
}

int main(int argc, char **argv) {
    int *inner, points = atoi(argv[2]), total = 7 * 8 * 16 * 16 * points;
    CHECK(cudaMallocManaged(&inner, sizeof *inner));
    *inner = 0;
    count<<<dim3(7, 8), dim3(16, 16)>>>(strtoull(argv[1], nullptr, 10), points, inner);
    CHECK(cudaDeviceSynchronize());
    printf("A comment before the result.\ninner=%d total=%d pi=%.6f\n", *inner, total, 4.0 * *inner / total);
    CHECK(cudaFree(inner));
    return 0;
}
