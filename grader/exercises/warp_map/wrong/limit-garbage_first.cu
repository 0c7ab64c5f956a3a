// trick: every thread stores something for itself, and then one block stores all answers
// like: limit-one_block.cu
// says: store requests per warp of the grid
#include "workbook.h"
__device__ size_t place(dim3 grid, dim3 block, dim3 b, dim3 t) {
    size_t x = b.x * block.x + t.x, y = b.y * block.y + t.y, z = b.z * block.z + t.z;
    return (z * grid.y * block.y + y) * grid.x * block.x + x;
}
__global__ void garbage(int *warp, int *lane) {
    size_t me = place(gridDim, blockDim, blockIdx, threadIdx);
    warp[me] = lane[me] = 0;
}
__global__ void answer(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    size_t per = block.x * block.y * block.z, all = per * grid.x * grid.y * grid.z;
    for (size_t i = threadIdx.x; i < all; i += 256) {
        unsigned t = i % per, b = i / per;
        size_t me = place(grid, block, dim3(b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y),
                          dim3(t % block.x, t / block.x % block.y, t / block.x / block.y));
        warp[me] = t / warp_size;
        lane[me] = t % warp_size;
    }
}
void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    garbage<<<grid, block>>>(warp, lane);
    answer<<<1, 256>>>(warp, lane, grid, block, warp_size);
    CHECK(cudaGetLastError());
}
