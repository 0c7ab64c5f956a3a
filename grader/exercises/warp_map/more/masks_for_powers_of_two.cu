// masks_for_powers_of_two.cu - Shift and mask, since 32 and 64 are powers of two; a template for each of the two, and
// any other divides.
//
//= student: Ada Lovelace
//= place: 84
//= warp: 2
//= lane: 20
//= warps: 29
//= idle_lanes: 29
#include "workbook.h"

template <int SHIFT> __device__ int warp_in_block(int place) { return place >> SHIFT; }

__global__ void number_threads(int *warp, int *lane, int warp_size) {
    size_t x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    size_t element = (threadIdx.z * static_cast<size_t>(gridDim.y) * blockDim.y + y) * gridDim.x * blockDim.x + x;
    int place = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if ((warp_size & (warp_size - 1)) == 0) {
        warp[element] = warp_size == 32 ? warp_in_block<5>(place) : place >> (31 - __clz(warp_size));
        lane[element] = place & (warp_size - 1);
    } else {
        warp[element] = place / warp_size;
        lane[element] = place % warp_size;
    }
}

void warp_map(int *warp, int *lane, dim3 grid, dim3 block, int warp_size) {
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    number_threads<<<grid, block, 0, stream>>>(warp, lane, warp_size);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
