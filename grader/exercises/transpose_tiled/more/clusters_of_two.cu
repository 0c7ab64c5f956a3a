// clusters_of_two.cu - Tiles of 32 x 32 by blocks of 32 x 8; the launch puts two blocks into a cluster.
//
//= student: Ada Lovelace
//= sectors_loaded: 11520
//= sectors_stored: 2188800
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void tiles(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    auto block = cg::this_thread_block();
    int left = blockIdx.x * 32, top = blockIdx.y * 32;
    if (left < width)
        for (int y = threadIdx.y; y < 32 && top + y < height; y += blockDim.y)
            if (left + threadIdx.x < width) tile[y][threadIdx.x] = in[size_t(top + y) * width + left + threadIdx.x];
    block.sync();
    for (int y = threadIdx.y; y < 32 && left + y < width; y += blockDim.y)
        if (top + threadIdx.x < height) out[size_t(left + y) * height + top + threadIdx.x] = tile[threadIdx.x][y];
}

void transpose(const float *in, float *out, int width, int height) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2 * ceil_div(width, 64), ceil_div(height, 32));
    config.blockDim = dim3(32, 8);
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {2, 1, 1};
    config.attrs = &cluster;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, tiles, in, out, width, height));
}
