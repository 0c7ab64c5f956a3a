// ranks_of_groups.cu - Cooperative groups know a thread's rank in its block.
//
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void number_threads(int *warp, int *lane, int warp_size) {
    auto block = cg::this_thread_block();
    dim3 at(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y, threadIdx.z);
    size_t element = (static_cast<size_t>(at.z) * gridDim.y * blockDim.y + at.y) * gridDim.x * blockDim.x + at.x;
    warp[element] = block.thread_rank() / warp_size;
    lane[element] = block.thread_rank() % warp_size;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    number_threads<<<grid, block>>>(warp, lane, warp_size);
    CHECK(cudaGetLastError());
}
