// quarter_of_the_square.cu - points in the quarter square (0, 1] x (0, 1], counted as floating-point numbers.
#include "workbook.h"
#include <curand_kernel.h>

__device__ double hits;

__global__ void count(unsigned long long seed, int points) {
    __shared__ double of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    curandState state;
    curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    double mine = 0;
    for (int i = 0; i < points; i++) {
        double x = curand_uniform_double(&state), y = curand_uniform_double(&state);
        if (x * x + y * y < 1) mine += 1;
    }
    atomicAdd(&of_block, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&hits, of_block);
}

int main(int argc, char **argv) {
    long long points = atoll(argv[2]), total = points * 56 * 256;
    count<<<dim3(56), dim3(256)>>>(atoll(argv[1]), static_cast<int>(points));
    CHECK(cudaGetLastError());
    double inner = 0;
    CHECK(cudaMemcpyFromSymbol(&inner, hits, sizeof inner));
    printf("inner=%.0f total=%lld pi=%.6f\n", inner, total, 4 * inner / static_cast<double>(total));
    return EXIT_SUCCESS;
}
