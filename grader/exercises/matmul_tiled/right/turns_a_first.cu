// turns_a_first.cu - a helper kernel turns A, so that both tiles are loaded alike; then tiles of 16.
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

constexpr int T = 16;

__global__ void turn(const float *from, float *to, int width, int height) {
    __shared__ float tile[32][33];
    int left = blockIdx.x * 32, top = blockIdx.y * 32, x = threadIdx.x, y = threadIdx.y;
    if (top + y < height && left + x < width) tile[y][x] = from[static_cast<size_t>(top + y) * width + left + x];
    __syncthreads();
    if (left + y < width && top + x < height) to[static_cast<size_t>(left + y) * height + top + x] = tile[x][y];
}

__global__ void multiply(const float *turned, const float *B, float *C, int m, int n, int k) {
    __shared__ float a[T][T], b[T][T]; // [p][row], [p][column]
    int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * T, left = blockIdx.x * T;
    float sum = 0;
    for (int p = 0; p < k; p += T) {
        a[y][x] = p + y < k && top + x < m ? turned[static_cast<size_t>(p + y) * m + top + x] : 0;
        b[y][x] = p + y < k && left + x < n ? B[static_cast<size_t>(p + y) * n + left + x] : 0;
        __syncthreads();
        for (int q = 0; q < T; q++) sum += a[q][y] * b[q][x];
        __syncthreads();
    }
    if (top + y < m && left + x < n) C[static_cast<size_t>(top + y) * n + left + x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    float *turned;
    CHECK(cudaMalloc(&turned, static_cast<size_t>(m) * k * sizeof *turned));
    turn<<<dim3(ceil_div(k, 32), ceil_div(m, 32)), dim3(32, 32)>>>(A, turned, k, m);
    multiply<<<dim3(ceil_div(n, T), ceil_div(m, T)), dim3(T, T)>>>(turned, B, C, m, n, k);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(turned));
}
