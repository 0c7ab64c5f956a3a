// tiles_of_32.cu - The lesson's phases with tiles of 32 x 32.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int TILE = 32;

__global__ void matmul_kernel(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float A_tile[TILE][TILE];
    __shared__ float B_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    for (int phase = 0; phase < k / TILE; phase++) {
        A_tile[threadIdx.y][threadIdx.x] = A[row * k + phase * TILE + threadIdx.x];
        B_tile[threadIdx.y][threadIdx.x] = B[(phase * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int p = 0; p < TILE; p++) sum += A_tile[threadIdx.y][p] * B_tile[p][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 block(TILE, TILE);
    dim3 grid(n / TILE, m / TILE);
    matmul_kernel<<<grid, block>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
