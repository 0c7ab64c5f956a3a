// side_by_square_roots.cu - The side by square roots; unsigned indices, and a struct of two views into the dynamic
// array.
//
//= student: Ada Lovelace
//= blocks_a: 2996
//= blocks_b: 756
//= blocks_c: 756
#include "workbook.h"
#include <algorithm>
#include <cmath>

struct View {
    float *cells;
    int side;
    __device__ float &operator()(int row, int column) const { return cells[row * side + column]; }
};

__global__ void matmul_kernel(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                              unsigned m, unsigned n, unsigned k, int side) {
    extern __shared__ __align__(16) unsigned char bytes[];
    View a{reinterpret_cast<float *>(bytes), side}, b{a.cells + side * side, side};
    unsigned row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    float sum = 0;
    for (unsigned phase = 0, phases = (k + side - 1) / side; phase < phases; ++phase) {
        unsigned p = phase * side + threadIdx.x, q = phase * side + threadIdx.y;
        a(threadIdx.y, threadIdx.x) = (row < m && p < k) ? A[size_t{row} * k + p] : 0.0f;
        b(threadIdx.y, threadIdx.x) = (q < k && column < n) ? B[size_t{q} * n + column] : 0.0f;
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < side; ++i) sum = fmaf(a(threadIdx.y, i), b(i, threadIdx.x), sum);
        __syncthreads();
    }
    if (row < m && column < n) C[size_t{row} * n + column] = sum;
}

void matmul_dynamic(const float *A, const float *B, float *C, int m, int n, int k, int most_threads,
                    int most_shared_bytes) {
    int by_threads = static_cast<int>(std::sqrt(most_threads + 0.5)),
        by_bytes = static_cast<int>(std::sqrt(most_shared_bytes / 8 + 0.5));
    int side = std::min(by_threads, by_bytes) / 8 * 8;
    CHECK(cudaFuncSetAttribute(matmul_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 8 * side * side));
    matmul_kernel<<<dim3(ceil_div(n, side), ceil_div(m, side)), dim3(side, side), 8 * side * side>>>(A, B, C, m, n, k,
                                                                                                     side);
    CHECK(cudaGetLastError());
}
