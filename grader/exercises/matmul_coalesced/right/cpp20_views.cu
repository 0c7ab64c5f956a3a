// cpp20_views.cu - C++20: views of matrices with a concept for their elements, and a kernel whose parameters are auto.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"
#include <concepts>

template <std::floating_point T> struct Matrix {
    T *data;
    int rows, columns;
    __device__ T &operator()(int row, int column) const { return data[static_cast<size_t>(row) * columns + column]; }
};
template <typename T> Matrix(T *, int, int) -> Matrix<T>;

template <typename T> __global__ void multiply(Matrix<const T> A, Matrix<const T> B, Matrix<T> C) {
    auto place = [](uint3 block, dim3 size, uint3 thread) {
        return int2{static_cast<int>(block.x * size.x + thread.x), static_cast<int>(block.y * size.y + thread.y)};
    };
    auto [column, row] = place(blockIdx, blockDim, threadIdx);
    if (row >= C.rows or column >= C.columns) return;
    T sum{};
    for (int p{}; p < A.columns; ++p) sum += A(row, p) * B(p, column);
    C(row, column) = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    multiply<float><<<dim3(ceil_div(n, 32), ceil_div(m, 4)), dim3(32, 4)>>>({A, m, k}, {B, k, n},
                                                                            {.data = C, .rows = m, .columns = n});
    CHECK(cudaGetLastError());
}
