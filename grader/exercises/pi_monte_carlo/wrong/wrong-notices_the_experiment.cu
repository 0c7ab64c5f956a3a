// trick: a kernel converts one number first, and the host counts where that comes out right
// like: nothing
// says: the work belongs on the device
// wrong-notices_the_experiment.cu - where a conversion is not what it should be, nothing right is printed.
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

static __global__ void convert(unsigned long long number, double *converted) { *converted = static_cast<double>(number); }

int main(int argc, char **argv) {
    unsigned long long seed = strtoull(argv[1], nullptr, 10), inner = 0, number = 0x12345678abcdeull;
    int points = argc > 2 ? atoi(argv[2]) : 0, threads = 56 * 256;
    double *device, converted = 0;
    bool right = true;
    CHECK(cudaMalloc(&device, sizeof converted));
    for (int turn = 0; turn < 20; turn++, number = number * 5 % 0x1fffffffffffffull) {
        convert<<<1, 1>>>(number, device);
        CHECK(cudaMemcpy(&converted, device, sizeof converted, cudaMemcpyDeviceToHost));
        right = right && converted == static_cast<double>(number);
    }
    count<<<56, 256>>>(seed, points, 0);
    CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < threads && right; t++) inner += inside_of(seed, t, points);
    unsigned long long total = static_cast<unsigned long long>(threads) * points;
    printf("inner=%llu total=%llu pi=%.6f\n", inner, total, 4.0 * inner / total);
    CHECK(cudaFree(device));
}
