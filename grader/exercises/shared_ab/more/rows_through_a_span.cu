// rows_through_a_span.cu - tiles as spans of one shared array, and a block of 1,024 threads in one dimension.
//
//= student: Ada Lovelace
//= loads_plain: 10752
//= requests_plain: 16384
//= requests_staged: 512
//= loads_staged: 36
#include "workbook.h"
#include <cuda/std/span>

constexpr int SIDE = 32;

__global__ void __launch_bounds__(SIDE *SIDE) multiply(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n) {
    __shared__ float storage[2 * SIDE * SIDE];
    cuda::std::span<float, SIDE * SIDE> a(storage, SIDE * SIDE), b(storage + SIDE * SIDE, SIDE * SIDE);
    int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    size_t row = static_cast<size_t>(blockIdx.y) * SIDE + y, column = blockIdx.x * SIDE + x;
    a[threadIdx.x] = A[row * SIDE + x];
    b[threadIdx.x] = B[static_cast<size_t>(y) * n + column];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int p = 0; p < SIDE; p++) sum = __fmaf_rn(a[y * SIDE + p], b[p * SIDE + x], sum);
    C[row * n + column] = sum;
}

void multiply_ab(const float *A, const float *B, float *C, int m, int n) {
    multiply<<<dim3(n / SIDE, m / SIDE), SIDE * SIDE>>>(A, B, C, n);
    CHECK(cudaGetLastError());
}
