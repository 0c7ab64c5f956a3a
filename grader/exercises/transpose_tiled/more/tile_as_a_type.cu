// tile_as_a_type.cu - a tile is a class template with a loader and a storer, and a kernel template takes its side.
//
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"
#include <type_traits>

template <int SIDE> struct Tile {
    float cells[SIDE][SIDE + 1];
    __device__ void load(const float *in, int width, int height, int left, int top) {
        int x = left + threadIdx.x, y = top + threadIdx.y;
        if (x < width && y < height) cells[threadIdx.y][threadIdx.x] = in[static_cast<size_t>(y) * width + x];
    }
    __device__ void store(float *out, int width, int height, int left, int top) const {
        int x = left + threadIdx.x, y = top + threadIdx.y;
        if (x < width && y < height) out[static_cast<size_t>(y) * width + x] = cells[threadIdx.x][threadIdx.y];
    }
};

template <typename TileType, int SIDE> __global__ void turn(const float *in, float *out, int width, int height) {
    static_assert(std::is_trivially_default_constructible_v<TileType>);
    __shared__ TileType tile;
    int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;
    tile.load(in, width, height, left, top);
    __syncthreads();
    tile.store(out, height, width, top, left);
}

void transpose(const float *in, float *out, int width, int height) {
    constexpr int SIDE = 16;
    auto kernel = turn<Tile<SIDE>, SIDE>;
    kernel<<<dim3(ceil_div(width, SIDE), ceil_div(height, SIDE)), dim3(SIDE, SIDE)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
