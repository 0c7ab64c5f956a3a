// thread_rank_of_the_block.cu - places by a fold over an array of coordinates, and a division with remainder in one go.
//
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"
#include <utility>

__device__ auto split(int place, int size) { return std::pair<int, int>(place / size, place - place / size * size); }

__global__ void number_threads(int *warp, int *lane, int warp_size) {
    const unsigned at[3] = {threadIdx.z, threadIdx.y, threadIdx.x}, sides[3] = {blockDim.z, blockDim.y, blockDim.x};
    unsigned place = 0;
    for (int d = 0; d < 3; ++d) place = place * sides[d] + at[d];
    size_t width = static_cast<size_t>(gridDim.x) * blockDim.x, height = static_cast<size_t>(gridDim.y) * blockDim.y;
    size_t x = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    size_t y = static_cast<size_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    size_t element = (threadIdx.z * height + y) * width + x;
    auto [own_warp, own_lane] = split(place, warp_size);
    warp[element] = own_warp;
    lane[element] = own_lane;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    void *arguments[] = {&warp, &lane, &warp_size};
    CHECK(cudaLaunchKernel(reinterpret_cast<const void *>(number_threads), grid, block, arguments, 0, nullptr));
}
