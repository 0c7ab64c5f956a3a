// trick: a naive kernel and filler
// like: limit-no_tiles.edit
// says: load requests per phase
// limit-no_tiles_and_filler.cu - no tiles, between launches that multiply in shared memory and load nothing.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

__global__ void filler(float *room) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    float sum = 0;
    for (int p = 0; p < 32; p++) sum += tile[threadIdx.y][p] * tile[p][threadIdx.x];
    room[threadIdx.y * 32 + threadIdx.x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    float *room;
    CHECK(cudaMalloc(&room, 1024 * sizeof(float)));
    product<<<dim3(ceil_div(n, 32), ceil_div(m, 32)), dim3(32, 32)>>>(A, B, C, m, n, k);
    for (int i = 0; i < 100; i++) filler<<<1, dim3(32, 32)>>>(room);
    CHECK(cudaGetLastError());
}
