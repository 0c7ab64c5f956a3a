// stores_into_another_block.cu - the tile lies in the shared memory of the cluster's other block.
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][32];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned other = cluster.block_rank() ^ 1;
    cluster.sync();
    float *remote = cluster.map_shared_rank(&tile[0][0], other);
    int block = blockIdx.x, columns = ceil_div(width, 32), rows = ceil_div(height, 32);
    int bx = block % columns, by = block / columns;
    int x = bx * 32 + threadIdx.x, y = by * 32 + threadIdx.y;
    if (by < rows && x < width && y < height) remote[threadIdx.x * 32 + threadIdx.y] = in[y * width + x];
    cluster.sync();
    block ^= 1;
    bx = block % columns, by = block / columns;
    x = by * 32 + threadIdx.x, y = bx * 32 + threadIdx.y;
    if (by < rows && x < height && y < width) out[y * height + x] = tile[threadIdx.y][threadIdx.x];
}

void transpose(const float *in, float *out, int width, int height) {
    int blocks = ceil_div(width, 32) * ceil_div(height, 32);
    turn<<<blocks + blocks % 2, dim3(32, 32)>>>(in, out, width, height);
    CHECK(cudaGetLastError());
}
