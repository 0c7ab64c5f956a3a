// threads_in_a_row.cu - blocks of 64 threads and one dimension; a thread has 16 elements of a tile.
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

constexpr int T = 32, THREADS = 64, EACH = T * T / THREADS;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T * T], b[T * T];
    int across = ceil_div(n, T), top = blockIdx.x / across * T, left = blockIdx.x % across * T;
    float sums[EACH] = {};
    for (int first = 0; first < k; first += T) {
        for (int i = threadIdx.x; i < T * T; i += THREADS) {
            int y = i / T, x = i % T;
            a[i] = top + y < m && first + x < k ? A[(top + y) * k + first + x] : 0;
            b[i] = first + y < k && left + x < n ? B[(first + y) * n + left + x] : 0;
        }
        __syncthreads();
        for (int e = 0; e < EACH; e++) {
            int i = e * THREADS + threadIdx.x;
            for (int p = 0; p < T; p++) sums[e] += a[i / T * T + p] * b[p * T + i % T];
        }
        __syncthreads();
    }
    for (int e = 0; e < EACH; e++) {
        int i = e * THREADS + threadIdx.x;
        if (top + i / T < m && left + i % T < n) C[(top + i / T) * n + left + i % T] = sums[e];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<ceil_div(m, T) * ceil_div(n, T), THREADS>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
