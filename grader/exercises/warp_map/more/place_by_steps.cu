// place_by_steps.cu - The place is counted by planes, rows and threads; the division is a subtraction of whole warps.
//
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"

struct Place {
    int warp, lane;
};

__device__ Place place_of(uint3 thread, dim3 block, int warp_size) {
    int planes = thread.z * (block.x * block.y), rows = thread.y * block.x;
    int place = planes + rows + thread.x, warp = place / warp_size;
    return {warp, place - warp * warp_size};
}

__global__ void number_threads(int *__restrict__ warp, int *__restrict__ lane, int warp_size) {
    unsigned long long width = 1ull * gridDim.x * blockDim.x, height = 1ull * gridDim.y * blockDim.y;
    unsigned long long element = threadIdx.z * height * width;
    element += (blockIdx.y * blockDim.y + threadIdx.y) * width;
    element += blockIdx.x * blockDim.x + threadIdx.x;
    Place place = place_of(threadIdx, blockDim, warp_size);
    warp[element] = place.warp;
    lane[element] = place.lane;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    void *arguments[] = {&warp, &lane, &warp_size};
    CHECK(cudaLaunchKernel(number_threads, grid, block, arguments, 0, nullptr));
}
