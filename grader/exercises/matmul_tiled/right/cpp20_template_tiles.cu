// cpp20_template_tiles.cu - C++20: tile and type are template parameters with concepts; phases stride over a view.
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
#include <concepts>

template <typename T, int SIDE>
requires std::floating_point<T> &&(SIDE == 16 || SIDE == 32) struct Tile {
    T cell[SIDE][SIDE];
    __device__ void bring(const T *from, size_t height, size_t width, size_t row, size_t column) {
        row += threadIdx.y, column += threadIdx.x;
        cell[threadIdx.y][threadIdx.x] = row < height && column < width ? from[row * width + column] : T{};
    }
};

template <std::floating_point T, int SIDE>
__global__ void matmul_kernel(const T *A, const T *B, T *C, unsigned m, unsigned n, unsigned k) {
    __shared__ Tile<T, SIDE> a, b;
    const unsigned row = blockIdx.y * SIDE, column = blockIdx.x * SIDE;
    T sum{};
    for (unsigned p = 0; p < k; p += SIDE) {
        a.bring(A, m, k, row, p);
        b.bring(B, k, n, p, column);
        __syncthreads();
        [&]<int... i>(std::integer_sequence<int, i...>) {
            ((sum += a.cell[threadIdx.y][i] * b.cell[i][threadIdx.x]), ...);
        }
        (std::make_integer_sequence<int, SIDE>{});
        __syncthreads();
    }
    if (row + threadIdx.y < m && column + threadIdx.x < n)
        C[static_cast<size_t>(row + threadIdx.y) * n + column + threadIdx.x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    constexpr int side = 32;
    matmul_kernel<float, side><<<dim3(ceil_div(n, side), ceil_div(m, side)), dim3(side, side)>>>(A, B, C, m, n, k);
    CHECK(cudaGetLastError());
}
