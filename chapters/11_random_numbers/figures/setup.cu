// setup.cu - what it costs to set up a generator, and to draw a point from it, for XORWOW and for Philox.
//
// Each kernel is launched with 16 and with 32 points a thread: the difference is what 16 points cost. At the end the same
// with single numbers that are stored.
#include <cuda_runtime.h>
#include <curand_kernel.h>

template <typename State> __global__ void points(int count, unsigned *inner) {
    State state;
    curand_init(1, threadIdx.x, 0, &state);
    unsigned own = 0;
    for (int i = 0; i < count; i++) {
        double x = 2 * curand_uniform_double(&state) - 1;
        double y = 2 * curand_uniform_double(&state) - 1;
        own += x * x + y * y < 1;
    }
    atomicAdd(inner, own);
}

__global__ void single_numbers(int count, float *out) {
    curandState state;
    curand_init(1, threadIdx.x, 0, &state);
    for (int i = 0; i < count; i++) out[i * 32 + threadIdx.x] = curand_uniform(&state);
}

int main() {
    unsigned *inner;
    float *out;
    cudaMalloc(&inner, sizeof *inner);
    cudaMemset(inner, 0, sizeof *inner);
    cudaMalloc(&out, 32 * 32 * sizeof *out);
    for (int count = 16; count <= 32; count *= 2) {
        points<curandState><<<1, 32>>>(count, inner);
        points<curandStatePhilox4_32_10_t><<<1, 32>>>(count, inner);
    }
    for (int count = 16; count <= 32; count *= 2) single_numbers<<<1, 32>>>(count, out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaFree(inner);
    cudaFree(out);
    return error != cudaSuccess;
}
