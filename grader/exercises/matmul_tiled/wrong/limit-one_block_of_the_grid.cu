// trick: a grid of the right shape whose first block does all the work
// like: limit-one_block.cu
// says: the busiest block did 100 % of the work
#include "workbook.h"

constexpr int T = 32;

__device__ void tile_of_c(const float *A, const float *B, float *C, int m, int n, int k, int top, int left) {
    __shared__ float a[T][T], b[T][T];
    int x = threadIdx.x, y = threadIdx.y, row = top + y, column = left + x;
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        a[y][x] = row < m && first + x < k ? A[(size_t)row * k + first + x] : 0;
        b[y][x] = first + y < k && column < n ? B[(size_t)(first + y) * n + column] : 0;
        __syncthreads();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        __syncthreads();
    }
    if (row < m && column < n) C[(size_t)row * n + column] = sum;
}

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    if (blockIdx.x || blockIdx.y) return;
    for (int top = 0; top < m; top += T)
        for (int left = 0; left < n; left += T) tile_of_c(A, B, C, m, n, k, top, left);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
