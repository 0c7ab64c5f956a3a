// cpp20_template_tiles.cu - C++20: tile and type are template parameters with concepts; phases stride over a view.
//
//= student: Ada Lovelace
//= requests_16: 4096
//= requests_32: 2048
//= intensity_a: 1.75
//= intensity_b: 5.5
//= without_first_barrier: 28
//= without_second_barrier: 8
#include "workbook.h"
#include <concepts>

template <typename T, int SIDE>
requires std::floating_point<T> &&(SIDE == 16 || SIDE == 32) struct Tile {
    T cell[SIDE][SIDE];
    __device__ void bring(const T *from, size_t width, size_t row, size_t column) {
        cell[threadIdx.y][threadIdx.x] = from[(row + threadIdx.y) * width + column + threadIdx.x];
    }
};

template <std::floating_point T, int SIDE>
__global__ void matmul_kernel(const T *A, const T *B, T *C, unsigned n, unsigned k) {
    __shared__ Tile<T, SIDE> a, b;
    const unsigned row = blockIdx.y * SIDE, column = blockIdx.x * SIDE;
    T sum{};
    for (unsigned p = 0; p < k; p += SIDE) {
        a.bring(A, k, row, p);
        b.bring(B, n, p, column);
        __syncthreads();
        [&]<int... i>(std::integer_sequence<int, i...>) {
            ((sum += a.cell[threadIdx.y][i] * b.cell[i][threadIdx.x]), ...);
        }
        (std::make_integer_sequence<int, SIDE>{});
        __syncthreads();
    }
    C[static_cast<size_t>(row + threadIdx.y) * n + column + threadIdx.x] = sum;
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    constexpr int side = 32;
    matmul_kernel<float, side><<<dim3(n / side, m / side), dim3(side, side)>>>(A, B, C, n, k);
    CHECK(cudaGetLastError());
}
