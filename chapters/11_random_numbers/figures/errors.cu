// errors.cu - how far estimates of pi are off, with sequences of their own and with one sequence for all threads.
//
// Prints lines "independent|shared N ERROR": the mean over RUNS seeds of the estimate's distance from pi.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <curand_kernel.h>

constexpr int THREADS = 256;
constexpr int RUNS = 24;

// Philox starts any sequence at once.
__global__ void estimate(unsigned long long seed, bool shared, int points, unsigned *inner) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, shared ? 0 : blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned own = 0;
    for (int i = 0; i < points; i++) {
        float x = 2 * curand_uniform(&state) - 1, y = 2 * curand_uniform(&state) - 1;
        own += x * x + y * y < 1;
    }
    atomicAdd(inner, own);
}

static double mean_error(bool shared, int points, unsigned *inner) {
    double sum = 0;
    for (int run = 1; run <= RUNS; run++) {
        unsigned count = 0;
        cudaMemset(inner, 0, sizeof *inner);
        estimate<<<1, THREADS>>>(run, shared, points, inner);
        cudaMemcpy(&count, inner, sizeof count, cudaMemcpyDeviceToHost);
        sum += fabs(4.0 * count / (THREADS * points) - 3.14159265358979);
    }
    return sum / RUNS;
}

int main() {
    unsigned *inner;
    cudaMalloc(&inner, sizeof *inner);
    for (int points = 1; points <= 256; points *= 4)
        for (int shared = 0; shared <= 1; shared++)
            printf("%s %d %.6f\n", shared ? "shared" : "independent", THREADS * points,
                   mean_error(shared, points, inner));
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(inner);
    return error != cudaSuccess;
}
