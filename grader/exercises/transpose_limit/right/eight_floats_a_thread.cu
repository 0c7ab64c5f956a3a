// eight_floats_a_thread.cu - C++20: a tile as a type with its own order of columns; eight elements a thread.
//
//= student: Ada Lovelace
//= rows_across: 5440
//= rows_down: 49280
//= bytes_in_a_row: 10240
#include "workbook.h"
#include <concepts>
#include <cuda/std/array>

template <std::copyable T, unsigned SIDE> struct Tile {
    T cells[SIDE * SIDE];
    __device__ T &operator()(unsigned row, unsigned column) { return cells[row * SIDE + (column ^ row)]; }
};

template <std::copyable T, unsigned EACH> __global__ void turn(const T *in, T *out, unsigned width, unsigned height) {
    constexpr unsigned side = 32, rows = side / EACH;
    __shared__ Tile<T, side> tile;
    cuda::std::array<T, EACH> held{};
    const unsigned lane = threadIdx.x, left = blockIdx.x * side, top = blockIdx.y * side;
    for (unsigned y = threadIdx.y; auto &one : held) {
        if (left + lane < width and top + y < height) one = in[size_t{top + y} * width + left + lane];
        y += rows;
    }
    for (unsigned y = threadIdx.y; auto one : held) {
        tile(y, lane) = one;
        y += rows;
    }
    __syncthreads();
    for (unsigned x = threadIdx.y; x < side; x += rows)
        if (top + lane < height and left + x < width) out[size_t{left + x} * height + top + lane] = tile(lane, x);
}

void transpose(const float *in, float *out, int width, int height) {
    turn<float, 8><<<dim3(ceil_div(width, 32), ceil_div(height, 32)), dim3(32, 4)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
