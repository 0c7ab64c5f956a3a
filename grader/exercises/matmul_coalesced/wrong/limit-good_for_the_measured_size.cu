// trick: good for the one measured size
// like: limit-still_scattered.cu
// says: The lanes of a warp load from different rows
// limit-good_for_the_measured_size.cu - the right map for the one size whose counters are shown.
#include "workbook.h"

__global__ void product(const float *A, const float *B, float *C, int m, int n, int k, bool good) {
    int row = good ? blockIdx.y * blockDim.y + threadIdx.y : blockIdx.x * blockDim.x + threadIdx.x;
    int column = good ? blockIdx.x * blockDim.x + threadIdx.x : blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
    C[row * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    bool good = m == 64 && n == 96 && k == 48;
    int most = m > n ? m : n;
    product<<<dim3(ceil_div(most, 16), ceil_div(most, 16)), dim3(16, 16)>>>(A, B, C, m, n, k, good);
    CHECK(cudaGetLastError());
}
