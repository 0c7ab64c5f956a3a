// doubles_of_counts.cu - whole counts become doubles on the device, which makes the estimate, too.
#include "workbook.h"
#include <curand_kernel.h>

struct Result {
    double inner, pi;
};

__global__ void count(unsigned long long seed, int points, Result *result) {
    __shared__ unsigned long long of_block;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    curandState state;
    curand_init(seed, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned long long mine = 0;
    for (int i = 0; i < points; i++) {
        double x = 2 * curand_uniform_double(&state) - 1, y = 2 * curand_uniform_double(&state) - 1;
        mine += x * x + y * y < 1;
    }
    atomicAdd(&of_block, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(&result->inner, static_cast<double>(of_block));
}

__global__ void estimate(Result *result, unsigned long long total) { result->pi = 4 * result->inner / total; }

int main(int, char **argv) {
    Result *on_device, result;
    unsigned long long total = 56ull * 256 * atoi(argv[2]);
    CHECK(cudaMalloc(&on_device, sizeof result));
    CHECK(cudaMemset(on_device, 0, sizeof result));
    count<<<56, 256>>>(strtoull(argv[1], nullptr, 10), atoi(argv[2]), on_device);
    estimate<<<1, 1>>>(on_device, total);
    CHECK(cudaMemcpy(&result, on_device, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(on_device));
    printf("inner=%.0f total=%llu pi=%.10f\n", result.inner, total, result.pi);
}
