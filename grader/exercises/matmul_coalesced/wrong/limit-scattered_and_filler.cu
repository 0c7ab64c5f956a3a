// trick: a scattered kernel and launches with perfect counters
// like: limit-still_scattered.cu
// says: bytes loaded and not used
// limit-scattered_and_filler.cu - the scattered product, and a launch with perfect counters that computes nothing.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

__global__ void filler(const float *A, float *room, int count) {
    float sum = 0;
    for (int i = threadIdx.x; i < count; i += 32) sum += A[i];
    room[threadIdx.x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    product<<<dim3(ceil_div(m, 16), ceil_div(n, 16)), dim3(16, 16)>>>(A, B, C, m, n, k);
    float *room;
    CHECK(cudaMalloc(&room, 32 * sizeof(float)));
    for (int i = 0; i < 50; i++) filler<<<1, 32>>>(A, room, m * k);
    CHECK(cudaGetLastError());
}
