// waits_at_an_mbarrier.cu - cuda::barrier and memcpy_async fetch tiles of 32 in a graph of two launches.
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
#include <cuda/barrier>

constexpr int T = 32;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void multiply(const float *A, const float *B, float *C, int m, int n, int k, int top) {
    __shared__ float a[T][T], b[T][T];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier arrived;
    int x = threadIdx.x, y = threadIdx.y, row = (top + blockIdx.y) * T + y, column = blockIdx.x * T + x;
    if (x == 0 && y == 0) init(&arrived, T * T);
    __syncthreads();
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        if (row < m && first + x < k)
            cuda::memcpy_async(&a[y][x], &A[static_cast<size_t>(row) * k + first + x], sizeof(float), arrived);
        else a[y][x] = 0;
        if (first + y < k && column < n)
            cuda::memcpy_async(&b[y][x], &B[static_cast<size_t>(first + y) * n + column], sizeof(float), arrived);
        else b[y][x] = 0;
        arrived.arrive_and_wait();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        arrived.arrive_and_wait();
    }
    if (row < m && column < n) C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    int half = ceil_div(m, T) / 2, rest = ceil_div(m, T) - half;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    if (half) multiply<<<dim3(ceil_div(n, T), half), dim3(T, T), 0, stream>>>(A, B, C, m, n, k, 0);
    multiply<<<dim3(ceil_div(n, T), rest), dim3(T, T), 0, stream>>>(A, B, C, m, n, k, half);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph));
    CHECK(cudaGraphLaunch(ready, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}
