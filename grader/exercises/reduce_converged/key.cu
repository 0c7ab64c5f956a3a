// key.cu - counts lanes and warps in the steps of trees over 256 values: the key of reduce_converged's predictions.
#include "drawn.h"
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

// How many lanes of the first warp, and how many warps, have work in a step.
struct Busy {
    int lanes, warps;
};

__device__ void note(bool works, Busy *busy) {
    unsigned lanes = __ballot_sync(0xFFFFFFFF, works);
    if (threadIdx.x == 0) busy->lanes = __popc(lanes);
    if (threadIdx.x % warpSize == 0 && lanes) atomicAdd(&busy->warps, 1);
}

__global__ void modulo_step(unsigned s, Busy *busy) { note(threadIdx.x % (2 * s) == 0, busy); }
__global__ void contiguous_step(unsigned half, Busy *busy) { note(threadIdx.x < half, busy); }

// One addition of the tree whose thread t works on place 2 s t; its conflicts are counted.
__global__ void strided_step(unsigned s, float *out) {
    __shared__ float values[THREADS];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned place = 2 * s * threadIdx.x;
    if (place < THREADS) values[place] += values[place + s];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x];
}

int main(int, char **argv) {
    Busy *busy, seen;
    float *out;
    cudaMalloc(&busy, sizeof *busy);
    cudaMalloc(&out, THREADS * sizeof *out);

    cudaMemset(busy, 0, sizeof *busy);
    modulo_step<<<1, THREADS>>>(drawn(argv, "s"), busy);
    cudaMemcpy(&seen, busy, sizeof seen, cudaMemcpyDeviceToHost);
    printf("lanes_modulo %d\nwarps_modulo %d\n", seen.lanes, seen.warps);

    cudaMemset(busy, 0, sizeof *busy);
    contiguous_step<<<1, THREADS>>>(drawn(argv, "half"), busy);
    cudaMemcpy(&seen, busy, sizeof seen, cudaMemcpyDeviceToHost);
    printf("warps_contiguous %d\n", seen.warps);

    strided_step<<<1, THREADS>>>(drawn(argv, "strided"), out);
    cudaFree(busy);
    cudaFree(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
