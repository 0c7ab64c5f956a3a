// products.cu - the two maps of a matrix product, 32 x 32 with blocks of 16 x 16: what a warp touches.
#include <cstdio>
#include <cuda_runtime.h>

__device__ void element(const float *a, const float *b, float *c, int n, int row, int column) {
    float sum = 0;
#pragma unroll 1
    for (int p = 0; p < n; p++) sum += a[row * n + p] * b[p * n + column];
    c[row * n + column] = sum;
}

__global__ void scattered(const float *a, const float *b, float *c, int n) {
    element(a, b, c, n, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

__global__ void coalesced(const float *a, const float *b, float *c, int n) {
    element(a, b, c, n, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

int main() {
    const int n = 32;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemset(a, 0, n * n * sizeof(float));
    cudaMemset(b, 0, n * n * sizeof(float));
    scattered<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    coalesced<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
