// threads_in_a_row.cu - blocks of 64 threads and one dimension; a thread has 16 elements of a tile.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int T = 32, THREADS = 64, EACH = T * T / THREADS;

__global__ void multiply(const float *A, const float *B, float *C, int n, int k) {
    __shared__ float a[T * T], b[T * T];
    size_t top = blockIdx.x / (n / T) * T, left = blockIdx.x % (n / T) * T;
    float sums[EACH] = {};
    for (int first = 0; first < k; first += T) {
        for (int i = threadIdx.x; i < T * T; i += THREADS) {
            a[i] = A[(top + i / T) * k + first + i % T];
            b[i] = B[(first + i / T) * static_cast<size_t>(n) + left + i % T];
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
        C[(top + i / T) * n + left + i % T] = sums[e];
    }
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<<<m / T * (n / T), THREADS>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
