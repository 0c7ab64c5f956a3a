// trick: a scattered kernel and launches with perfect counters
// like: limit-uncoalesced.cu
// says: bytes loaded and not used
// limit-uncoalesced_and_filler.cu - the scattered product between launches that load rows and compute nothing.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[column * k + p];
    C[row * n + column] = sum;
}

__global__ void filler(const float *A, float *room, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) room[i] = A[i];
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    float *room;
    CHECK(cudaMalloc(&room, sizeof(float) * m * k));
    product<<<dim3(ceil_div(n, 16), ceil_div(m, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    for (int i = 0; i < 100; i++) filler<<<ceil_div(m * k, 256), 256>>>(A, room, m * k);
    CHECK(cudaGetLastError());
}
