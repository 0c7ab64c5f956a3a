// maps.cu - both maps of a matrix product with three shapes of blocks, 64 x 64: what a warp touches.
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 64 };

__device__ void element(const float *a, const float *b, float *c, int row, int column) {
    float sum = 0;
#pragma unroll 1
    for (int p = 0; p < N; p++) sum += a[row * N + p] * b[p * N + column];
    c[row * N + column] = sum;
}

__global__ void scattered(const float *a, const float *b, float *c) {
    element(a, b, c, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

__global__ void coalesced(const float *a, const float *b, float *c) {
    element(a, b, c, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

int main() {
    const size_t bytes = N * N * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemset(a, 0, bytes);
    cudaMemset(b, 0, bytes);
    for (int wide = 8; wide <= 32; wide *= 2) {
        dim3 block(wide, 256 / wide), grid(N / block.x, N / block.y);
        scattered<<<grid, block>>>(a, b, c);
        coalesced<<<grid, block>>>(a, b, c);
    }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
