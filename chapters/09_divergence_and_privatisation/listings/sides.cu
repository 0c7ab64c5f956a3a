// sides.cu - two tests that send half of a block's threads to each side.
#include "listing.h"

__device__ float results[128];
__device__ int count;

__device__ void left() { results[threadIdx.x] = 1; }
__device__ void right() { atomicAdd(&count, 1); }

__global__ void both_tests() {
    //= listing: // all warps run both sides: 16 slots idle
}

int main() {
    both_tests<<<1, 128>>>();
    CHECK(cudaDeviceSynchronize());
}
