// warp_map.cu - which warp and which lane of its block each thread is.
//
// A block's threads stand in one line: x runs fastest, then y, then z. The hardware cuts this line into warps.
#include "workbook.h"

//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29

__global__ void number_threads(int *warp, int *lane, int warp_size) {
    // The element that belongs to the thread in both arrays: they are as wide and high as all blocks together.
    size_t grid_width = gridDim.x * blockDim.x, grid_height = gridDim.y * blockDim.y;
    size_t grid_x = blockIdx.x * blockDim.x + threadIdx.x;
    size_t grid_y = blockIdx.y * blockDim.y + threadIdx.y;
    size_t element = (threadIdx.z * grid_height + grid_y) * grid_width + grid_x;

    // The thread's place in its block: a step in y passes a row, a step in z passes a plane of rows.
    int place = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);

    warp[element] = place / warp_size;
    lane[element] = place % warp_size;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    number_threads<<<grid, block>>>(warp, lane, warp_size);
    CHECK(cudaGetLastError());
}
