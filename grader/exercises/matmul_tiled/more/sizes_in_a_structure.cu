// sizes_in_a_structure.cu - the sizes are a __device__ structure, a tile is loaded by a device function with a border.
//
//= student: Ada Lovelace
//= blocks: 10323
//= phases: 4
//= idle_threads: 35211
//= requests: 2048
//= intensity: 4.25
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int TILE = 32;
struct Sizes {
    int m, n, k;
};
__device__ Sizes sizes;

__device__ float inside(const float *matrix, int rows, int columns, int row, int column) {
    return row < rows && column < columns ? matrix[static_cast<size_t>(row) * columns + column] : 0.f;
}

__global__ void multiply(const float *A, const float *B, float *C) {
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    const Sizes s = sizes;
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < s.k; first += TILE) {
        a[y][x] = inside(A, s.m, s.k, row, first + x);
        b[y][x] = inside(B, s.k, s.n, first + y, column);
        __syncthreads();
        for (int p = 0; p < min(TILE, s.k - first); p++) sum += a[y][p] * b[p][x];
        __syncthreads();
    }
    if (row < s.m && column < s.n) C[static_cast<size_t>(row) * s.n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    Sizes own = {m, n, k};
    CHECK(cudaMemcpyToSymbol(sizes, &own, sizeof own));
    multiply<<<dim3(ceil_div(n, TILE), ceil_div(m, TILE)), dim3(TILE, TILE)>>>(A, B, C);
    CHECK(cudaGetLastError());
}
