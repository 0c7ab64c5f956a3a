// trick: tiles in a kernel that computes nothing
// like: limit-no_tiles.cu
// says: bytes of shared memory of a block
// The plain product, and a kernel that has tiles in dynamic memory and reads them.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int column = blockIdx.x * 8 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

__global__ void decoy(const float *A, float *room) {
    extern __shared__ float tiles[];
    tiles[threadIdx.x] = A[0];
    __syncthreads();
    room[threadIdx.x] = tiles[63 - threadIdx.x];
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int, int) {
    product<<<dim3(ceil_div(n, 8), ceil_div(m, 8)), dim3(8, 8)>>>(A, B, C, m, n, k);
    float *room;
    CHECK(cudaMalloc(&room, 64 * sizeof *room));
    decoy<<<1, 64, 512>>>(A, room);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(room));
}
