// key.cu - what shared_ab asks about, counted: the plain product, and one whose blocks bring both tiles once. Inputs
// are zero; what is counted is how they are loaded.
#include "workbook.h"

constexpr int TILE = 32, SIZE = 128;

__global__ void plain(const float *A, const float *B, float *C) {
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
#pragma unroll 1 // or the compiler loads four neighbours of A at once
    for (int p = 0; p < TILE; p++) sum += A[row * TILE + p] * B[p * SIZE + column];
    C[row * SIZE + column] = sum;
}

__global__ void staged(const float *A, const float *B, float *C) {
    __shared__ float factors[2][TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    factors[0][threadIdx.y][threadIdx.x] = A[row * TILE + threadIdx.x];
    factors[1][threadIdx.y][threadIdx.x] = B[threadIdx.y * SIZE + column];
    __syncthreads();
    float sum = 0;
    for (int p = 0; p < TILE; p++) sum += factors[0][threadIdx.y][p] * factors[1][p][threadIdx.x];
    C[row * SIZE + column] = sum;
}

int main() {
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, sizeof(float) * SIZE * TILE));
    CHECK(cudaMalloc(&B, sizeof(float) * TILE * SIZE));
    CHECK(cudaMalloc(&C, sizeof(float) * SIZE * SIZE));
    CHECK(cudaMemset(A, 0, sizeof(float) * SIZE * TILE));
    CHECK(cudaMemset(B, 0, sizeof(float) * TILE * SIZE));
    dim3 block(TILE, TILE), grid(SIZE / TILE, SIZE / TILE);
    plain<<<grid, block>>>(A, B, C);
    staged<<<grid, block>>>(A, B, C);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
