// sums.cu - three ways to add up the rows or columns of a matrix of 32 x 32: what one warp loads first.
#include <cstdio>
#include <cuda_runtime.h>

enum { N = 32 };

__global__ void thread_a_row(const float *A, float *sums) {
    float sum = 0;
#pragma unroll 1
    for (int column = 0; column < N; column++) sum += A[threadIdx.x * N + column];
    sums[threadIdx.x] = sum;
}

__global__ void thread_a_column(const float *A, float *sums) {
    float sum = 0;
#pragma unroll 1
    for (int row = 0; row < N; row++) sum += A[row * N + threadIdx.x];
    sums[threadIdx.x] = sum;
}

// One row a warp: its lanes take one element each. The sum stays in the lanes here.
__global__ void warp_a_row(const float *A, float *parts) {
    int row = blockIdx.x;
    parts[row * N + threadIdx.x] = A[row * N + threadIdx.x];
}

int main() {
    const size_t bytes = N * N * sizeof(float);
    float *A, *out;
    cudaMalloc(&A, bytes);
    cudaMalloc(&out, bytes);
    cudaMemset(A, 0, bytes);
    thread_a_row<<<1, N>>>(A, out);
    thread_a_column<<<1, N>>>(A, out);
    warp_a_row<<<N, N>>>(A, out);
    cudaFree(A);
    cudaFree(out);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
