// key.cu - both maps of a product of 64 x 64 matrices with blocks of 8 x 32: what matmul_coalesced asks about.
#include "workbook.h"

constexpr int SIZE = 64;

__device__ void element(const float *A, const float *B, float *C, int row, int column) {
    float sum = 0;
#pragma unroll 1
    for (int p = 0; p < SIZE; p++) sum += A[row * SIZE + p] * B[p * SIZE + column];
    C[row * SIZE + column] = sum;
}

__global__ void scattered_8x32(const float *A, const float *B, float *C) {
    element(A, B, C, blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
}

__global__ void coalesced_8x32(const float *A, const float *B, float *C) {
    element(A, B, C, blockIdx.y * blockDim.y + threadIdx.y, blockIdx.x * blockDim.x + threadIdx.x);
}

int main() {
    constexpr size_t bytes = sizeof(float) * SIZE * SIZE;
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, bytes));
    CHECK(cudaMalloc(&B, bytes));
    CHECK(cudaMalloc(&C, bytes));
    CHECK(cudaMemset(A, 0, bytes));
    CHECK(cudaMemset(B, 0, bytes));
    dim3 block(8, 32), grid(SIZE / 8, SIZE / 32);
    scattered_8x32<<<grid, block>>>(A, B, C);
    coalesced_8x32<<<grid, block>>>(A, B, C);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
