// Other blocks than asked about: a thread finds by division which thread of which block it writes for.
//
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"

__global__ void write_for(int *warp, int *lane, dim3 block, unsigned width, unsigned height, unsigned count, int size) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned x = i % width % block.x, y = i / width % height % block.y, z = i / width / height;
    unsigned place = (z * block.y + y) * block.x + x;
    lane[i] = place % size;
    warp[i] = (place - place % size) / size;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    unsigned width = grid.x * block.x, height = grid.y * block.y, count = width * height * block.z;
    write_for<<<ceil_div(count, 64u), 64>>>(warp, lane, block, width, height, count, warp_size);
    CHECK(cudaGetLastError());
}
