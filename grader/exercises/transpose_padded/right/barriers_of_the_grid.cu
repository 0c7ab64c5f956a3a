// barriers_of_the_grid.cu - a cooperative launch does one row of tiles after another, and the grid waits between them.
#include "workbook.h"
#include <algorithm>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void turn(const float *in, float *out, int width, int height) {
    __shared__ float tile[32][33];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int x = threadIdx.x, y = threadIdx.y;
    for (int top = 0; top < height; top += 32) {
        for (int left = blockIdx.x * 32; left < width; left += gridDim.x * 32) {
            if (left + x < width && top + y < height) tile[y][x] = in[static_cast<size_t>(top + y) * width + left + x];
            block.sync();
            if (left + y < width && top + x < height) out[static_cast<size_t>(left + y) * height + top + x] = tile[x][y];
            block.sync();
        }
        grid.sync();
    }
}

void transpose(const float *in, float *out, int width, int height) {
    void *arguments[] = {&in, &out, &width, &height};
    CHECK(cudaLaunchCooperativeKernel(turn, dim3(std::min(132, ceil_div(width, 32))), dim3(32, 32), arguments, 0, nullptr));
}
