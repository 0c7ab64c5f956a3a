// warp_map.cu - which warp and which lane of its block each thread is.
//
// Every thread of the grid writes two numbers: its warp and its lane. Both are counted from 0 within its block. The
// arrays warp and lane lie on the device and have one element for each thread, in the order of the threads' places in
// the whole grid (this is already written below). Blocks have one, two or three dimensions. A warp has warp_size
// lanes: 32 here, but 64 on some GPUs, and the grader asks for both. So compute both numbers, from threadIdx and
// blockDim.
//
// The lesson is chapters/01_warps_and_occupancy/README.md.
#include "workbook.h"

// Predict before you write: the questions are at the end of this file.

__global__ void number_threads(int *warp, int *lane, int warp_size) {
    // The element that belongs to the thread in both arrays: they are as wide and high as all blocks together.
    size_t grid_width = gridDim.x * blockDim.x, grid_height = gridDim.y * blockDim.y;
    size_t grid_x = blockIdx.x * blockDim.x + threadIdx.x;
    size_t grid_y = blockIdx.y * blockDim.y + threadIdx.y;
    size_t element = (threadIdx.z * grid_height + grid_y) * grid_width + grid_x;

    // TODO 1: `place` must be the thread's place in its own block, which starts at 0 in every block.
    int place = 0;

    // TODO 2: the two elements must hold the thread's warp and its lane in this warp.
    warp[element] = place;
    lane[element] = place;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    number_threads<<<grid, block>>>(warp, lane, warp_size);
    CHECK(cudaGetLastError());
}

// Predict before you write code. Blocks and threads are drawn.
//     make questions EXERCISE=warp_map  shows the questions with numbers
//     make another EXERCISE=warp_map    shows them with others
//= numbers: 1
// How many threads of a three-dimensional block come before one of them, which is its place? In which warp of 32 lanes,
// and in which lane of it, is the thread?
//= place: ?
//= warp: ?
//= lane: ?
// How many warps does a block of your number of threads have? How many lanes of these warps are idle?
//= warps: ?
//= idle_lanes: ?
