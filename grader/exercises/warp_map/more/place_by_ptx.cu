// place_by_ptx.cu - The place in the block by mad instructions in PTX; the arrays are views of three dimensions.
//
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"
#include <cuda/std/mdspan>

using Cells = cuda::std::mdspan<int, cuda::std::dextents<size_t, 3>>;

__device__ int place_in_block() {
    int place;
    asm("{\n\t.reg .u32 x, y, z, w, h, t;\n\t"
        "mov.u32 x, %%tid.x;\n\tmov.u32 y, %%tid.y;\n\tmov.u32 z, %%tid.z;\n\t"
        "mov.u32 w, %%ntid.x;\n\tmov.u32 h, %%ntid.y;\n\t"
        "mad.lo.u32 t, z, h, y;\n\tmad.lo.u32 %0, t, w, x;\n\t}"
        : "=r"(place));
    return place;
}

__global__ void number(Cells warp, Cells lane, int warp_size) {
    int place = place_in_block();
    size_t z = threadIdx.z, y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
    int w = place / warp_size;
    warp(z, y, x) = w;
    lane(z, y, x) = place - w * warp_size;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    size_t depth = block.z, height = size_t(grid.y) * block.y, width = size_t(grid.x) * block.x;
    number<<<grid, block>>>(Cells(warp, depth, height, width), Cells(lane, depth, height, width), warp_size);
    CHECK(cudaGetLastError());
}
