// tree.cu - a block of 64 threads adds up partial sums in shared memory, 64 and 50 of them, half in each step.
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 64 };

__global__ void tree(float *out, int count) {
    __shared__ float partial[THREADS];
    partial[threadIdx.x] = 1;
    __syncthreads();
#pragma unroll 1
    for (int left = count; left > 1;) {
        int half = (left + 1) / 2;
        if (threadIdx.x + half < left) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
        left = half;
    }
    if (threadIdx.x == 0) *out = partial[0];
}

int main() {
    float *out;
    cudaMalloc(&out, sizeof(float));
    tree<<<1, THREADS>>>(out, 64);
    tree<<<1, THREADS>>>(out, 50);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
