// block_of_one_dimension.cu - 256 threads in a row load and use tiles of 32 x 32, four elements each, padded.
#include "workbook.h"

constexpr int T = 32, THREADS = 256;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T + 1]; // b as it is stored: a column of B is a row here
    int top = blockIdx.y * T, left = blockIdx.x * T, x = threadIdx.x % T;
    float sums[T * T / THREADS] = {};
    for (int first = 0; first < k; first += T) {
        for (int i = threadIdx.x; i < T * T; i += THREADS) {
            int y = i / T;
            a[y][x] = top + y < m && first + x < k ? A[static_cast<size_t>(top + y) * k + first + x] : 0;
            b[y][x] = left + y < n && first + x < k ? B[static_cast<size_t>(left + y) * k + first + x] : 0;
        }
        __syncthreads();
        for (int i = 0; i < T * T / THREADS; i++)
            for (int p = 0; p < T; p++) sums[i] += a[i * THREADS / T + threadIdx.x / T][p] * b[x][p];
        __syncthreads();
    }
    for (int i = 0; i < T * T / THREADS; i++) {
        int row = top + i * THREADS / T + threadIdx.x / T, column = left + x;
        if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sums[i];
    }
}

void matmul_colmajor(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, T), ceil_div(m, T)), THREADS>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
