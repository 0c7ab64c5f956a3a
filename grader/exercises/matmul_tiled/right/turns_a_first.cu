// turns_a_first.cu - a helper kernel turns A, so that both tiles are loaded alike; then tiles of 16.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"

constexpr int T = 16;

__global__ void turn(const float *from, float *to, int width, int height) {
    __shared__ float tile[32][33];
    int left = blockIdx.x * 32, top = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = from[static_cast<size_t>(top + y) * width + left + x];
    __syncthreads();
    to[static_cast<size_t>(left + y) * height + top + x] = tile[x][y];
}

__global__ void multiply(const float *turned, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T]; // [p][row], [p][column]
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * T, left = blockIdx.x * T;
    float sum = 0;
    for (int p = 0; p < k; p += T) {
        a[y][x] = turned[static_cast<size_t>(p + y) * m + top + x];
        b[y][x] = B[static_cast<size_t>(p + y) * n + left + x];
        __syncthreads();
        for (int q = 0; q < T; q++) sum += a[q][y] * b[q][x];
        __syncthreads();
    }
    C[static_cast<size_t>(top + y) * n + left + x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    float *turned;
    CHECK(cudaMalloc(&turned, static_cast<size_t>(m) * k * sizeof *turned));
    turn<<<dim3(k / 32, m / 32), dim3(32, 32)>>>(A, turned, k, m);
    multiply<<<dim3(n / T, m / T), dim3(T, T)>>>(turned, B, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(turned));
}
