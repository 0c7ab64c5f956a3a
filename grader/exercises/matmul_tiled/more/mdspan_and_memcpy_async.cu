// mdspan_and_memcpy_async.cu - Tiles are filled with cuda::memcpy_async element by element and a cuda::barrier of the
// block.
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
#include <cuda/std/mdspan>

using Matrix = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
using Result = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
constexpr int SIDE = 16;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void tiled(Matrix A, Matrix B, Result C) {
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    __shared__ cuda::barrier<cuda::thread_scope_block> filled;
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
    if (x == 0 && y == 0) init(&filled, SIDE * SIDE);
    __syncthreads();
    float sum = 0;
    for (int first = 0; first < A.extent(1); first += SIDE) {
        if (row < A.extent(0) && first + x < A.extent(1))
            cuda::memcpy_async(&a[y][x], &A(row, first + x), sizeof(float), filled);
        else a[y][x] = 0;
        if (first + y < B.extent(0) && column < B.extent(1))
            cuda::memcpy_async(&b[y][x], &B(first + y, column), sizeof(float), filled);
        else b[y][x] = 0;
        filled.arrive_and_wait();
#pragma unroll
        for (int p = 0; p < SIDE; p++) sum += a[y][p] * b[p][x];
        filled.arrive_and_wait();
    }
    if (row < C.extent(0) && column < C.extent(1)) C(row, column) = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    dim3 grid(ceil_div(n, SIDE), ceil_div(m, SIDE));
    tiled<<<grid, dim3(SIDE, SIDE)>>>(Matrix(A, m, k), Matrix(B, k, n), Result(C, m, n));
    CHECK(cudaGetLastError());
}
