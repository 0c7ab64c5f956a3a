// cub_exchange.cu - A warp holds 32 x 32 elements in registers, and cub::WarpExchange turns them by shuffles.
#include "workbook.h"
#include <cub/warp/warp_exchange.cuh>

constexpr int TILE = 32;

__global__ void transpose_kernel(const float *in, float *out, int width, int height) {
    using Exchange = cub::WarpExchange<float, TILE, TILE, cub::WARP_EXCHANGE_SHUFFLE>;
    __shared__ typename Exchange::TempStorage room;
    int left = blockIdx.x * TILE, top = blockIdx.y * TILE, lane = threadIdx.x;
    float values[TILE];
#pragma unroll
    for (int r = 0; r < TILE; r++) // striped: item r of lane l is element 32 r + l of the tile
        values[r] =
            left + lane < width && top + r < height ? in[static_cast<size_t>(top + r) * width + left + lane] : 0;
    Exchange(room).StripedToBlocked(values, values); // lane l has row l
#pragma unroll
    for (int c = 0; c < TILE; c++)
        if (top + lane < height && left + c < width)
            out[static_cast<size_t>(left + c) * height + top + lane] = values[c];
}

void transpose(const float *in, float *out, int width, int height) {
    transpose_kernel<<<dim3(ceil_div(width, TILE), ceil_div(height, TILE)), TILE>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
