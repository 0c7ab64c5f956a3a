// strided_writes_by_warps.cu - blocks of four warps, each with a tile of its own and no barrier of the block.
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

constexpr int WARPS = 4, SIDE = 32;

__global__ void __launch_bounds__(WARPS *SIDE) turn(const float *__restrict__ in, float *__restrict__ out, int width,
                                                    int height, int tiles_across, int tiles) {
    __shared__ float squares[WARPS][SIDE][SIDE + 1];
    auto warp = cg::tiled_partition<SIDE>(cg::this_thread_block());
    float(*square)[SIDE + 1] = squares[warp.meta_group_rank()];
    int lane = warp.thread_rank();
    for (int tile = blockIdx.x * WARPS + warp.meta_group_rank(); tile < tiles; tile += gridDim.x * WARPS) {
        int left = tile % tiles_across * SIDE, top = tile / tiles_across * SIDE;
#pragma unroll 8
        for (int r = 0; r < SIDE; r++)
            if (top + r < height && left + lane < width)
                square[r][lane] = __ldg(&in[static_cast<size_t>(top + r) * width + left + lane]);
        warp.sync();
#pragma unroll 8
        for (int r = 0; r < SIDE; r++)
            if (left + r < width && top + lane < height)
                out[static_cast<size_t>(left + r) * height + top + lane] = square[lane][r];
        warp.sync();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    int across = ceil_div(width, SIDE), tiles = across * ceil_div(height, SIDE);
    turn<<<ceil_div(tiles, WARPS), WARPS * SIDE>>>(in, out, width, height, across, tiles);
    CHECK(cudaGetLastError());
}
