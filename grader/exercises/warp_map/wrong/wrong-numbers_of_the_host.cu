// says: the work belongs on the device
// The host computes everything, and a decoy kernel stores it.
#include "workbook.h"
#include <vector>

__global__ void store(int *out) { out[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; }

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    size_t width = grid.x * block.x, height = grid.y * block.y, count = width * height * block.z;
    std::vector<int> warps(count), lanes(count);
    for (size_t i = 0; i < count; i++) {
        int x = i % width % block.x, y = i / width % height % block.y, z = i / width / height;
        int thread = x + block.x * (y + block.y * z);
        warps[i] = thread / warp_size;
        lanes[i] = thread % warp_size;
    }
    int *show;
    CHECK(cudaMalloc(&show, (count + 32) * sizeof(int)));
    for (int twice = 0; twice < 2; twice++) store<<<ceil_div(count, size_t{32}), 32>>>(show);
    CHECK(cudaMemcpy(warp, warps.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(lane, lanes.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaFree(show));
}
