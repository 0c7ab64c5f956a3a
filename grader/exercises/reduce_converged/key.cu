// key.cu - counts lanes and warps in the steps of trees over 256 values: the key of reduce_converged's predictions.
#include "drawn.h"
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 256;

// How many lanes of the first warp, and how many warps, have work in a step, and how many lanes of these warps have none.
struct Busy {
    int lanes, warps, idle;
};

__device__ void note(bool works, Busy *busy) {
    unsigned lanes = __ballot_sync(0xFFFFFFFF, works);
    if (threadIdx.x == 0) busy->lanes = __popc(lanes);
    if (threadIdx.x % warpSize || !lanes) return;
    atomicAdd(&busy->warps, 1);
    atomicAdd(&busy->idle, warpSize - __popc(lanes));
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

static Busy counted(void (*step)(unsigned, Busy *), int number) {
    Busy *busy, seen;
    cudaMalloc(&busy, sizeof *busy);
    cudaMemset(busy, 0, sizeof *busy);
    step<<<1, THREADS>>>(number, busy);
    cudaMemcpy(&seen, busy, sizeof seen, cudaMemcpyDeviceToHost);
    cudaFree(busy);
    return seen;
}

int main(int, char **argv) {
    Busy modulo = counted(modulo_step, drawn(argv, "s"));
    printf("lanes_modulo %d\nwarps_modulo %d\n", modulo.lanes, modulo.warps);
    printf("warps_contiguous %d\n", counted(contiguous_step, drawn(argv, "half")).warps);
    printf("idle_lanes %d\n", modulo.idle);

    float *out;
    cudaMalloc(&out, THREADS * sizeof *out);
    strided_step<<<1, THREADS>>>(drawn(argv, "strided"), out);
    cudaFree(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
