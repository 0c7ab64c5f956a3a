// trick: four blocks go over the threads of all blocks
// like: limit-one_block.cu
// says: the busiest block did
#include "workbook.h"

__global__ void write(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    int width = grid.x * block.x, height = grid.y * block.y, count = width * height * block.z;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int x = i % width % block.x, y = i / width % height % block.y, z = i / width / height;
        int place = (z * block.y + y) * block.x + x;
        warp[i] = place / warp_size;
        lane[i] = place % warp_size;
    }
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    write<<<4, 1024>>>(warp, lane, grid, block, warp_size);
    CHECK(cudaGetLastError());
}
