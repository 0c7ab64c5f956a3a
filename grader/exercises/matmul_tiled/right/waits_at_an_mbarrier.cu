// waits_at_an_mbarrier.cu - cuda::barrier and memcpy_async fetch tiles of 32 in a graph of two launches.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
#include <cuda/barrier>

constexpr int T = 32;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void multiply(const float *A, const float *B, float *C, int n, int k, int top) {
    __shared__ float a[T][T], b[T][T];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ Barrier arrived;
    int x = threadIdx.x, y = threadIdx.y, row = (top + blockIdx.y) * T + y, column = blockIdx.x * T + x;
    if (x == 0 && y == 0) init(&arrived, T * T);
    __syncthreads();
    float sum = 0;
    for (int first = 0; first < k; first += T) {
        cuda::memcpy_async(&a[y][x], &A[static_cast<size_t>(row) * k + first + x], sizeof(float), arrived);
        cuda::memcpy_async(&b[y][x], &B[static_cast<size_t>(first + y) * n + column], sizeof(float), arrived);
        arrived.arrive_and_wait();
        for (int p = 0; p < T; p++) sum += a[y][p] * b[p][x];
        arrived.arrive_and_wait();
    }
    C[static_cast<size_t>(row) * n + column] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    int half = m / T / 2, rest = m / T - half;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    if (half) multiply<<<dim3(n / T, half), dim3(T, T), 0, stream>>>(A, B, C, n, k, 0);
    multiply<<<dim3(n / T, rest), dim3(T, T), 0, stream>>>(A, B, C, n, k, half);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph));
    CHECK(cudaGraphLaunch(ready, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}
