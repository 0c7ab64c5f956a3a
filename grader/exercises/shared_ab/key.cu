// key.cu - what shared_ab asks about, counted: the plain product, and one whose blocks bring both tiles once. Inputs
// are zero; what is counted is how they are loaded.
#include "drawn.h"
#include "workbook.h"

constexpr int TILE = 32;

__global__ void plain(const float *A, const float *B, float *C, int n) {
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
#pragma unroll 1 // or the compiler loads four neighbours of A at once
    for (int p = 0; p < TILE; p++) sum += A[row * TILE + p] * B[p * n + column];
    C[row * n + column] = sum;
}

__global__ void staged(const float *A, const float *B, float *C, int n) {
    __shared__ float factors[2][TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    factors[0][threadIdx.y][threadIdx.x] = A[row * TILE + threadIdx.x];
    factors[1][threadIdx.y][threadIdx.x] = B[threadIdx.y * n + column];
    __syncthreads();
    float sum = 0;
    for (int p = 0; p < TILE; p++) sum += factors[0][threadIdx.y][p] * factors[1][p][threadIdx.x];
    C[row * n + column] = sum;
}

int main(int, char **argv) {
    int m = drawn(argv, "m"), n = drawn(argv, "n");
    float *A, *B, *C;
    CHECK(cudaMalloc(&A, sizeof(float) * m * TILE));
    CHECK(cudaMalloc(&B, sizeof(float) * TILE * n));
    CHECK(cudaMalloc(&C, sizeof(float) * m * n));
    CHECK(cudaMemset(A, 0, sizeof(float) * m * TILE));
    CHECK(cudaMemset(B, 0, sizeof(float) * TILE * n));
    dim3 block(TILE, TILE), grid(n / TILE, m / TILE);
    plain<<<grid, block>>>(A, B, C, n);
    staged<<<grid, block>>>(A, B, C, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(A));
    CHECK(cudaFree(B));
    CHECK(cudaFree(C));
}
