// parts_of_k_in_a_block.cu - four groups of 16 x 16 threads share out the phases, and their sums meet in shared memory.
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

constexpr int T = 16, GROUPS = 4;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[GROUPS][T][T], b[GROUPS][T][T], sums[GROUPS][T][T];
    int x = threadIdx.x, y = threadIdx.y, g = threadIdx.z, row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int begin = 0; begin < k; begin += T * GROUPS) {
        int first = begin + g * T;
        if (first < k) {
            a[g][y][x] = row < m && first + x < k ? A[static_cast<size_t>(row) * k + first + x] : 0;
            b[g][y][x] = first + y < k && column < n ? B[static_cast<size_t>(first + y) * n + column] : 0;
        }
        __syncthreads();
        for (int p = 0; first < k && p < T; p++) sum += a[g][y][p] * b[g][p][x];
        __syncthreads();
    }
    sums[g][y][x] = sum;
    __syncthreads();
    if (g == 0 && row < m && column < n)
        C[static_cast<size_t>(row) * n + column] = sums[0][y][x] + sums[1][y][x] + sums[2][y][x] + sums[3][y][x];
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T, GROUPS)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
