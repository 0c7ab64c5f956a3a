// key.cu - the two plain kernels that matrix_sums asks about, on a matrix of 128 x 128, and how
// many warps 16,384 threads are.
#include "workbook.h"

constexpr int SIZE = 128, MANY = 16384;

__global__ void thread_a_row(const float *A, float *sums) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int column = 0; column < SIZE; column++) sum += A[row * SIZE + column];
    sums[row] = sum;
}

__global__ void thread_a_column(const float *A, float *sums) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int row = 0; row < SIZE; row++) sum += A[row * SIZE + column];
    sums[column] = sum;
}

// Each of its warps makes one store.
__global__ void many_columns(float *sums) { sums[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

int main() {
    float *A, *sums;
    CHECK(cudaMalloc(&A, sizeof(float) * SIZE * SIZE));
    CHECK(cudaMalloc(&sums, sizeof(float) * MANY));
    CHECK(cudaMemset(A, 0, sizeof(float) * SIZE * SIZE));
    thread_a_row<<<SIZE / 64, 64>>>(A, sums);
    thread_a_column<<<SIZE / 64, 64>>>(A, sums);
    many_columns<<<MANY / 256, 256>>>(sums);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(sums));
}
