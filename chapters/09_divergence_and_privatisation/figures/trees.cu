// trees.cu - 64 threads add 128 values by trees, in three ways: what the pictures of chapter 09 are made of.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int VALUES = 128;

__global__ void modulo(float *out) {
    __shared__ float values[VALUES];
    unsigned t = threadIdx.x;
    values[t] = t;
    for (unsigned s = 1; s < VALUES; s *= 2) {
        __syncthreads();
        if (t % (2 * s) == 0) values[t] += values[t + s];
    }
    if (t == 0) *out = values[0];
}

__global__ void strided(float *out) {
    __shared__ float values[VALUES];
    unsigned t = threadIdx.x;
    values[t] = t;
    for (unsigned s = 1; s < VALUES; s *= 2) {
        __syncthreads();
        unsigned place = 2 * s * t;
        if (place < VALUES) values[place] += values[place + s];
    }
    if (t == 0) *out = values[0];
}

__global__ void contiguous(float *out) {
    __shared__ float values[VALUES];
    unsigned t = threadIdx.x;
    values[t] = t;
    for (unsigned half = VALUES / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) values[t] += values[t + half];
    }
    if (t == 0) *out = values[0];
}

int main() {
    float *out;
    cudaMalloc(&out, sizeof *out);
    modulo<<<1, VALUES>>>(out);
    strided<<<1, VALUES>>>(out);
    contiguous<<<1, VALUES>>>(out);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
